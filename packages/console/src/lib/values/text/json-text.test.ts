import { expect, test } from 'vitest';
import { formatJson, readJsonObject } from './json-text.ts';

test('an object is read', () => {
  expect(readJsonObject(' {"a": [1, null]} ')).toEqual({ value: { a: [1, null] } });
  expect(readJsonObject(formatJson({ a: { b: 1 } }))).toEqual({ value: { a: { b: 1 } } });
});
test.each(['[]', '1', 'null', '"text"'])('%s is JSON, but no object', (text) => {
  expect(readJsonObject(text)).toEqual({ at: null });
});
test.each([
  ['{\n  "a": 1,\n  b: 2\n}', 3, 3],
  ['{"a": 1', 1, 8],
  ['', 1, 1],
])('%j stops being JSON in line %d, column %d', (text, line, column) => {
  expect(readJsonObject(text)).toEqual({ at: { line, column } });
});
