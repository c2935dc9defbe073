import { POLICY_EXAMPLE, policies } from '@countinghouse/contract/features/policies';
import { row } from '@countinghouse/testkit/organisation';
import { nothing, plainRow } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    list: nothing,
    evaluate: {
      own: (o) => ({ body: { spec: POLICY_EXAMPLE, intent_id: o.intentId } }),
      naming: (_o, of) => [
        [{ body: { spec: POLICY_EXAMPLE, intent_id: of.intentId } }, 'NOT_FOUND'],
        [{ body: { spec: POLICY_EXAMPLE, sample: { rows: [{ ...plainRow, debitAccount: of.accountId }] } } }, 'ACCOUNT_NOT_FOUND'],
      ],
    },
  },
  malformed: [
    {
      title: 'a policy that is tried',
      events: () => 0,
      route: policies.evaluate,
      body: () => ({ spec: { ...POLICY_EXAMPLE, max_rows: 5 }, sample: { constraints: { a: 1 }, rows: [row('CASH', 'BANK', '1')] } }),
    },
  ],
};
