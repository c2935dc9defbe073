// What may be asked for with an API key. It is looked at before anything else of a command, so that a key that has ended learns
// nothing, not even that its intent was decided before; and once more on the route. Whatever is not named here takes a person:
// to approve, to close periods and years, to say who may do what, to change what guards the organisation, to end it.

import type { Command } from '../ledger/commands.ts';
import { type Decision, refuse } from '../ledger/decision.ts';
import type { TenantState } from '../ledger/state.ts';
import type { KeyGrant } from './events.ts';
import { keyOf } from './mark.ts';
import type { ApiKeyState } from './state.ts';

/** Each grant has those before it. */
const grants: readonly KeyGrant[] = ['read', 'post', 'admin'];

/** Whether a grant suffices where another is needed. */
export const hasGrant = (grant: KeyGrant, needed: KeyGrant): boolean => grants.indexOf(grant) >= grants.indexOf(needed);

/** What a command needs of the key that it came with. A recurring intent is not here: it would outlive the key. */
const needed: { readonly [T in Command['type']]?: KeyGrant } = {
  'intent.execute': 'post',
  'snapshot.take': 'post',
  'attachment.add': 'post',
  'recon.import': 'post',
  'recon.match': 'post',
  'recon.unmatch': 'post',
  'account.create': 'admin',
  'account.close': 'admin',
  'account.reopen': 'admin',
  'account.set_bucket': 'admin',
  'gl_account.create': 'admin',
  'gl_account.use_standard_chart': 'admin',
  'gl_account.delete': 'admin',
  'currency.allow': 'admin',
  'currency.remove': 'admin',
  'fx_rate.set': 'admin',
  'fx_rates.import': 'admin',
  'party.create': 'admin',
  'party.change': 'admin',
  'branding.set': 'admin',
  'template.save': 'admin',
  'template.remove': 'admin',
  'entity.create': 'admin',
  'entity.rename': 'admin',
  'entity.deactivate': 'admin',
  'entity.reactivate': 'admin',
  'recon_source.save': 'admin',
  'recon_source.remove': 'admin',
  'interest_bucket.create': 'admin',
  'interest_rate.set': 'admin',
};

/** Whether a key can still be used at an instant. */
export const isLive = (key: Pick<ApiKeyState, 'revoked' | 'expiresAtUs'>, nowUs: bigint): boolean =>
  !key.revoked && key.expiresAtUs > nowUs;

/**
 * The refusal, or null for whoever acts without a key or with one that suffices. What its maker may do is decided after this, as
 * if they had asked.
 *
 * Refuses, first match wins: UNAUTHORIZED (unknown, another's, revoked, expired), FORBIDDEN (`needs: 'person'`, or the `grant`).
 */
export function guardKey(state: TenantState, { type, actor }: Command, nowUs: bigint): Decision | null {
  const id = keyOf(actor);
  if (id === null) return null;
  const key = state.apiKeys.get(id);
  if (key === undefined || key.makerId !== actor.id || !isLive(key, nowUs)) return refuse('UNAUTHORIZED');
  const grant = needed[type];
  if (grant === undefined) return refuse('FORBIDDEN', { needs: 'person' });
  return hasGrant(key.grant, grant) ? null : refuse('FORBIDDEN', { needs: 'grant', grant });
}
