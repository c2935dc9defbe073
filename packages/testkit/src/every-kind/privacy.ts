import { randomUUID } from 'node:crypto';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Books } from '../books.ts';
import { tokenOf } from './pieces.ts';

/** Each act by each right; references as tokens, and in the clear again; an export of an address and one of a party. */
export function* privacy(books: Books, partyId: string): Generator<Command, void> {
  const actor = books.owner;
  const asked = { actor, authority: 'owner' } as const;
  const byToken = { actor: systemActor, authority: 'super_token' } as const;
  yield { type: 'privacy.rotate', ...byToken };
  yield { type: 'privacy.tokenise', ...asked };
  yield { type: 'privacy.tokenise', ...byToken };
  yield { type: 'privacy.finish', actor: systemActor, keyVersion: 2, records: 0 };
  yield { type: 'privacy.export', actor, emailToken: tokenOf('mail'), partyId: null };
  yield { type: 'privacy.export', actor, emailToken: null, partyId };
  yield { type: 'privacy.set_references', actor, references: 'token' };
  const [accountId = ''] = books.accounts;
  const account = { kind: 'operational', currency: 'USD', externalRef: null, entityId: null, glAccountId: books.glAccountId } as const;
  const opened = { ...account, id: randomUUID(), code: 'TOLD-BESIDE', externalRefToken: tokenOf('iban'), floor: 'none' } as const;
  yield { type: 'account.create', actor, ...opened };
  const source = { accountId, bankAccount: null, bankAccountToken: tokenOf('bank'), csv: null } as const;
  yield { type: 'recon_source.save', actor, name: 'Told beside', ...source };
  yield { type: 'privacy.set_references', actor, references: 'clear' };
  yield { type: 'super_token.refuse', actor: systemActor, call: 'tokenise' };
  yield { type: 'super_token.refuse', actor: systemActor, call: 'erase' };
  yield { type: 'super_token.refuse', actor: systemActor, call: 'rotate' };
  yield { type: 'privacy.erase', ...asked, again: null };
  yield { type: 'privacy.erase', ...byToken, again: null };
  yield { type: 'privacy.erase', actor: systemActor, authority: 'tombstone', again: { erasure: 7, keyVersion: 20 } };
  yield { type: 'privacy.rotate', ...asked };
}
