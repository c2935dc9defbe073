// Who may say what of a thing in words of their own: whoever may post an intent to these accounts, use the account, administer the entity,
// change the party. What it is and what it does stays as it is.

import { METADATA_KEYS_MAX } from '../bounds.ts';
import { mayAdminister, mayPostIn } from '../entities/rights.ts';
import { append, type Decision, type Facts, refuse, refuseField } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import type { AnnotateAccount, AnnotateEntity, AnnotateIntent, AnnotateParty, MetadataCommand } from './commands.ts';
import type { MetadataChanges } from './events.ts';
import type { MetadataReading } from './reading.ts';

/** Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND, FORBIDDEN (no right to post to one of its accounts), VALIDATION_ERROR (more than 50 keys). */
export function decideAnnotateIntent(state: TenantState, command: AnnotateIntent, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const { values, intent } = readingOf(state, facts);
  if (intent === null) return refuse('NOT_FOUND');
  for (const id of intent.accountIds) {
    const account = state.accounts.get(id);
    if (account !== undefined && !mayPostIn(state, command.actor, account.entityId))
      return refuse('FORBIDDEN', { needs: 'entity_member', account: account.code });
  }
  return annotate(values, command, (changes) =>
    append({
      type: 'intent.annotated',
      payload: { intent_id: command.intentId, seq: intent.seq, executed_seq: intent.executedSeq, changes },
    }),
  );
}

/** Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND, FORBIDDEN (no right to post to it), VALIDATION_ERROR (more than 50 keys). */
export function decideAnnotateAccount(state: TenantState, command: AnnotateAccount, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const account = state.accounts.get(command.id);
  if (account === undefined) return refuse('NOT_FOUND');
  if (!mayPostIn(state, command.actor, account.entityId)) return refuse('FORBIDDEN', { needs: 'entity_member' });
  return annotateById('account.annotated', command, readingOf(state, facts));
}

/** Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND, FORBIDDEN (does not administer it), VALIDATION_ERROR (more than 50 keys). */
export function decideAnnotateEntity(state: TenantState, command: AnnotateEntity, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const entity = state.entities.get(command.id);
  if (entity === undefined) return refuse('NOT_FOUND');
  if (!mayAdminister(state, command.actor, entity)) return refuse('FORBIDDEN', { needs: 'entity_admin' });
  return annotateById('entity.annotated', command, readingOf(state, facts));
}

/** Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND, VALIDATION_ERROR (more than 50 keys). */
export function decideAnnotateParty(state: TenantState, command: AnnotateParty, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  return state.partyIds.has(command.id) ? annotateById('party.annotated', command, readingOf(state, facts)) : refuse('NOT_FOUND');
}

const annotateById = (
  type: 'account.annotated' | 'entity.annotated' | 'party.annotated',
  command: AnnotateAccount | AnnotateEntity | AnnotateParty,
  { values }: MetadataReading,
): Decision => annotate(values, command, (changes) => append({ type, payload: { id: command.id, changes } }));

/** What differs from what is there; nothing is written where nothing does. */
function annotate(
  values: ReadonlyMap<string, string>,
  { changes }: MetadataCommand,
  write: (changes: MetadataChanges) => Decision,
): Decision {
  const differing = Object.entries(changes).filter(([key, value]) => (values.get(key) ?? null) !== value);
  const added = differing.filter(([key, value]) => value !== null && !values.has(key)).length;
  const removed = differing.filter(([, value]) => value === null).length;
  if (values.size + added - removed > METADATA_KEYS_MAX) return refuseField('metadata', `Use at most ${METADATA_KEYS_MAX} keys.`);
  return differing.length === 0 ? append() : write(Object.fromEntries(differing));
}

function readingOf(state: TenantState, { metadata }: Facts): MetadataReading {
  if (metadata === undefined || metadata.knownAtSeq !== state.head.seq) throw new Error('metadata was not read where the log ends');
  return metadata;
}
