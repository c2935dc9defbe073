import { CONSENT_LIFE_SECONDS } from '@countinghouse/contract/features/intents';
import type { Tenant } from '@countinghouse/contract/features/tenants';
import { expect, test } from 'vitest';
import {
  changed,
  choiceOf,
  Draft,
  HOLD_UNTIL_MISSING,
  knownBadOf,
  newDraft,
  newFollower,
  newRow,
  refusalOf,
  regenerated,
  requestFrom,
  settled,
  suggested,
} from './draft.ts';

const now = new Date('2026-01-31T12:00:00Z');
const tenant = { id: 't', signingMode: 'STANDARD', enforceSignedIntents: false } as Tenant;
const row = newRow({ debitAccount: 'a', creditAccount: 'b', amount: '12.5', currency: 'EUR' });
const whole: Draft = { ...newDraft(now), rows: [row], fxSnapshotId: 's' };
const receipt = { ok: true, status: 'executed', intentId: whole.intentId, eventId: 'e', eventHash: 'h', seq: 7, duplicate: false } as const;

test('a new draft consents for 30 days from now', () => {
  expect(whole.scope).toEqual(['ledger:post']);
  expect(Date.parse(whole.expiresAt ?? '') - Date.parse(whole.grantedAt ?? '')).toBe(CONSENT_LIFE_SECONDS * 1000);
});

test.each<[string, Partial<Draft>, Tenant | null, string | null]>([
  ['a whole draft may go', {}, tenant, null],
  ['no row', { rows: [] }, tenant, 'Fill all fields before submitting'],
  ['no value date', { valueDate: '' }, tenant, 'Fill all fields before submitting'],
  ['no debit account', { rows: [{ ...row, debitAccount: '' }] }, tenant, 'Fill all fields before submitting'],
  ['no currency', { rows: [{ ...row, currency: 'EU' }] }, tenant, 'Fill all fields before submitting'],
  ['an empty amount is zero', { rows: [{ ...row, amount: '' }] }, tenant, 'Fill all fields before submitting'],
  ['zero', { rows: [{ ...row, amount: '-0.00' }] }, tenant, 'Fill all fields before submitting'],
  ['not a decimal', { rows: [{ ...row, amount: '1,5' }] }, tenant, 'Use a decimal with at most 20 digits before and 8 after the point.'],
  ['one account twice', { rows: [{ ...row, creditAccount: 'a' }] }, tenant, 'Debit and credit account of a row must differ.'],
  ['no organisation', {}, null, 'Active organisation not resolved'],
  ['no snapshot', { fxSnapshotId: null }, tenant, 'Create an FX snapshot before posting intents'],
  ['signature demanded', {}, { ...tenant, signingMode: 'DEV', enforceSignedIntents: true }, 'Signature required before submitting'],
  ['signature not demanded in STANDARD', {}, { ...tenant, enforceSignedIntents: true }, null],
  ['signature not enforced', {}, { ...tenant, signingMode: 'DEV' }, null],
  ['a hold without an end', { useCase: 'hold' }, tenant, HOLD_UNTIL_MISSING],
  ['a hold until a time', { useCase: 'hold', holdUntil: '2026-02-07T12:00:00Z' }, tenant, null],
  ['a follower needs neither rows nor snapshot', { useCase: 'void', follows: 'h', rows: [], fxSnapshotId: null }, tenant, null],
  ['no scope', { scope: [] }, tenant, 'consent_scope_required'],
  ['no consent time', { expiresAt: null }, tenant, 'The consent needs valid times: granted_at before expires_at, both RFC 3339.'],
])('%s', (_name, change, standing, refusal) => {
  expect(refusalOf({ ...whole, ...change }, standing)).toBe(refusal);
});

test('editing before a receipt keeps the key; the first edit after one draws a new key and intent id', () => {
  expect(changed(whole, { valueDate: '2026-01-01' }, now)).toMatchObject({ idemKey: whole.idemKey, intentId: whole.intentId });
  const done = settled(whole, receipt, receipt);
  expect(done.idemKey).toBe(whole.idemKey);
  const next = changed(done, { valueDate: '2026-01-01' }, now);
  expect(next.idemKey).not.toBe(whole.idemKey);
  expect(next.intentId).not.toBe(whole.intentId);
  expect(next.receipt).toBeNull();
  expect(changed(next, { valueDate: '2026-01-02' }, now).idemKey).toBe(next.idemKey);
});

test('Regenerate draws a new key and intent id and keeps the rows', () => {
  const next = regenerated(whole);
  expect(next.idemKey).not.toBe(whole.idemKey);
  expect(next.intentId).not.toBe(whole.intentId);
  expect(next.rows).toBe(whole.rows);
});

test('a signature is over the whole of it: whatever else changes takes it away', () => {
  const signed = changed(whole, { signature: 'a..b' }, now);
  expect(signed.signature).toBe('a..b');
  expect(settled(signed, receipt, {}).signature).toBe('a..b');
  for (const next of [
    changed(signed, { valueDate: '2026-01-02' }, now),
    suggested(signed, { fxSnapshotId: 'other' }),
    regenerated(signed),
    changed(settled(signed, receipt, {}), { reference: 'r' }, now),
  ])
    expect(next.signature).toBe('');
});

test('only a rejection keeps its answer', () => {
  expect(settled(whole, receipt, { raw: 1 }).rejection).toBeNull();
  expect(settled(whole, { ...receipt, ok: false, status: 'rejected' }, { raw: 1 }).rejection).toEqual({ raw: 1 });
});

test('the request carries amounts at 8 decimals, the row’s own value date where it has one, and no empty signature', () => {
  const request = requestFrom({ ...whole, rows: [row, { ...row, amount: '-3', valueDate: '2026-02-01' }] }, 'tenant');
  expect(request.proposed_actions.map((r) => [r.amount, r.valueDate])).toEqual([
    ['12.50000000', whole.valueDate],
    ['-3.00000000', '2026-02-01'],
  ]);
  expect(request).toMatchObject({ actor: 'web-console', use_case: 'manual_post', idem_key: whole.idemKey, snapshot_ids: { fx: 's' } });
  expect(request).not.toHaveProperty('signature');
});

test('choosing Hold suggests seven days and keeps a time that was chosen', () => {
  expect(choiceOf(whole, 'hold', now)).toEqual({ useCase: 'hold', holdUntil: '2026-02-07T12:00:00Z' });
  const chosen = { ...whole, holdUntil: '2026-03-01T00:00:00Z' };
  expect(choiceOf(chosen, 'hold', now).holdUntil).toBe('2026-03-01T00:00:00Z');
});

test.each<[string, Partial<Draft>, object]>([
  ['a posting', {}, {}],
  ['a posting only of what is available', { requireAvailable: true }, { require_available: true }],
  ['a posting after a look at Hold', { holdUntil: '2026-02-07T12:00:00Z' }, {}],
  [
    'a hold',
    { useCase: 'hold', holdUntil: '2026-02-07T12:00:00Z', requireAvailable: true },
    { hold_expires_at: '2026-02-07T12:00:00Z', require_available: true },
  ],
  ['a capture', { useCase: 'capture', follows: 'h' }, { hold: 'h' }],
  ['a void', { useCase: 'void', follows: 'h' }, { hold: 'h' }],
  ['a reversal', { useCase: 'reversal', follows: 'i' }, { reverses: 'i' }],
])('the constraints of %s', (_name, change, constraints) => {
  expect(requestFrom({ ...whole, ...change }, 'tenant').constraints).toEqual(constraints);
});

test('a follower names what it follows, for that day, and leaves the snapshot to it', () => {
  const follower = newFollower('reversal', 'i', '2025-12-31', [], now);
  expect(requestFrom(follower, 'tenant')).toMatchObject({
    use_case: 'reversal',
    value_date: '2025-12-31',
    proposed_actions: [],
    snapshot_ids: { fx: null },
  });
});

test('a draft that was kept before there were holds is a posting', () => {
  const { useCase: _u, follows: _f, holdUntil: _h, requireAvailable: _r, ...old } = whole;
  expect(Draft.parse(old)).toEqual({ ...whole, rejection: null });
});

test('what the accounts of a row say against it is known before it is sent', () => {
  const account = (id: string, currency: string, closed = false) => ({ id, code: id.toUpperCase(), currency, closed });
  const row = { ...whole.rows[0], debitAccount: 'a', creditAccount: 'b', currency: 'USD' } as (typeof whole.rows)[number];
  expect(knownBadOf([row], [account('a', 'USD'), account('b', 'USD')])).toBeNull();
  expect(knownBadOf([row, row], [account('a', 'USD'), account('b', 'EUR')])).toBe('Row 1 is in USD, B is in EUR.');
  expect(knownBadOf([row], [account('a', 'USD', true)])).toBe('Row 1: A is closed.');
  expect(knownBadOf([row], [])).toBeNull();
});
