import { balances } from '@countinghouse/contract/features/balances';
import { expect, test } from 'vitest';
import { mine, serve } from '../../test-console.tsx';
import { callWhole } from './every-page.ts';

const balance = (code: string) => ({ id: code, code, currency: 'USD', balance: '0', minorUnits: 2 });
const asOf = { seq: 7, event_hash: 'a', snapshot_id: null, value_date: '2026-01-31' };

/** Two pages of one account each; answers the queries that were asked. */
function serveTwoPages(): readonly string[] {
  const asked: string[] = [];
  serve({
    '/api/internal/tenants/mine': mine,
    '/api/v1/balances': () => ({ json: { accounts: [balance(`A${asked.length}`)], as_of: asOf, next: asked.length === 1 ? 'A1' : null } }),
  });
  const served = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    const [path, query = ''] = String(input).split('?');
    if (path === '/api/v1/balances') asked.push(query);
    return served(input, init);
  };
  return asked;
}

test('a list without a limit is asked for to its end, every page as of the position of the first', async () => {
  const asked = serveTwoPages();
  const answer = await callWhole(balances.get, { query: { value_date: '2026-01-31' } }, {});
  expect(answer.accounts.map((a) => a.code)).toEqual(['A1', 'A2']);
  expect(asked.map((query) => Object.fromEntries(new URLSearchParams(query)))).toEqual([
    { value_date: '2026-01-31' },
    { value_date: '2026-01-31', known_at_seq: '7', after: 'A1' },
  ]);
});

test('a list with a limit is that one page', async () => {
  const asked = serveTwoPages();
  const answer = await callWhole(balances.get, { query: { limit: 1 } }, {});
  expect(answer).toMatchObject({ next: 'A1', accounts: [{ code: 'A1' }] });
  expect(asked).toEqual(['limit=1']);
});
