// The intent a person is writing: what it begins as, when its key changes, whether it may be sent, and what is sent.
//
// The key is made with the draft and stays through retries and reloads, so that a repeated Submit is never a second posting.
// Once a receipt has settled it, the first change begins another business act: new key, new intent id, fresh consent.

import type { Account } from '@countinghouse/contract/features/accounts';
import { HOLD_LIFE_SECONDS } from '@countinghouse/contract/features/holds';
import {
  CAPTURE_USE_CASE,
  CONSENT_LIFE_SECONDS,
  HOLD_USE_CASE,
  INTENT_ACTOR,
  INTENT_USE_CASE,
  type IntentInput,
  REVERSAL_USE_CASE,
  type Receipt,
  Receipt as ReceiptSchema,
  VOID_USE_CASE,
} from '@countinghouse/contract/features/intents';
import type { Tenant } from '@countinghouse/contract/features/tenants';
import { messageOf } from '@countinghouse/contract/messages';
import type { Metadata } from '@countinghouse/contract/metadata-fields';
import * as z from 'zod';
import { metadataOf } from '../../../lib/values/metadata.ts';
import { normaliseAmount, ZERO_AMOUNT } from '../../../lib/values/money.ts';
import { newId } from '../../../lib/values/text/ids.ts';
import { addSeconds, today, toInstant } from '../../../lib/values/time.ts';

// Source: specification §3, §7: what a posting from this screen is consented for.
export const DEFAULT_CONSENT_SCOPE: readonly string[] = ['ledger:post'];

const DraftRow = z.object({
  id: z.string(),
  debitAccount: z.string(),
  creditAccount: z.string(),
  amount: z.string(),
  currency: z.string(),
  valueDate: z.string(),
  narrative: z.string(),
});
export type DraftRow = z.output<typeof DraftRow>;

const UseCase = z.enum([INTENT_USE_CASE, HOLD_USE_CASE, CAPTURE_USE_CASE, VOID_USE_CASE, REVERSAL_USE_CASE]);
export type UseCase = z.output<typeof UseCase>;

export const Draft = z.object({
  idemKey: z.string(),
  intentId: z.string(),
  useCase: UseCase.default(INTENT_USE_CASE),
  /** The intent that it captures, voids or takes back. */
  follows: z.string().nullable().default(null),
  /** Of a capture: what it leaves of its hold is free again. */
  releaseRest: z.boolean().default(false),
  /** Until when a hold reserves; RFC 3339. */
  holdUntil: z.string().nullable().default(null),
  /** Refuses to overdraw what is available, also on accounts without a floor. */
  requireAvailable: z.boolean().default(false),
  rows: z.array(DraftRow),
  /** Of every row that has none of its own. */
  narrative: z.string().default(''),
  valueDate: z.string(),
  fxSnapshotId: z.string().nullable(),
  scope: z.array(z.string()),
  reference: z.string(),
  grantedAt: z.string().nullable(),
  expiresAt: z.string().nullable(),
  signature: z.string(),
  metadata: z.array(z.object({ key: z.string(), value: z.string() })).default([]),
  /** What settled this key, once something has. */
  receipt: ReceiptSchema.nullable(),
  /** The answer as it came, where it was a rejection. */
  rejection: z.unknown().optional(),
});
export type Draft = z.output<typeof Draft>;
/** What a person can change. */
export type DraftChange = Partial<Omit<Draft, 'idemKey' | 'intentId' | 'follows' | 'receipt' | 'rejection'>>;

export const newRow = (like?: Partial<DraftRow>): DraftRow => ({
  debitAccount: '',
  creditAccount: '',
  amount: '',
  currency: '',
  valueDate: '',
  narrative: '',
  ...like,
  id: newId(),
});

const freshKeys = () => ({ idemKey: newId(), intentId: newId(), receipt: null, rejection: null });
const freshConsent = (now: Date) => ({ grantedAt: toInstant(now), expiresAt: toInstant(addSeconds(now, CONSENT_LIFE_SECONDS)) });

export const newDraft = (now: Date): Draft => ({
  ...freshKeys(),
  ...freshConsent(now),
  useCase: INTENT_USE_CASE,
  follows: null,
  releaseRest: false,
  holdUntil: null,
  requireAvailable: false,
  rows: [newRow()],
  narrative: '',
  valueDate: today(now),
  fxSnapshotId: null,
  scope: [...DEFAULT_CONSENT_SCOPE],
  reference: '',
  signature: '',
  metadata: [],
});

/** An intent that follows another: it names that one, and its FX snapshot is that one's. */
export const newFollower = (useCase: UseCase, follows: string, valueDate: string, rows: readonly DraftRow[], now: Date): Draft => ({
  ...newDraft(now),
  useCase,
  follows,
  valueDate,
  rows: [...rows],
});

/** Posts now, or reserves until a time that is suggested where none was chosen. */
export const choiceOf = (draft: Draft, useCase: UseCase, now: Date): DraftChange => ({
  useCase,
  holdUntil: useCase === HOLD_USE_CASE ? (draft.holdUntil ?? toInstant(addSeconds(now, HOLD_LIFE_SECONDS))) : draft.holdUntil,
});

/** A signature is over the whole of the request: whatever else changes takes it away. */
const unsigned = { signature: '' } as const;

/** A change by hand. The first one after a receipt begins another act. */
export const changed = (draft: Draft, change: DraftChange, now: Date): Draft =>
  draft.receipt === null
    ? { ...draft, ...unsigned, ...change }
    : { ...draft, ...unsigned, ...freshKeys(), ...freshConsent(now), ...change };

/** What is filled in where a person has not chosen; never another act. */
export const suggested = (draft: Draft, change: DraftChange): Draft => ({ ...draft, ...unsigned, ...change });

export const regenerated = (draft: Draft): Draft => ({ ...draft, ...unsigned, ...freshKeys() });

export const settled = (draft: Draft, receipt: Receipt, answer: unknown): Draft => ({
  ...draft,
  receipt: ReceiptSchema.parse(receipt),
  rejection: receipt.status === 'rejected' ? answer : null,
});

export type RowField = 'debitAccount' | 'creditAccount' | 'amount' | 'currency';

/** What is wrong with a row, by field; empty for a row that may be sent. */
export function faultsOfRow(row: DraftRow): ReadonlyMap<RowField, string> {
  const faults = new Map<RowField, string>();
  const amount = normaliseAmount(row.amount);
  if (row.debitAccount === '') faults.set('debitAccount', 'Choose an account');
  if (row.creditAccount === '') faults.set('creditAccount', 'Choose an account');
  else if (row.creditAccount === row.debitAccount) faults.set('creditAccount', messageOf('SAME_ACCOUNT'));
  if (amount === null) faults.set('amount', 'Use a decimal with at most 20 digits before and 8 after the point.');
  else if (amount.replace('-', '') === ZERO_AMOUNT) faults.set('amount', 'Enter an amount');
  if (!/^[A-Z]{3}$/.test(row.currency)) faults.set('currency', '3 letters');
  return faults;
}

export const HOLD_UNTIL_MISSING = 'Say until when the amount is held';
export const METADATA_UNFINISHED = 'Check the keys of the metadata';

/** Why a draft may not be sent, first match wins; null if it may. Sentences: specification §5. */
export function refusalOf(draft: Draft, tenant: Tenant | null): string | null {
  if ((draft.rows.length === 0 && draft.follows === null) || draft.valueDate === '') return 'Fill all fields before submitting';
  const faults = draft.rows.flatMap((row) => [...faultsOfRow(row)]);
  if (faults.some(([, sentence]) => sentence !== messageOf('SAME_ACCOUNT') && !sentence.startsWith('Use a decimal')))
    return 'Fill all fields before submitting';
  if (faults[0] !== undefined) return faults[0][1];
  if (draft.useCase === HOLD_USE_CASE && draft.holdUntil === null) return HOLD_UNTIL_MISSING;
  if (tenant === null) return 'Active organisation not resolved';
  if (draft.fxSnapshotId === null && draft.follows === null) return messageOf('FX_SNAPSHOT_REQUIRED');
  if (tenant.signingMode !== 'STANDARD' && tenant.enforceSignedIntents && draft.signature.trim() === '')
    return messageOf('SIGNATURE_REQUIRED');
  if (metadataOf(draft.metadata) === null) return METADATA_UNFINISHED;
  if (draft.scope.length === 0) return 'consent_scope_required';
  if (draft.grantedAt === null || draft.expiresAt === null) return messageOf('consent_times_invalid');
  return null;
}

type Named = Pick<Account, 'id' | 'code' | 'currency' | 'closed'>;

/** Why the ledger would reject rows, as far as their accounts say: a closed one, or one in another currency. Null where nothing is known. */
export function knownBadOf(rows: readonly DraftRow[], accounts: readonly Named[]): string | null {
  const byId = new Map(accounts.map((a) => [a.id, a]));
  for (const [index, row] of rows.entries()) {
    for (const account of [byId.get(row.debitAccount), byId.get(row.creditAccount)]) {
      if (account === undefined) continue;
      if (account.closed) return `Row ${index + 1}: ${account.code} is closed.`;
      if (account.currency !== row.currency) return `Row ${index + 1} is in ${row.currency}, ${account.code} is in ${account.currency}.`;
    }
  }
  return null;
}

function constraintsOf(draft: Draft): NonNullable<IntentInput['constraints']> {
  const available = draft.requireAvailable ? { require_available: true } : {};
  switch (draft.useCase) {
    case HOLD_USE_CASE:
      return { ...(draft.holdUntil === null ? {} : { hold_expires_at: draft.holdUntil }), ...available };
    case CAPTURE_USE_CASE:
      // Without rows nothing is left.
      return { hold: draft.follows, ...(draft.releaseRest && draft.rows.length > 0 ? { release_rest: true } : {}) };
    case VOID_USE_CASE:
      return { hold: draft.follows };
    case REVERSAL_USE_CASE:
      return { reverses: draft.follows };
    default:
      return available;
  }
}

/** What a row is about. */
export const narrativeOf = (draft: Pick<Draft, 'narrative'>, row: Pick<DraftRow, 'narrative'>): string =>
  row.narrative.trim() === '' ? draft.narrative.trim() : row.narrative.trim();

/** Rows that were written elsewhere: what all of them say is said once. */
export function filledWith(rows: readonly DraftRow[]): Pick<Draft, 'rows' | 'narrative'> {
  const [narrative = '', ...others] = new Set(rows.map((r) => r.narrative));
  return others.length > 0 ? { rows: [...rows], narrative: '' } : { rows: rows.map((r) => ({ ...r, narrative: '' })), narrative };
}

const metadataPart = (metadata: Metadata): Pick<IntentInput, 'metadata'> => (Object.keys(metadata).length === 0 ? {} : { metadata });

/** The request as it is sent: amounts at 8 decimals, an own value date only where a row has one. */
export const requestFrom = (draft: Draft, tenantId: string): IntentInput => ({
  intent_id: draft.intentId,
  tenant_id: tenantId,
  actor: INTENT_ACTOR,
  use_case: draft.useCase,
  idem_key: draft.idemKey,
  value_date: draft.valueDate,
  constraints: constraintsOf(draft),
  proposed_actions: draft.rows.map((row) => ({
    debitAccount: row.debitAccount,
    creditAccount: row.creditAccount,
    amount: normaliseAmount(row.amount) ?? row.amount,
    currency: row.currency,
    valueDate: row.valueDate === '' ? draft.valueDate : row.valueDate,
    narrative: narrativeOf(draft, row),
  })),
  snapshot_ids: { fx: draft.fxSnapshotId },
  consent: { scope: draft.scope, reference: draft.reference.trim(), granted_at: draft.grantedAt ?? '', expires_at: draft.expiresAt ?? '' },
  ...metadataPart(metadataOf(draft.metadata) ?? {}),
  ...(draft.signature.trim() === '' ? {} : { signature: draft.signature.trim() }),
});
