import { append, type Decision, type Facts, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { AddComment, EditComment, RemoveComment } from './commands.ts';
import type { CommentState } from './state.ts';

/** How long its author may change or remove a comment. Source: decision 0090. */
export const COMMENT_CHANGE_US = 15n * 60_000_000n;

/**
 * Notes what somebody says; the same comment again changes nothing. Refuses, first match wins: as `guardWrite` (a member), CODE_TAKEN (the
 * id is that of another comment), VALIDATION_ERROR (a mention of somebody who is no member).
 */
export function decideAddComment(state: TenantState, command: AddComment): Decision {
  const { actor, id, subject, subjectId, textToken, mentions } = command;
  const refusal = guardWrite(state, actor, 'member');
  if (refusal !== null) return refusal;
  const known = state.comments.get(id);
  if (known !== undefined) return isSame(known, command) ? append() : refuse('CODE_TAKEN', { id });
  return (
    refuseStrangers(state, mentions) ??
    append({ type: 'comment.added', payload: { id, subject, subject_id: subjectId, text_token: textToken, mentions } })
  );
}

/**
 * Replaces the text; the same text again changes nothing. Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND (also once it was
 * removed), FORBIDDEN (to others than its author), COMMENT_FIXED (too late), VALIDATION_ERROR as for a new one.
 */
export function decideEditComment(state: TenantState, command: EditComment, { nowUs }: Facts): Decision {
  const { id, textToken, mentions } = command;
  const refusal = guardChange(state, command, nowUs);
  if (refusal !== null) return refusal;
  if (state.comments.get(id)?.textToken === textToken) return append();
  return refuseStrangers(state, mentions) ?? append({ type: 'comment.edited', payload: { id, text_token: textToken, mentions } });
}

/** Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND (also once it was removed), FORBIDDEN, COMMENT_FIXED. */
export function decideRemoveComment(state: TenantState, command: RemoveComment, { nowUs }: Facts): Decision {
  return guardChange(state, command, nowUs) ?? append({ type: 'comment.removed', payload: { id: command.id } });
}

function guardChange(state: TenantState, { actor, id }: EditComment | RemoveComment, nowUs: bigint): Decision | null {
  const refusal = guardWrite(state, actor, 'member');
  if (refusal !== null) return refusal;
  const comment = state.comments.get(id);
  if (comment === undefined || comment.removed) return refuse('NOT_FOUND');
  if (comment.authorId !== actor.id) return refuse('FORBIDDEN', { needs: 'author' });
  return nowUs > comment.writtenAtUs + COMMENT_CHANGE_US ? refuse('COMMENT_FIXED') : null;
}

function refuseStrangers(state: TenantState, mentions: readonly string[]): Decision | null {
  return mentions.every((userId) => state.members.has(userId)) ? null : refuseField('text', 'Mention members of this organisation only.');
}

const isSame = (known: CommentState, { actor, subject, subjectId, textToken }: AddComment): boolean =>
  known.authorId === actor.id && known.subject === subject && known.subjectId === subjectId && known.textToken === textToken;
