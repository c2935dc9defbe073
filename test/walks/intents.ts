import { intents } from '@countinghouse/contract/features/intents';
import { type Organisation, row } from '@countinghouse/testkit/organisation';
import type { Walk } from './walk.ts';

/** With a consent: a person gives one. */
function postOf(o: Organisation) {
  const { idem_key = '', consent } = o.intent();
  return { debit: 'CASH', credit: 'BANK', amount: '1', narrative: 'n', idem_key, consent };
}

export const walk: Walk = {
  isolation: {
    post: {
      own: (o) => ({ body: postOf(o) }),
      proposed: 202,
      naming: (o, of) => [
        [{ body: { ...postOf(o), debit: of.accountId } }, 'ACCOUNT_NOT_FOUND'],
        [{ body: { ...postOf(o), fx_snapshot: of.snapshotId } }, 'SNAPSHOT_NOT_FOUND'],
      ],
    },
    execute: {
      own: (o) => ({ body: o.intent() }),
      proposed: 202,
      naming: (o, of) => [
        [{ body: o.intent({ proposed_actions: [row('CASH', of.accountId, '1')] }) }, 'ACCOUNT_NOT_FOUND'],
        [{ body: o.intent({ proposed_actions: [row(of.accountId, 'CASH', '1')] }) }, 'ACCOUNT_NOT_FOUND'],
        [{ body: o.intent({ snapshot_ids: { fx: of.snapshotId } }) }, 'SNAPSHOT_NOT_FOUND'],
        [{ body: o.intent({ tenant_id: of.tenantId }) }, 'TENANT_MISMATCH'],
      ],
    },
    batch: {
      own: (o) => ({ body: { intents: [o.intent(), o.intent()], atomic: true } }),
      proposed: 422,
      naming: (o, of) =>
        [
          o.intent({ proposed_actions: [row('CASH', of.accountId, '1')] }),
          o.intent({ snapshot_ids: { fx: of.snapshotId } }),
          o.intent({ tenant_id: of.tenantId }),
        ].map((intent) => [{ body: { intents: [o.intent(), intent], atomic: true } }, 'BATCH_REFUSED']),
    },
    // An auditor is told that they may not post, whatever it names: `preview.db.test.ts` has what else is answered of foreign things.
    preview: { own: (o) => ({ body: { intent: o.intent() } }) },
    list: {
      own: (o) => ({ query: { account: o.accountId } }),
      naming: (_o, of) => [[{ query: { account: of.accountId } }, 'NOT_FOUND']],
    },
    export: {
      own: (o) => ({ params: { format: 'ndjson' }, query: { account: o.accountId } }),
      naming: (_o, of) => [
        [{ params: { format: 'csv' }, query: { entity: of.entityId } }, 'NOT_FOUND'],
        [{ params: { format: 'ndjson' }, query: { party_id: of.partyId } }, 'NOT_FOUND'],
      ],
    },
    totals: {
      own: (o) => ({ query: { account: o.accountId } }),
      naming: (_o, of) => [[{ query: { account: of.accountId } }, 'NOT_FOUND']],
    },
    get: {
      own: (o) => ({ params: { intent_id: o.intentId } }),
      naming: (_o, of) => [[{ params: { intent_id: of.intentId } }, 'NOT_FOUND']],
    },
  },
  malformed: [
    {
      title: 'a post',
      route: intents.post,
      body: (o) => ({
        ...postOf(o),
        currency: 'USD',
        intent_id: o.intent().intent_id,
        use_case: 'rent',
        value_date: o.intent().value_date,
        constraints: { a: 1 },
        fx_snapshot: o.intent().snapshot_ids?.fx ?? '',
        metadata: { team: 'treasury' },
      }),
    },
    {
      title: 'a post of rows',
      route: intents.post,
      body: (o) => {
        const { idem_key, consent } = postOf(o);
        const rows = [{ debit: 'CASH', credit: 'BANK', amount: '1', currency: 'USD', value_date: '2026-01-31', narrative: 'n' }];
        return { idem_key, consent, rows, intent_id: o.intent().intent_id };
      },
    },
    {
      title: 'an intent',
      route: intents.execute,
      body: (o) => ({
        ...o.intent({ proposed_actions: [row('CASH', 'BANK', '1', { valueDate: '2026-01-31', narrative: 'n' })] }),
        actor: 'web-console',
        constraints: { a: 1 },
        signature: '',
        metadata: { team: 'treasury' },
      }),
    },
    {
      title: 'an intent that is looked at beforehand',
      events: () => 0,
      route: intents.preview,
      body: (o) => ({
        intent: {
          ...o.intent({ proposed_actions: [row('CASH', 'BANK', '1', { valueDate: '2026-01-31', narrative: 'n' })] }),
          actor: 'web-console',
          signature: '',
        },
      }),
    },
    {
      title: 'a batch of one',
      route: intents.batch,
      body: (o) => ({
        intents: [
          { ...o.intent({ proposed_actions: [row('CASH', 'BANK', '1', { valueDate: '2026-01-31', narrative: 'n' })] }), signature: '' },
        ],
        atomic: true,
      }),
      // A receipt is told of each decision; of a repeat it is that of the first.
      events: (_sent, { body }) =>
        ((body['results'] ?? []) as readonly { readonly receipt?: { readonly duplicate: boolean } }[]).filter(
          (r) => r.receipt?.duplicate === false,
        ).length,
    },
  ],
};
