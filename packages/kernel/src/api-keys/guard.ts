// What may be asked for with an API key. It is looked at before anything else of a command, so that a key that has ended learns
// nothing, not even that its intent was decided before; and once more on the route. Which grant a command needs stands in its row in
// `<slice>/slice.ts`. Without one it takes a person: to approve, to close periods and years, to say who may do what, to change what
// guards the organisation, to end it; also to begin a recurring intent, which would outlive the key.

import type { Actor } from '../ledger/actor.ts';
import { type Decision, refuse } from '../ledger/decision.ts';
import type { TenantState } from '../ledger/state.ts';
import type { KeyGrant } from './events.ts';
import { keyOf } from './mark.ts';
import type { ApiKeyState } from './state.ts';

/** Each grant has those before it. */
const grants: readonly KeyGrant[] = ['read', 'propose', 'post', 'admin'];

/** Whether a grant suffices where another is needed. */
export const hasGrant = (grant: KeyGrant, needed: KeyGrant): boolean => grants.indexOf(grant) >= grants.indexOf(needed);

/** Whether a key with a grant may ask for what needs another: with that one, or where it only proposes, since what it asks for then waits. */
export const mayAskFor = (grant: KeyGrant, needed: KeyGrant): boolean => hasGrant(grant, needed) || grant === 'propose';

/** Whether a key can still be used at an instant. */
export const isLive = (key: Pick<ApiKeyState, 'revoked' | 'expiresAtUs'>, nowUs: bigint): boolean =>
  !key.revoked && key.expiresAtUs > nowUs;

/** Whether the secret that somebody came with is that of the key, or the one before it and not at its end yet. */
function hasLiveSecret({ secretNo, oldSecret }: ApiKeyState, actor: Actor, nowUs: bigint): boolean {
  const came = actor.kind === 'user' ? actor.apiKeySecret : undefined;
  if (came === undefined || came === secretNo) return true;
  return came === secretNo - 1 && oldSecret !== null && oldSecret.endsAtUs > nowUs;
}

/** What is known of a command: its row in `<slice>/slice.ts`. */
interface Asked {
  readonly grant: KeyGrant | 'none';
  readonly cannotWait?: true;
}

/**
 * The refusal, or null for whoever acts without a key or with one that suffices. What its holder may do is decided after
 * this, as if they had asked.
 *
 * Refuses, first match wins: UNAUTHORIZED (unknown, another's, revoked, expired, with a secret that has ended), FORBIDDEN (`needs: 'person'`, or the `grant`).
 */
export function guardKey(state: TenantState, actor: Actor, { grant: needed, cannotWait }: Asked, nowUs: bigint): Decision | null {
  const id = keyOf(actor);
  if (id === null) return null;
  const key = state.apiKeys.get(id);
  if (key === undefined || key.userId !== actor.id || !isLive(key, nowUs) || !hasLiveSecret(key, actor, nowUs))
    return refuse('UNAUTHORIZED');
  if (needed === 'none') return refuse('FORBIDDEN', { needs: 'person' });
  const may = cannotWait === true ? hasGrant(key.grant, needed) : mayAskFor(key.grant, needed);
  return may ? null : refuse('FORBIDDEN', { needs: 'grant', grant: needed });
}

/**
 * The persons who were given the secret, or the one before it, of the key that a service account acts through: nobody approves what they could have asked for
 * themselves. None where a person acts, who is their own maker.
 */
export function keyHoldersOf(state: Pick<TenantState, 'apiKeys' | 'serviceAccounts'>, actor: Actor): readonly string[] {
  const key = state.apiKeys.get(keyOf(actor) ?? '');
  if (key === undefined || !state.serviceAccounts.has(key.userId)) return [];
  const { makerId, oldSecret } = key;
  return oldSecret === null || oldSecret.makerId === makerId ? [makerId] : [makerId, oldSecret.makerId];
}

/** Whether somebody acts through a key that posts nothing by itself: a person decides what it asks for. */
export function onlyProposes(state: Pick<TenantState, 'apiKeys'>, actor: Actor): boolean {
  const id = keyOf(actor);
  return id !== null && state.apiKeys.get(id)?.grant === 'propose';
}

/** What a command leaves that changes nothing until a person decides, or that was rejected. */
const waiting: ReadonlySet<string> = new Set(['approval.requested', 'intent.proposed', 'intent.rejected']);

/** The first of what a decision would change at once; undefined where it comes to nothing but what waits. */
const changedAtOnce = (decision: Decision): string | undefined =>
  decision.kind === 'append' ? decision.events.find(({ type }) => !waiting.has(type))?.type : undefined;

/** Whether a decision comes to nothing but what waits. */
export const onlyWaits = (decision: Decision): boolean => changedAtOnce(decision) === undefined;

/** The last look at what a command comes to. Throws where a key that only proposes would leave more than what waits or was rejected. */
export function assertOnlyProposed(state: Pick<TenantState, 'apiKeys'>, actor: Actor, decision: Decision): void {
  if (!onlyProposes(state, actor)) return;
  const more = changedAtOnce(decision);
  if (more !== undefined) throw new Error(`an API key that only proposes would leave ${more}`);
}
