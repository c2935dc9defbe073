import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'allow_list.changed' | 'allow_list.cleared' }>;

const projectAllowList = (tenantId: string, event: Event): Statement =>
  statement(
    'update tenants set allow_list = $2 where tenant_id = $1',
    tenantId,
    JSON.stringify(event.type === 'allow_list.changed' ? event.payload.networks : []),
  );

/** What events do to a column of `tenants`. */
export const allowLists = {
  tables: [],
  project: {
    'allow_list.changed': projectAllowList,
    'allow_list.cleared': projectAllowList,
  },
} satisfies Feature;
