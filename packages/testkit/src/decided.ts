// What tests of decisions on intents ask: which code one came to, and of accounts in entities.

import type { EntityState } from '@countinghouse/kernel/entities/state';
import type { Decision } from '@countinghouse/kernel/ledger/decision';
import type { PureLedger } from './pure-ledger.ts';

/** Puts an account into an entity of its own, where nobody but owners has a role. */
export function inEntity(ledger: PureLedger, code: string): EntityState {
  const entity = { id: `entity-${code}`, code, baseCurrency: 'USD', active: true, members: new Map() };
  ledger.state.entities.set(entity.id, entity);
  const account = ledger.state.accountByCode.get(code);
  if (account !== undefined) Object.assign(account, { entityId: entity.id });
  return entity;
}

/** The code of a decision, with the path of a wrong field. */
export function codeOf(decision: Decision): string {
  if (decision.kind === 'refused') {
    const details = decision.details as readonly { readonly path?: string }[] | undefined;
    return Array.isArray(details) ? `${decision.code} ${details[0]?.path}` : decision.code;
  }
  if (decision.kind === 'duplicate') return 'duplicate';
  const [event] = decision.events;
  return event?.type === 'intent.rejected' ? event.payload.error_code : (event?.type ?? 'nothing');
}
