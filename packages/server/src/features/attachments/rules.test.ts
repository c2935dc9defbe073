import { expect, test } from 'vitest';
import { dispositionOf } from './rules.ts';

test.each([
  ['invoice 7.pdf', `attachment; filename="invoice 7.pdf"; filename*=UTF-8''invoice%207.pdf`],
  ['Rechnung Müller.pdf', `attachment; filename="Rechnung M_ller.pdf"; filename*=UTF-8''Rechnung%20M%C3%BCller.pdf`],
  [`a"b\\c'(1)*.txt`, `attachment; filename="a_b_c'(1)*.txt"; filename*=UTF-8''a%22b%5Cc%27%281%29%2A.txt`],
  ['100%.txt', `attachment; filename="100_.txt"; filename*=UTF-8''100%25.txt`],
])('%j is saved under its name', (name, header) => {
  expect(dispositionOf(name)).toBe(header);
});
