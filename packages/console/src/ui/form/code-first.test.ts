import { expect, test } from 'vitest';
import { codeFirst } from './code-first.ts';

test('an account whose code is typed comes before one that has the word in its title', () => {
  const found = ['1500-USD', 'OLD-RECEIVABLES', 'RECEIVABLES-EUR', 'RECEIVABLES-USD'].map((code) => ({ code }));
  const codes = (typed: string) => codeFirst(found, typed).map(({ code }) => code);
  expect(codes(' receiv')).toEqual(['RECEIVABLES-EUR', 'RECEIVABLES-USD', 'OLD-RECEIVABLES', '1500-USD']);
  expect(codes('')).toEqual(found.map(({ code }) => code));
});
