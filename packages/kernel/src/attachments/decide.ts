import { findAccount } from '../accounts/find.ts';
import { mayPostIn } from '../entities/rights.ts';
import { append, type Decision, refuse } from '../ledger/decision.ts';
import type { EventDraft } from '../ledger/events.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { AddAttachment, AttachmentCommand, FileAttachment } from './commands.ts';
import { filedKey } from './state.ts';

/** Source: decision 0020. */
export const ATTACHMENTS_MAX = 20;

/**
 * Notes a file on an intent; the same content again changes nothing, whatever its name. Whoever may post to each of the accounts
 * may attach. Refuses, first match wins: as `guardWrite` (a member), FORBIDDEN, ATTACHMENTS_FULL.
 */
export function decideAddAttachment(state: TenantState, command: AddAttachment): Decision {
  const { actor, intentId, sha256 } = command;
  const refusal = guardWrite(state, actor, 'member');
  if (refusal !== null) return refusal;
  for (const reference of command.accounts) {
    const account = findAccount(state, reference);
    if (account !== undefined && !mayPostIn(state, actor, account.entityId))
      return refuse('FORBIDDEN', { needs: 'entity_member', account: account.code });
  }
  return note(state.attachments.get(intentId), sha256, { type: 'attachment.added', payload: { intent_id: intentId, ...fileOf(command) } });
}

/**
 * The same on an account, which takes the right to post to it, a party or a period. Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND,
 * FORBIDDEN, ATTACHMENTS_FULL.
 */
export function decideFileAttachment(state: TenantState, command: FileAttachment): Decision {
  const { actor, on, id, sha256 } = command;
  const refusal = guardWrite(state, actor, 'member');
  if (refusal !== null) return refusal;
  const account = on === 'account' ? state.accounts.get(id) : undefined;
  const isThere = { account: account !== undefined, party: state.partyIds.has(id), period: state.periods.some((p) => p.id === id) }[on];
  if (!isThere) return refuse('NOT_FOUND');
  if (account !== undefined && !mayPostIn(state, actor, account.entityId)) return refuse('FORBIDDEN', { needs: 'entity_member' });
  return note(state.filed.get(filedKey(on, id)), sha256, { type: 'attachment.filed', payload: { on, id, ...fileOf(command) } });
}

const fileOf = ({ sha256, sizeBytes, contentType, nameToken }: AttachmentCommand) => ({
  sha256,
  size: sizeBytes,
  content_type: contentType,
  name_token: nameToken,
});

function note(known: ReadonlySet<string> | undefined, sha256: string, event: EventDraft): Decision {
  if (known?.has(sha256) === true) return append();
  if (known !== undefined && known.size >= ATTACHMENTS_MAX) return refuse('ATTACHMENTS_FULL', { limit: ATTACHMENTS_MAX });
  return append(event);
}
