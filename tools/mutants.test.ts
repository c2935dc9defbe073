import { expect, test } from 'vitest';
import { mutantsOf, mutate } from './mutants.ts';

const changed = (source: string): readonly string[] => mutantsOf(source).map((m) => mutate(source, m));

test('signs, borders and conditions are changed one at a time', () => {
  expect(changed('const f = (a: bigint, b: bigint): bigint => a - b;')).toEqual(['const f = (a: bigint, b: bigint): bigint => a + b;']);
  expect(changed('if (a <= b && !c) d();')).toEqual(['if (a < b && !c) d();', 'if (a <= b || !c) d();', 'if (a <= b && c) d();']);
  expect(changed('const g = () => { return -x; };')).toEqual(['const g = () => { return x; };']);
});

test('types, comments, texts and patterns are left as they are, also where they hold operators', () => {
  const source = [
    'type T = A | B<C>; // a < b && c',
    `const s = 'a - b'; const t = \`x < y \${s} - 0n\`;`,
    'const r = /a && b[/] - /;',
    'const m: Map<string, number> = new Map<string, number>();',
    '/* true */',
  ].join('\n');
  expect(changed(source)).toEqual([]);
});

test('what stands in a template is code', () => {
  expect(changed(`const t = \`x - \${a - b} - y\`;`)).toEqual([`const t = \`x - \${a + b} - y\`;`]);
});
