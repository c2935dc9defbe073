import { append, type Decision, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { metadataPart } from '../metadata/given.ts';
import { formatAmountE8 } from '../money/amount.ts';
import type { ChangeParty, CreateParty, SetExposureLimit } from './commands.ts';

/** Refuses, first match wins: as `guardWrite`, NOT_FOUND (changing one that is not there). */
export function decideRecordParty(state: TenantState, command: CreateParty | ChangeParty): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  if ((command.type === 'party.change') !== state.partyIds.has(command.id)) return refuse('NOT_FOUND');
  const { id, labelToken, kind, externalRefToken } = command;
  const payload = { id, label_token: labelToken, kind, external_ref_token: externalRefToken };
  if (command.type === 'party.change') return append({ type: 'party.changed', payload });
  return append({ type: 'party.created', payload: { ...payload, ...metadataPart(command.metadata ?? {}) } });
}

/** The same limit again changes nothing. Refuses, first match wins: as `guardWrite` (an administrator), NOT_FOUND, CURRENCY_NOT_ALLOWED. */
export function decideSetExposureLimit(state: TenantState, { actor, id, limit }: SetExposureLimit): Decision {
  const refusal = guardWrite(state, actor, 'admin');
  if (refusal !== null) return refusal;
  if (!state.partyIds.has(id)) return refuse('NOT_FOUND');
  const inForce = state.exposureLimits.get(id);
  if (limit?.currency === inForce?.currency && limit?.amountE8 === inForce?.amountE8) return append();
  if (limit === null) return append({ type: 'party.exposure_limit_set', payload: { id, limit } });
  const { currency, amountE8 } = limit;
  if (!state.currencies.has(currency)) return refuse('CURRENCY_NOT_ALLOWED', { currency });
  return append({ type: 'party.exposure_limit_set', payload: { id, limit: { currency, amount: formatAmountE8(amountE8) } } });
}
