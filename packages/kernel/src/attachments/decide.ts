import { mayPostIn } from '../entities/rights.ts';
import { append, type Decision, refuse } from '../ledger/decision.ts';
import { type Actor, guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';

export interface AddAttachment {
  readonly type: 'attachment.add';
  readonly actor: Actor;
  /** An intent that is in the log: it never goes away again, so whoever asks may look it up before. */
  readonly intentId: string;
  /** The accounts that its rows name, by id or code. */
  readonly accounts: readonly string[];
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly nameToken: string;
}

/** Source: decision 0020. */
export const ATTACHMENTS_MAX = 20;

/**
 * Notes a file on an intent; the same content again changes nothing, whatever its name. Whoever may post to each of the accounts
 * may attach. Refuses, first match wins: as `guardWrite` (a member), FORBIDDEN, ATTACHMENTS_FULL.
 */
export function decideAddAttachment(state: TenantState, command: AddAttachment): Decision {
  const { actor, intentId, sha256 } = command;
  const barred = guardWrite(state, actor, 'member');
  if (barred !== null) return barred;
  for (const reference of command.accounts) {
    const account = state.accounts.get(reference) ?? state.accountByCode.get(reference.toUpperCase());
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
