// What a request leaves out: what is put in its place, what of it is told, and that a repeat is the same act on another day.
import { idOf, intentOf, openBooks, owner, type PureLedger, rowOf, TODAY } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { EventDraft } from '../ledger/events.ts';
import type { ExecuteIntent, LeftOut } from './commands.ts';

const program: Actor = { ...owner, apiKeyId: 'key' };
const key = {
  type: 'api_key.create',
  actor: owner,
  id: 'key',
  name: 'Robot',
  keyHash: 'a'.repeat(64),
  hint: 'chk_AbCd',
  ratePerMinute: null,
} as const;
const DAY_US = 86_400_000_000n;
const all: readonly LeftOut[] = ['consent', 'currency', 'fx_snapshot', 'value_date'];

/** Books with a key that may post, and, unless `consent` is null, a default consent. */
function withKey(
  consent: { readonly scope: readonly string[]; readonly reference: string } | null = { scope: ['post'], reference: 'Board 12' },
): PureLedger {
  const ledger = openBooks();
  const expiresAtUs = ledger.nowUs + 365n * DAY_US;
  ledger.submit({ ...key, grant: 'post', expiresAtUs });
  if (consent !== null) ledger.submit({ type: 'posting_defaults.change', actor: owner, change: { consent } });
  return ledger;
}

/** A post that says two accounts and an amount. */
const post = (more: Partial<ExecuteIntent> = {}): ExecuteIntent =>
  intentOf({
    actor: program,
    rows: [rowOf('A', 'B', '10', { currency: '', valueDate: '' })],
    valueDate: '',
    fxSnapshotId: null,
    consent: { scope: [], grantedAt: '', expiresAt: '' },
    leftOut: all,
    request: { proposed_actions: [{ debitAccount: 'A', creditAccount: 'B', amount: '10' }] },
    ...more,
  });
const eventOf = (ledger: PureLedger, command: ExecuteIntent): EventDraft | undefined => {
  const decision = ledger.submit(command);
  return decision.kind === 'append' ? decision.events.at(-1) : undefined;
};

describe('a post that leaves everything out that it may', () => {
  test('is posted today in the currency of its accounts, under the consent that an owner set; the log has it written out and says so', () => {
    expect(eventOf(withKey(), post())).toMatchObject({
      type: 'intent.executed',
      payload: {
        value_date: TODAY,
        snapshot_ids: { fx: null },
        rows: [{ currency: 'USD', value_date: TODAY }],
        request: {
          value_date: TODAY,
          proposed_actions: [{ debitAccount: 'A', creditAccount: 'B', amount: '10', currency: 'USD' }],
          snapshot_ids: { fx: null },
          consent: { scope: ['post'], reference: 'Board 12', granted_at: expect.stringMatching(/^2026-/), expires_at: expect.any(String) },
          defaults: all,
        },
      },
    });
  });
  test('is the same act on another day, and under another consent', () => {
    const ledger = withKey();
    const first = post();
    ledger.submit(first);
    ledger.nowUs += 2n * DAY_US;
    ledger.submit({ type: 'posting_defaults.change', actor: owner, change: { consent: { scope: ['post'], reference: 'Board 13' } } });
    expect(ledger.decide(first).kind).toBe('duplicate');
    expect(ledger.decide({ ...first, valueDate: TODAY })).toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  });
  test('is refused without a trace where nobody said what the consent is, and to a person, who says it', () => {
    expect(withKey(null).decide(post())).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'consent' }] });
    expect(withKey().decide(post({ actor: owner }))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'consent' }] });
  });
  test('is rejected where its accounts are of two currencies', () => {
    const rows = [rowOf('A', 'E', '1', { currency: '', valueDate: '' })];
    expect(eventOf(withKey(), post({ rows }))).toMatchObject({ payload: { error_code: 'CURRENCY_MISMATCH' } });
  });
  test('of several currencies needs an FX snapshot: the newest, where an owner said so', () => {
    const rows = [rowOf('A', 'B', '1', { currency: '', valueDate: '' }), rowOf('E', 'F', '1', { currency: '', valueDate: '' })];
    const ledger = withKey();
    expect(eventOf(ledger, post({ rows }))).toMatchObject({ payload: { error_code: 'FX_SNAPSHOT_REQUIRED' } });
    ledger.submit({ type: 'posting_defaults.change', actor: owner, change: { fx_snapshot: 'latest' } });
    expect(eventOf(ledger, post({ rows }))).toMatchObject({ type: 'intent.executed', payload: { snapshot_ids: { fx: idOf('fx') } } });
    ledger.submit({ type: 'snapshot.take', actor: owner, id: 'newer', kind: 'fx', label: '', source: 'test' });
    const newer = { payload: { snapshot_ids: { fx: 'newer' } } };
    expect(eventOf(ledger, post({ rows }))).toMatchObject(newer);
    const closing = { id: 'closing', kind: 'fx', label: '', source: 'test', effectiveUs: ledger.nowUs - DAY_US } as const;
    ledger.submit({ type: 'snapshot.take', actor: owner, ...closing });
    expect(eventOf(ledger, post({ rows }))).toMatchObject(newer);
  });
  test('that names no snapshot and leaves nothing out needs one, whatever its currencies', () => {
    const { leftOut: _leftOut, ...whole } = intentOf({ fxSnapshotId: null });
    expect(eventOf(withKey(), whole)).toMatchObject({ payload: { error_code: 'FX_SNAPSHOT_REQUIRED' } });
  });
  test('waits for approval with what was filled in, and is posted with it', () => {
    const ledger = withKey();
    ledger.submit({ type: 'member.change_role', actor: owner, userId: 'member', role: 'owner' });
    ledger.submit({ type: 'limit.set', actor: owner, key: 'high_risk_amount', value: '5' });
    const proposed = eventOf(ledger, post());
    expect(proposed).toMatchObject({ type: 'intent.proposed', payload: { value_date: TODAY } });
    const [id = ''] = ledger.state.approvals.keys();
    ledger.nowUs += DAY_US;
    ledger.submit({ type: 'approval.approve', actor: { kind: 'user', id: 'member' }, id, payloadHash: null, comment: '' });
    expect(ledger.events.at(-1)).toMatchObject({ type: 'intent.executed', payload: { value_date: TODAY, request: { defaults: all } } });
  });
});
