import { expect, test } from 'vitest';
import { wordOfUseCase } from './use-case.ts';

test('a use case without a meaning of its own is shown as it is spelled', () => {
  expect([wordOfUseCase('reversal'), wordOfUseCase('salary_run')]).toEqual(['Reversal', 'salary_run']);
});
