import type { IntentTotals } from '@countinghouse/contract/features/intents';
import { cleanup, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, mine, serve } from '../../../test-console.tsx';
import { LogFoot } from './LogFoot.tsx';
import { LogViews } from './LogViews.tsx';

const totals = (count: number, complete: boolean): IntentTotals => ({
  count,
  amounts: [],
  by_status: { proposed: 0, executed: count, rejected: 0 },
  complete,
});
const words = async (count: number, complete: boolean) => {
  serve({ '/api/internal/tenants/mine': mine, '/api/internal/currencies/tenant/list': { json: { currencies: [] } } });
  const of = totals(count, complete);
  cleanup();
  draw(
    <div data-testid="totals">
      <LogViews search={{} as never} totals={of} narrow={() => {}} />
      <LogFoot totals={of} />
    </div>,
  );
  return (await screen.findByTestId('totals')).textContent;
};

test('what was counted in full is told as it is', async () => {
  expect(await words(24, true)).toContain('24 intents');
  expect(await words(24, true)).not.toMatch(/at least|24\+/);
});
test('of what was counted in part it is told that there may be more', async () => {
  const told = await words(24, false);
  expect(told).toContain('at least 24 intents');
  expect(told).toContain('All24+');
  expect(told).not.toContain('0+');
});
test('that a part has none is not told as none', async () => {
  expect(await words(0, true)).toContain('0 intents');
  const told = await words(0, false);
  expect(told).toContain('Not counted');
  expect(told).not.toMatch(/\d/);
});
