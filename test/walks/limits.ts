import { limits } from '@countinghouse/contract/features/limits';
import { nothing } from './isolation-books.ts';
import type { Walk } from './walk.ts';

export const walk: Walk = {
  isolation: {
    get: nothing,
    set: { own: () => ({ body: { key: 'high_risk_amount', value: '100' } }) },
  },
  malformed: [{ title: 'a limit', route: limits.set, body: () => ({ key: 'txn_amount_max', value: '1.5' }) }],
};
