// Calls that carry many intents, on accounts that may not be overdrawn: every posting is checked against a balance.

import { okBody } from '@countinghouse/testkit/caller';
import type { World } from '@countinghouse/testkit/world';
import { callersOf, measureHttp } from './http.ts';
import type { Rate } from './rate.ts';

const ACCOUNTS = 100;
/** What each account holds before; no run posts so much. */
const FUNDS = '1000000000000';

export interface BatchCallsAsked {
  readonly callers: number;
  readonly intents: number;
  /** Every posting debits the first account. */
  readonly hot: boolean;
  readonly warmUpMs: number;
  readonly measureMs: number;
}

export async function measureBatchCalls(world: World, { callers, intents, hot, ...times }: BatchCallsAsked): Promise<Rate> {
  const organisation = await world.makeOrganisation({ currencies: ['USD'], accountsEach: ACCOUNTS, floor: 'zero' });
  const { caller, accounts } = organisation;
  const source = okBody(
    await caller.post('/api/internal/accounts/create', { code: 'SOURCE', currency: 'USD', ledgerAccountId: organisation.glAccountId }),
  );
  if (source['account'] === undefined) throw new Error('no account to pay from');
  const asked = callersOf(world, organisation, ACCOUNTS);
  const fund = (code: string, i: number): unknown =>
    JSON.parse(
      asked.body.replaceAll('KEY', `fund-${i}`).replace('USD-DEBIT', code).replace('USD-CREDIT', 'SOURCE').replace('125.50', FUNDS),
    );
  const funded = okBody(await caller.post('/api/v1/intents/batch', { intents: (accounts.get('USD') ?? []).map(fund), atomic: true }));
  if (funded['executed'] !== ACCOUNTS) throw new Error(`not funded: ${JSON.stringify(funded)}`);
  return measureHttp({ ...asked, ...times, path: '/api/v1/intents/batch', intentsACall: intents, hot, connections: callers });
}
