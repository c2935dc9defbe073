import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'witness.added' | 'witness.removed' }>;

function projectWitness(tenantId: string, event: Event): Statement {
  if (event.type === 'witness.removed')
    return statement('delete from witnesses where tenant_id = $1 and id = $2', tenantId, event.payload.id);
  const { id, name, vkey, url } = event.payload;
  return statement(
    'insert into witnesses (tenant_id, id, name, vkey, url, added_seq, added_at) values ($1, $2, $3, $4, $5, $6, $7)',
    tenantId,
    id,
    name,
    vkey,
    url,
    event.seq,
    event.eventTs,
  );
}

/** Tables, and what events do to them. What witnesses signed is about the log, and follows from no event. */
export const witnesses = {
  tables: ['witnesses'],
  project: {
    'witness.added': projectWitness,
    'witness.removed': projectWitness,
  },
} satisfies Feature;
