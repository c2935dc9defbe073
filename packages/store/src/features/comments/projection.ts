import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event<T extends 'added' | 'edited' | 'removed'> = Extract<ChainedEvent, { type: `comment.${T}` }>;

function projectAdded(tenantId: string, event: Event<'added'>): readonly Statement[] {
  const { id, subject, subject_id, text_token, mentions } = event.payload;
  return [
    statement(
      `insert into comments (tenant_id, id, subject, subject_id, text_token, author_id, written_at, written_seq)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      tenantId,
      id,
      subject,
      subject_id,
      text_token,
      event.actorId,
      event.eventTs,
      event.seq,
    ),
    ...mention(tenantId, id, mentions),
  ];
}

function projectEdited(tenantId: string, event: Event<'edited'>): readonly Statement[] {
  const { id, text_token, mentions } = event.payload;
  return [
    statement(
      'update comments set text_token = $3, edited_at = $4 where tenant_id = $1 and id = $2',
      tenantId,
      id,
      text_token,
      event.eventTs,
    ),
    unmention(tenantId, id),
    ...mention(tenantId, id, mentions),
  ];
}

function projectRemoved(tenantId: string, event: Event<'removed'>): readonly Statement[] {
  const { id } = event.payload;
  return [
    statement('update comments set removed_at = $3 where tenant_id = $1 and id = $2', tenantId, id, event.eventTs),
    unmention(tenantId, id),
  ];
}

const mention = (tenantId: string, id: string, userIds: readonly string[]): readonly Statement[] =>
  userIds.map((userId) =>
    statement(
      `insert into comment_mentions (tenant_id, comment_id, user_id, written_seq)
       select tenant_id, id, $3, written_seq from comments where tenant_id = $1 and id = $2`,
      tenantId,
      id,
      userId,
    ),
  );

const unmention = (tenantId: string, id: string): Statement =>
  statement('delete from comment_mentions where tenant_id = $1 and comment_id = $2', tenantId, id);

/** Tables, and what events do to them. */
export const comments = {
  tables: ['comments', 'comment_mentions'],
  project: {
    'comment.added': projectAdded,
    'comment.edited': projectEdited,
    'comment.removed': projectRemoved,
  },
} satisfies Feature;
