// Posts an intent and says what became of it; shows what a refusal says, and goes through a list page by page.
//
// Run it with COUNTINGHOUSE_URL, COUNTINGHOUSE_API_KEY (grant post) and COUNTINGHOUSE_TENANT; CASH and BANK must be accounts in USD.

import { randomUUID } from 'node:crypto';
import { ApiError, openClient } from '@countinghouse/client';
import { intents } from '@countinghouse/client/features/intents';
import { snapshots } from '@countinghouse/client/features/snapshots';

const { COUNTINGHOUSE_URL: baseUrl, COUNTINGHOUSE_API_KEY: apiKey, COUNTINGHOUSE_TENANT: tenantId, INTENT: name } = process.env;
const ledger = openClient({ baseUrl, apiKey });
const { snapshot } = await ledger.call(snapshots.take, { body: { kind: 'fx' } });

const intent = (id, amount) => ({
  intent_id: id,
  tenant_id: tenantId,
  use_case: 'manual_post',
  value_date: new Date().toISOString().slice(0, 10),
  proposed_actions: [{ debitAccount: 'CASH', creditAccount: 'BANK', amount, currency: 'USD' }],
  snapshot_ids: { fx: snapshot.id },
  consent: {
    scope: ['ledger:post'],
    granted_at: new Date(Date.now() - 60_000).toISOString(),
    expires_at: new Date(Date.now() + 86_400_000).toISOString(),
  },
});

// The key that names it stays the same however often the call is repeated.
const receipt = await ledger.call(intents.execute, { body: intent(name, '12.50') }, { idempotencyKey: randomUUID() });
console.log('posted:', receipt.status);

try {
  await ledger.call(intents.execute, { body: intent(`${name}-wrong`, 'twelve') }, { idempotencyKey: randomUUID() });
} catch (error) {
  if (!(error instanceof ApiError)) throw error;
  const fields = [...new Set(error.details.map(({ path }) => path))].join(', ');
  console.log('refused:', error.status, error.code, fields, error.requestId === null ? 'no request id' : 'request id');
}

let found = 0;
for (let after; after !== null; ) {
  const page = await ledger.call(intents.list, { query: { status: 'executed', limit: 1, after } });
  found += page.intents.length;
  after = page.next;
}
console.log('executed:', found);
