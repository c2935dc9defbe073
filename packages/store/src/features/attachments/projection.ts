import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Added = Extract<ChainedEvent, { type: 'attachment.added' }>;
type Filed = Extract<ChainedEvent, { type: 'attachment.filed' }>;

function projectAdded(tenantId: string, event: Added): Statement {
  const { intent_id, sha256, size, content_type, name_token } = event.payload;
  return statement(
    'insert into attachments (tenant_id, intent_id, sha256, size_bytes, content_type, name_token, added_at, added_by, event_seq) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)',
    tenantId,
    intent_id,
    sha256,
    size,
    content_type,
    name_token,
    event.eventTs,
    event.actorId,
    event.seq,
  );
}

function projectFiled(tenantId: string, event: Filed): Statement {
  const { on, id, sha256, size, content_type, name_token } = event.payload;
  return statement(
    'insert into filed_attachments (tenant_id, filed_on, filed_on_id, sha256, size_bytes, content_type, name_token, added_at, added_by, event_seq) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)',
    tenantId,
    on,
    id,
    sha256,
    size,
    content_type,
    name_token,
    event.eventTs,
    event.actorId,
    event.seq,
  );
}

/** Tables, and what events do to them. */
export const attachments = {
  tables: ['attachments', 'filed_attachments'],
  project: {
    'attachment.added': projectAdded,
    'attachment.filed': projectFiled,
  },
} satisfies Feature;
