// Posts three intents in one call, each exactly once for its own key, then two that stand or fall together. The same as
// `post-batch.sh`, with the typed client, which cuts any number of intents into batches. Settings as there.

import { openClient } from '@countinghouse/client/client';
import { type PostOptions, postAll } from '@countinghouse/client/post-all';
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

const { snapshot } = await client.call(snapshots.take, { body: { kind: 'fx' } });
const now = new Date();
const item = (name: string, debitAccount: string, amount: string) => ({
  intent: {
    intent_id: `${name}-${run}`,
    idem_key: `${name}-${run}`,
    tenant_id: tenantId,
    use_case: 'manual_post',
    value_date: now.toISOString().slice(0, 10),
    proposed_actions: [{ debitAccount, creditAccount: `OUT-${run}`, amount, currency: 'USD' }],
    snapshot_ids: { fx: snapshot.id },
    consent: {
      scope: ['post'],
      reference: 'example',
      granted_at: now.toISOString(),
      expires_at: new Date(now.getTime() + HOUR_MS).toISOString(),
    },
  },
});
const post = (items: readonly ReturnType<typeof item>[], options: PostOptions = {}) => Array.fromAsync(postAll(client, items, options));

const items = [item('a', `IN-${run}`, '1'), item('b', `NOWHERE-${run}`, '1'), item('c', `IN-${run}`, '2')];
const posted = await post(items);
const count = (status: string) => posted.filter((p) => p.receipt?.status === status).length;
console.log(`batch: ${count('executed')} executed, ${count('rejected')} rejected`);
console.log(`again: ${(await post(items)).filter((p) => p.receipt?.duplicate).length} duplicates`);

const together = await post([item('d', `IN-${run}`, '1'), item('e', `NOWHERE-${run}`, '1')], { atomic: true });
const codes = together.map((p) => p.error?.code);
console.log(`atomic: ${codes[0]}, the intent at ${codes.findIndex((code) => code !== codes[0])}`);
