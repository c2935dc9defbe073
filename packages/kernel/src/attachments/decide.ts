import { findAccount } from '../accounts/find.ts';
import { mayPostIn } from '../entities/rights.ts';
import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { AddAttachment } from './commands.ts';

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
  const known = state.attachments.get(intentId);
  if (known?.has(sha256)) return append();
  if (known !== undefined && known.size >= ATTACHMENTS_MAX) return refuse('ATTACHMENTS_FULL', { limit: ATTACHMENTS_MAX });
  return append({
    type: 'attachment.added',
    payload: {
      intent_id: intentId,
      sha256,
      size: command.sizeBytes,
      content_type: command.contentType,
      name_token: command.nameToken,
    },
  });
}
