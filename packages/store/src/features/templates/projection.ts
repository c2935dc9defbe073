import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<ChainedEvent, { type: 'template.saved' | 'template.removed' }>;

function projectTemplates(tenantId: string, event: Event): Statement {
  if (event.type === 'template.removed')
    return statement('delete from templates where tenant_id = $1 and id = $2', tenantId, event.payload.id);
  const { id, name, ...content } = event.payload;
  return statement(
    `insert into templates (tenant_id, id, name, content, saved_at, saved_by) values ($1, $2, $3, $4, $5, $6)
     on conflict (tenant_id, id) do update set name = excluded.name, content = excluded.content, saved_at = excluded.saved_at,
       saved_by = excluded.saved_by`,
    tenantId,
    id,
    name,
    canonicalize(content as unknown as JsonObject),
    event.eventTs,
    event.actorId,
  );
}

/** Tables, and what events do to them. */
export const templates = {
  tables: ['templates'],
  project: {
    'template.saved': projectTemplates,
    'template.removed': projectTemplates,
  },
} satisfies Feature;
