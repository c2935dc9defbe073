// What a made log may say, rightly or not: intents, holds, reversals, locks, approvals and snapshots.

import { hash, randomUUID } from 'node:crypto';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { ACCOUNTS, executed, GL_ACCOUNT, intentOf, type MadeLog, makeKey, rowOf, signDetached, TENANT } from './made-log.ts';

const sha256 = (text: string): string => hash('sha256', text);
export const USER = '0197a3c0-0000-7000-8000-000000000001';
export const CHECKER = '0197a3c0-0000-7000-8000-000000000002';
export const action = { debitAccount: 'A0', creditAccount: ACCOUNTS[1], amount: '12.5', currency: 'EUR', narrative: 'n' };
export const requestFor = (intentId: string, more: JsonObject = {}): JsonObject => ({
  intent_id: intentId,
  tenant_id: TENANT,
  value_date: '2026-01-31',
  proposed_actions: [action],
  ...more,
});

/** Signed once; posted under each of these names. */
export function signedAs(log: MadeLog, ...intentIds: readonly string[]): void {
  const key = makeKey();
  log.addKey(key, 'intent', USER);
  const request = { value_date: '2026-01-31', proposed_actions: [action] };
  const signature = signDetached(key, canonicalize(request));
  const checks = { signature: 'verified', signing_kid: key.kid };
  for (const id of intentIds) log.append('intent.executed', executed(id, { actor_id: USER, request, checks }), { signature });
}

export const hold = (log: MadeLog, expires_at = '2026-02-07T12:00:00.000000Z'): void =>
  log.append('intent.executed', executed('held', { rows: [], hold: { action: 'place', expires_at, rows: [rowOf()] } }));
export const capture = (log: MadeLog, id: string, amount = '12.50000000', more: JsonObject = {}, beside: JsonObject = {}): void =>
  log.append(
    'intent.executed',
    executed(id, { rows: [rowOf({ amount })], hold: { action: 'capture', intent_id: 'held', ...more }, ...beside }),
  );
/** Captures a part and says what stays reserved, of line 1 unless said otherwise. */
export const captureSome = (
  log: MadeLog,
  id: string,
  amount: string,
  ...rest: readonly (readonly [amount: string, line?: number])[]
): void => capture(log, id, amount, { rest: rest.map(([left, line = 1]) => ({ line, amount: left })) });

const mirrored = { debit_account_id: ACCOUNTS[1], credit_account_id: ACCOUNTS[0] };
/** What takes the intent `first` back. */
export const reversalOf = (more: JsonObject = {}, seq = 5): JsonObject => ({
  rows: [rowOf({ ...mirrored, ...more })],
  reverses: { intent_id: 'first', seq },
});
export const reverse = (log: MadeLog, id: string, more: JsonObject = {}, seq = 5): void =>
  log.append('intent.executed', executed(id, reversalOf(more, seq)));

export const period = {
  id: randomUUID(),
  period_code: '2026-01',
  period_start: '2026-01-01',
  period_end: '2026-01-31',
  evidence_ref: null,
};
export const glLine: JsonObject = { gl_account_id: GL_ACCOUNT, code: '1000', title: 'Cash', currency: 'EUR', balance: '0.00000000' };
/** Begins to close a period, and locks it: what was posted until its last day is that much between the two accounts, on one line of the chart. */
export function lock(log: MadeLog, posted: string, range: JsonObject = period, line: JsonObject = glLine): void {
  startClosing(log, range);
  sealPeriod(log, posted, range, line);
}
export const startClosing = (log: MadeLog, range: JsonObject = period): void =>
  log.append('period.closing', { ...range, valuation_snapshot_id: 's', snapshot_kind: 'fx' });
export function sealPeriod(log: MadeLog, posted = '0.00000000', range: JsonObject = period, line: JsonObject = glLine): void {
  const [debit, credit] = [posted, posted === '0.00000000' ? posted : `-${posted}`];
  const accounts = [
    { account_id: ACCOUNTS[0], balance: debit, code: 'A0', currency: 'EUR' },
    { account_id: ACCOUNTS[1], balance: credit, code: 'A1', currency: 'EUR' },
  ];
  const gl = [line];
  log.append('period.locked', {
    ...range,
    adjustments_snapshot_id: null,
    adjustments_snapshot_kind: null,
    adjusting_event: null,
    trial_balance: {
      as_of: range['period_end'] ?? null,
      known_at_seq: log.seq,
      lines: gl,
      sha256: sha256(canonicalize(gl)),
      accounts: { count: 2, sha256: sha256(canonicalize(accounts)) },
    },
  });
}

/** An intent that waits: with other members of the event, of its approval, or of what is to be approved. */
export function propose(
  log: MadeLog,
  {
    event = {},
    approval = {},
    asked = {},
  }: { readonly event?: JsonObject; readonly approval?: JsonObject; readonly asked?: JsonObject } = {},
): string {
  const payload: JsonObject = {
    intent_id: 'asked',
    idem_key: 'asked',
    maker_id: USER,
    use_case: 'manual_post',
    value_date: '2026-01-31',
    constraints: {},
    rows: [rowOf()],
    snapshot_ids: { fx: null },
    consent: { scope: ['x'], granted_at: '2026-01-31T11:00:00Z', expires_at: '2026-02-28T11:00:00Z' },
    signature: null,
    signing_kid: null,
    fingerprint: 'f'.repeat(64),
    original: null,
    ...asked,
  };
  const payload_hash = sha256(canonicalize(payload));
  log.append('intent.proposed', {
    ...intentOf('asked'),
    ...event,
    approval: {
      id: APPROVAL,
      payload_hash,
      held_for: { code: 'POLICY' },
      needed: 1,
      eligible: 1,
      expires_at: '2026-02-28T11:00:00.000000Z',
      payload,
      entity_ids: [],
      unassigned: true,
      ...approval,
    },
  });
  return payload_hash;
}
const APPROVAL = '0197a3c0-0000-7000-8000-000000000003';
export const approve = (log: MadeLog, payload_hash: string, actorId = CHECKER, remaining = 0): void =>
  log.append('approval.approved', { id: APPROVAL, payload_hash, comment: '', remaining, follows: remaining === 0 ? 2 : 0 }, { actorId });
export const endApproval = (log: MadeLog, payload_hash: string, code: string, actorId: string): void =>
  log.append('approval.rejected', { id: APPROVAL, payload_hash, code, comment: '' }, { actorId });
export const postApproved = (log: MadeLog, id = 'asked', more: JsonObject = {}): void =>
  log.append('intent.executed', executed(id, { approval_id: APPROVAL, ...more }));

export const snapshot = (log: MadeLog, more: JsonObject = {}): void =>
  log.append('snapshot.taken', {
    id: randomUUID(),
    kind: 'reference',
    label: 'l',
    seq: log.seq,
    event_hash: log.hash,
    root_hash: log.root,
    effective_at: '2026-01-31T12:00:00.000000Z',
    source: 's',
    uri: null,
    metadata: {},
    ...more,
  });

export const first = (log: MadeLog): void => log.append('intent.executed', executed('first'));
