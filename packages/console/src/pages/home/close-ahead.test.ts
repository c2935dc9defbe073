import type { Period } from '@countinghouse/contract/features/periods';
import { expect, test } from 'vitest';
import { closeAhead } from './close-ahead.ts';

const period = (period_code: string, status: Period['status']) => ({ period_code, status }) as Period;

test.each([
  ['the earliest that is under way', [period('2026-12', 'closing'), period('2026-10', 'closing'), period('2026-09', 'locked')], '2026-10'],
  ['the latest, where none is', [period('2026-10', 'published'), period('2026-09', 'published')], '2026-10'],
  ['none, where no period was begun', [], undefined],
])('the overview leads to %s', (_which, all, code) => {
  expect(closeAhead(all)?.period_code).toBe(code);
});
