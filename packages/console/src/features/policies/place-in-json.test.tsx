import { expect, test } from 'vitest';
import { placeInJson } from './place-in-json.ts';

const find = (spec: object, line: number, column: number): string | null => {
  const text = JSON.stringify(spec, null, 2);
  const at = placeInJson(text, line, column);
  return at === null ? null : text.slice(at, at + 3);
};

test('a place in an expression is found in the JSON around it, whatever was escaped before', () => {
  expect(find({ hook: 'x', expr: 'abcdef' }, 1, 4)).toBe('def');
  expect(find({ expr: 'a == "x\\y" && def' }, 1, 15)).toBe('def');
  expect(find({ expr: 'one\n  two\nthree def' }, 3, 7)).toBe('def');
  expect(find({ expr: 'a\u0001def' }, 1, 3)).toBe('def');
  expect(find({ hook: 'x' }, 1, 1)).toBeNull();
});
