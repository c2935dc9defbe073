import { intents } from '@countinghouse/contract/features/intents';
import { row } from '@countinghouse/testkit/organisation';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
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
    list: {
      own: (o) => ({ query: { account: o.accountId } }),
      naming: (_o, of) => [[{ query: { account: of.accountId } }, 'NOT_FOUND']],
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
