// What a request may leave out (POST /api/v1/intents), and what is put in its place. The request goes into the log written out, and says
// under `defaults` what of it was filled in, so that whoever reads the log sees what was asked for and what was not.

import { keyOf } from '../api-keys/mark.ts';
import type { JsonObject } from '../canonical/jcs.ts';
import { type Decision, refuseField } from '../ledger/decision.ts';
import type { TenantState } from '../ledger/state.ts';
import type { SnapshotState } from '../snapshots/state.ts';
import { dateOf, formatInstant, US_PER_SECOND } from '../time/instant.ts';
import type { Consent, ExecuteIntent, LeftOut } from './commands.ts';
import type { ResolvedRow } from './planned.ts';

/** How long a consent lasts that comes from the default. Source: specification §9. */
const CONSENT_LIFE_US = 2_592_000n * US_PER_SECOND;

type Filled = { readonly command: ExecuteIntent; readonly rows: readonly ResolvedRow[] } | { readonly refusal: Decision };

/** The request as if everything had been said. Refuses: VALIDATION_ERROR where nobody said what the consent is. */
export function fillIn(state: TenantState, asked: ExecuteIntent, found: readonly ResolvedRow[], nowUs: bigint): Filled {
  const leftOut = asked.leftOut ?? [];
  const consent = leftOut.includes('consent') ? defaultConsent(state, asked, nowUs) : asked.consent;
  if ('refusal' in consent) return consent;
  const valueDate = leftOut.includes('value_date') ? dateOf(nowUs) : asked.valueDate;
  const rows = found.map(({ row, debit, credit }): ResolvedRow => {
    const currency = row.currency === '' ? (debit?.currency ?? credit?.currency ?? '') : row.currency;
    return { row: { ...row, currency, valueDate: row.valueDate === '' ? valueDate : row.valueDate }, debit, credit };
  });
  const fxSnapshotId = leftOut.includes('fx_snapshot') && !isOfOneCurrency(rows) ? latestFxSnapshot(state) : asked.fxSnapshotId;
  const said = asked.request['proposed_actions'];
  const request: JsonObject = {
    ...asked.request,
    value_date: valueDate,
    proposed_actions: (Array.isArray(said) ? (said as readonly JsonObject[]) : []).map((action, i) => ({
      ...action,
      currency: rows[i]?.row.currency ?? '',
    })),
    snapshot_ids: { fx: fxSnapshotId },
    consent: { ...(leftOut.includes('consent') ? defaultWords(state) : (asked.request['consent'] as JsonObject)), ...timesOf(consent) },
    defaults: [...leftOut],
  };
  return { command: { ...asked, valueDate, consent, fxSnapshotId, request, rows: rows.map(({ row }) => row) }, rows };
}

/** What a request that is in the log had left out. */
export const leftOutIn = ({ defaults }: JsonObject): readonly LeftOut[] =>
  Array.isArray(defaults) ? (defaults as readonly LeftOut[]) : [];

/** Postings of one currency name no rates, so that a request may leave the snapshot out. */
export const isOfOneCurrency = (rows: readonly ResolvedRow[]): boolean => rows.every(({ row }) => row.currency === rows[0]?.row.currency);

function defaultConsent(state: TenantState, { actor }: ExecuteIntent, nowUs: bigint): Consent | { readonly refusal: Decision } {
  if (keyOf(actor) === null)
    return { refusal: refuseField('consent', 'Give the consent that this is posted under. Only API keys may leave it out.') };
  const { consent } = state.postingDefaults;
  if (consent === null)
    return { refusal: refuseField('consent', 'Give the consent that this is posted under, or ask an owner to set one for API keys.') };
  return { scope: consent.scope, grantedAt: consent.grantedAt, expiresAt: formatInstant(nowUs + CONSENT_LIFE_US) };
}

const defaultWords = ({ postingDefaults: { consent } }: TenantState): JsonObject => ({
  scope: [...(consent?.scope ?? [])],
  reference: consent?.reference ?? '',
});

const timesOf = ({ grantedAt, expiresAt }: Consent): JsonObject => ({ granted_at: grantedAt, expires_at: expiresAt });

/** The one with the newest rates, where an owner said that it is to be used. */
function latestFxSnapshot({ postingDefaults, snapshots }: TenantState): string | null {
  if (postingDefaults.fxSnapshot === null) return null;
  let latest: SnapshotState | null = null;
  for (const snapshot of snapshots.values())
    if (snapshot.kind === 'fx' && (latest === null || isLater(snapshot, latest))) latest = snapshot;
  return latest?.id ?? null;
}

/** Of the same rates the one that was taken later. */
const isLater = (one: SnapshotState, other: SnapshotState): boolean =>
  one.effectiveAt === other.effectiveAt ? one.seq > other.seq : one.effectiveAt > other.effectiveAt;
