// Opens two accounts, moves money between them exactly once, and reads what came of it. The same as `post-intent.sh`, with the
// typed client: routes and answers are checked by the compiler, repeats are its own. Settings as there.

import { openClient } from '@countinghouse/client/client';
import { accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { snapshots } from '@countinghouse/contract/features/snapshots';

const setting = (name: string): string => {
  const value = process.env[name];
  if (value === undefined || value === '') throw new Error(`set ${name}`);
  return value;
};
const tenantId = setting('COUNTINGHOUSE_TENANT');
const run = setting('RUN');
const client = openClient({ baseUrl: setting('COUNTINGHOUSE_URL'), apiKey: setting('COUNTINGHOUSE_API_KEY'), tenantId });
const HOUR_MS = 3_600_000;

for (const code of [`IN-${run}`, `OUT-${run}`])
  await client.call(accounts.create, { body: { code, currency: 'USD', ledgerAccountId: setting('COUNTINGHOUSE_GL_ACCOUNT') } });

const { snapshot } = await client.call(snapshots.take, { body: { kind: 'fx' } });
const now = new Date();
const intent = {
  intent_id: `intent-${run}`,
  tenant_id: tenantId,
  use_case: 'manual_post',
  value_date: now.toISOString().slice(0, 10),
  proposed_actions: [{ debitAccount: `IN-${run}`, creditAccount: `OUT-${run}`, amount: '12.50', currency: 'USD', narrative: 'An example' }],
  snapshot_ids: { fx: snapshot.id },
  consent: {
    scope: ['post'],
    reference: 'example',
    granted_at: now.toISOString(),
    expires_at: new Date(now.getTime() + HOUR_MS).toISOString(),
  },
};
const post = () => client.call(intents.execute, { body: intent }, { idempotencyKey: `key-${run}` });

const receipt = await post();
console.log(`posted: ${receipt.status}`);
console.log(`again: duplicate ${(await post()).duplicate}`);
const held = (await client.call(balances.get, { query: {} })).accounts.find((a) => a.code === `IN-${run}`);
console.log(`balance: IN-${run} ${held?.balance ?? ''}`);
const [event] = (await client.call(events.list, { query: { limit: 1, before: receipt.seq + 1 } })).events;
console.log(`event: ${event?.event_type ?? ''}`);
