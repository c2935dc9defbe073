import { idOf, intentOf, member, openBooks, owner, type PureLedger, rowOf, sha256, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { canonicalize } from '../canonical/jcs.ts';
import type { ExecuteIntent } from '../intents/commands.ts';
import type { Decision } from '../ledger/decision.ts';
import { decide } from '../ledger.ts';
import type { LockPeriod, PublishPeriod, StartPeriod } from './commands.ts';

const MAY = { start: '2026-05-01', end: '2026-05-31' } as const;
const start = (more: Partial<StartPeriod> = {}): StartPeriod => ({
  type: 'period.start',
  actor: owner,
  id: `period-${more.start ?? MAY.start}`,
  ...MAY,
  valuationSnapshotId: idOf('fx'),
  snapshotKind: null,
  evidenceRef: null,
  ...more,
});
const lock = (more: Partial<LockPeriod> = {}): LockPeriod => ({
  type: 'period.lock',
  actor: owner,
  ...MAY,
  adjustmentsSnapshotId: null,
  adjustmentsSnapshotKind: null,
  adjustingEvent: null,
  evidenceRef: null,
  ...more,
});
const publish = (more: Partial<PublishPeriod> = {}): PublishPeriod => ({
  type: 'period.publish',
  actor: owner,
  ...MAY,
  statementUri: 'https://example.test/may',
  files: [],
  evidenceRef: null,
  ...more,
});
const dated = (valueDate: string, amount = '10', more: Partial<ExecuteIntent> = {}): ExecuteIntent =>
  intentOf({ valueDate, rows: [rowOf('A', 'B', amount, { valueDate })], ...more });
const code = (d: Decision): string => {
  if (d.kind !== 'append') return d.kind === 'refused' ? d.code : d.kind;
  const [event] = d.events;
  return event?.type === 'intent.rejected' ? event.payload.error_code : (event?.type ?? '');
};
function closing(): PureLedger {
  const ledger = openBooks();
  ledger.submit(dated('2026-05-15', '100'));
  expect(code(ledger.submit(start()))).toBe('period.closing');
  return ledger;
}
function locked(): PureLedger {
  const ledger = closing();
  expect(code(ledger.submit(lock()))).toBe('period.locked');
  return ledger;
}

describe('starting the close', () => {
  test('names the range, the snapshot and where the evidence is', () => {
    expect(openBooks().decide(start({ evidenceRef: 'binder 7' }))).toEqual({
      kind: 'append',
      events: [
        {
          type: 'period.closing',
          payload: {
            id: 'period-2026-05-01',
            period_code: '2026-05',
            period_start: '2026-05-01',
            period_end: '2026-05-31',
            evidence_ref: 'binder 7',
            valuation_snapshot_id: idOf('fx'),
            snapshot_kind: 'fx',
          },
        },
      ],
    });
  });
  test.each(['2026-05-01', '2028-04-30'])('is of a day at least and of 731 at most: to %s', (end) => {
    expect(code(openBooks().decide(start({ end })))).toBe('period.closing');
  });
  test.each([
    ['NOT_FOUND', 'by a stranger', { actor: stranger }],
    ['FORBIDDEN', 'by a member', { actor: member }],
    ['VALIDATION_ERROR', 'of a range that ends before it starts', { end: '2026-04-30' }],
    ['VALIDATION_ERROR', 'of more than two years', { end: '2028-05-01' }],
    ['PERIOD_STATE', 'of a range that was started before', {}],
    ['PERIOD_OVERLAP', 'of a range that shares a day', { start: '2026-05-31', end: '2026-06-30' }],
    ['PERIOD_OVERLAP', 'of a range around it', { start: '2026-01-01', end: '2026-12-31' }],
    ['SNAPSHOT_NOT_FOUND', 'with a snapshot that is not there', { start: '2026-06-01', end: '2026-06-30', valuationSnapshotId: 'nowhere' }],
    ['SNAPSHOT_NOT_FOUND', 'with one of another kind', { start: '2026-06-01', end: '2026-06-30', snapshotKind: 'config' }],
  ] as const)('is refused with %s %s', (expected, _what, change) => {
    expect(code(closing().decide(start(change)))).toBe(expected);
  });
  test('is refused with the snapshot that it lacks, and of which kind it was to be', () => {
    const june = { start: '2026-06-01', end: '2026-06-30' } as const;
    expect(closing().decide(start({ ...june, valuationSnapshotId: 'nowhere' }))).toHaveProperty('details', { snapshot_id: 'nowhere' });
    expect(closing().decide(start({ ...june, valuationSnapshotId: 'nowhere', snapshotKind: 'fx' }))).toHaveProperty('details', {
      snapshot_id: 'nowhere',
      kind: 'fx',
    });
  });
  test('takes two years with a leap day, and not a day more', () => {
    expect(code(openBooks().decide(start({ end: '2028-04-30' })))).toBe('period.closing');
    expect(code(openBooks().decide(start({ end: '2028-05-01' })))).toBe('VALIDATION_ERROR');
  });
  test('is refused while read-only', () => {
    const ledger = openBooks();
    ledger.state.readOnly = true;
    for (const command of [start(), lock(), publish()]) expect(code(ledger.decide(command))).toBe('TENANT_READONLY');
  });
  test('marks what is posted into the range as an adjustment, by the codes of the periods', () => {
    const ledger = closing();
    ledger.submit(start({ start: '2026-04-01', end: '2026-04-30' }));
    const both = ledger.submit(
      intentOf({ rows: ['2026-05-31', '2026-06-01', '2026-04-30'].map((valueDate) => rowOf('A', 'B', '1', { valueDate })) }),
    );
    expect(both).toMatchObject({ events: [{ type: 'intent.executed', payload: { adjusts: ['2026-04', '2026-05'] } }] });
    const [later] = (ledger.submit(dated('2026-06-01')) as Extract<Decision, { kind: 'append' }>).events;
    expect(later?.payload).not.toHaveProperty('adjusts');
    const held = ledger.submit(dated('2026-05-31', '1', { useCase: 'hold' }));
    expect(held).not.toHaveProperty('events.0.payload.adjusts');
  });
});

describe('locking', () => {
  test('seals the trial balance at the end of the period: by GL account, zero in each currency, with its hash', () => {
    const ledger = closing();
    ledger.submit(intentOf({ valueDate: '2026-05-31', rows: [rowOf('A', 'DEBT', '7.5', { valueDate: '2026-05-31' })] }));
    ledger.submit(dated('2026-06-01', '999'));
    const before = ledger.state.head.seq;
    const decision = ledger.submit(lock({ adjustmentsSnapshotId: idOf('reference'), adjustmentsSnapshotKind: 'reference' }));
    const lines = [
      { gl_account_id: idOf('1000'), code: '1000', title: 'GL 1000', currency: 'EUR', balance: '0.00000000' },
      { gl_account_id: idOf('1000'), code: '1000', title: 'GL 1000', currency: 'USD', balance: '7.50000000' },
      { gl_account_id: idOf('2000'), code: '2000', title: 'GL 2000', currency: 'USD', balance: '-7.50000000' },
    ];
    const of = { A: '107.50000000', B: '-100.00000000', DEBT: '-7.50000000' };
    const accounts = [...ledger.state.accounts.values()]
      .map(({ id, code: name, currency }) => ({
        account_id: id,
        balance: of[name as keyof typeof of] ?? '0.00000000',
        code: name,
        currency,
      }))
      .sort((a, b) => (a.code < b.code ? -1 : 1));
    expect(decision).toMatchObject({
      events: [
        {
          type: 'period.locked',
          payload: {
            period_code: '2026-05',
            adjustments_snapshot_id: idOf('reference'),
            adjustments_snapshot_kind: 'reference',
            adjusting_event: null,
            trial_balance: {
              as_of: '2026-05-31',
              known_at_seq: before,
              lines,
              sha256: sha256(canonicalize(lines)),
              accounts: { count: 7, sha256: sha256(canonicalize(accounts)) },
            },
          },
        },
      ],
    });
    expect(ledger.state.periods).toMatchObject([{ code: '2026-05', status: 'locked' }]);
  });
  test('keeps the adjusting event that was named', () => {
    const adjustingEvent = { eventId: 'event-9', seq: 9, there: true };
    expect(closing().decide(lock({ adjustingEvent }))).toMatchObject({
      events: [{ payload: { adjusting_event: { event_id: 'event-9', seq: 9 } } }],
    });
  });
  test.each([
    ['NOT_FOUND', 'by a stranger', { actor: stranger }],
    ['FORBIDDEN', 'by a member', { actor: member }],
    ['NOT_FOUND', 'with an adjusting event that the log has not there', { adjustingEvent: { eventId: 'x', seq: 1, there: false } }],
    ['PERIOD_STATE', 'of a range that was not started', { start: '2026-04-01', end: '2026-04-30' }],
    ['PERIOD_STATE', 'of a part of the range', { end: '2026-05-30' }],
    ['SNAPSHOT_NOT_FOUND', 'with a snapshot that is not there', { adjustmentsSnapshotId: 'nowhere' }],
    ['SNAPSHOT_NOT_FOUND', 'with one of another kind', { adjustmentsSnapshotId: idOf('fx'), adjustmentsSnapshotKind: 'config' }],
  ] as const)('is refused with %s %s', (expected, _what, change) => {
    expect(code(closing().decide(lock(change)))).toBe(expected);
  });
  test('a second time is refused, and says what it is', () => {
    expect(locked().decide(lock())).toMatchObject({ code: 'PERIOD_STATE', details: { status: 'locked', needs: 'closing' } });
  });
  test('waits for open holds that are valued in it, by their intents; those that ended or are valued elsewhere do not count', () => {
    const ledger = closing();
    const hold = (valueDate: string): string => {
      const command = dated(valueDate, '1', { useCase: 'hold' });
      ledger.submit(command);
      return command.intentId;
    };
    const [, first, last] = ['2026-04-30', '2026-05-01', '2026-05-31', '2026-06-01'].map(hold);
    expect(ledger.decide(lock())).toMatchObject({ code: 'PERIOD_STATE', details: { open_holds: [first, last] } });
    // It lasts seven days.
    ledger.nowUs += 7n * 86_400_000_000n - 1n;
    expect(code(ledger.decide(lock()))).toBe('PERIOD_STATE');
    ledger.nowUs += 1n;
    expect(code(ledger.decide(lock()))).toBe('period.locked');
  });
  test('is refused where the books do not agree', () => {
    const ledger = closing();
    const read = ledger.balancesAt(MAY.end);
    const facts = { nowUs: ledger.nowUs, sha256, prior: null };
    const off = (balances: typeof read): Decision => decide(ledger.state, lock(), { ...facts, balances });
    const [first, ...others] = read.accounts;
    const [gl, ...otherGl] = read.gl;
    if (first === undefined || gl === undefined) throw new Error('no accounts');
    expect(code(off(read))).toBe('period.locked');
    for (const wrong of [
      { ...read, accounts: [{ ...first, balance: '100.00000001' }, ...others] },
      { ...read, gl: [{ ...gl, balance: '1' }, ...otherGl] },
      { ...read, gl: otherGl },
    ])
      expect(off(wrong)).toMatchObject({ code: 'PERIOD_STATE', details: { drift: true } });
  });
  test('on balances of another day, or of a log that went on, is a fault of ours', () => {
    const ledger = closing();
    const facts = { nowUs: ledger.nowUs, sha256, prior: null };
    const balances = ledger.balancesAt(MAY.end);
    for (const wrong of [undefined, { ...balances, asOf: '2026-05-30' }, { ...balances, knownAtSeq: balances.knownAtSeq - 1 }])
      expect(() => decide(ledger.state, lock(), wrong === undefined ? facts : { ...facts, balances: wrong })).toThrow(/where the log ends/);
  });
});

describe('a locked period', () => {
  test.each([
    ['2026-04-30', 'intent.executed'],
    ['2026-05-01', 'PERIOD_LOCKED'],
    ['2026-05-31', 'PERIOD_LOCKED'],
    ['2026-06-01', 'intent.executed'],
  ])('a posting for %s: %s', (valueDate, expected) => {
    expect(code(locked().decide(dated(valueDate)))).toBe(expected);
  });
  test('the rejection names the row, the day and the period, and stays so when it is published', () => {
    const ledger = locked();
    const intent = intentOf({ rows: [rowOf('A', 'B', '1'), rowOf('A', 'B', '1', { valueDate: '2026-05-07' })] });
    const rejection = {
      events: [
        {
          type: 'intent.rejected',
          payload: { error_code: 'PERIOD_LOCKED', reason: { row: 1, value_date: '2026-05-07', period_code: '2026-05' } },
        },
      ],
    };
    expect(ledger.decide(intent)).toMatchObject(rejection);
    ledger.submit(publish());
    expect(ledger.decide(intent)).toMatchObject(rejection);
  });
  test('takes no hold either; a hold from before is captured for its own day, and let go for none', () => {
    const ledger = openBooks();
    const [one, other] = [dated('2026-05-20', '5', { useCase: 'hold' }), dated('2026-05-20', '5', { useCase: 'hold' })];
    for (const hold of [one, other]) ledger.submit(hold);
    // As it is where the lock came before holds were asked about: the rung alone decides.
    ledger.submit(start());
    const period = ledger.state.periods[0];
    if (period !== undefined) period.status = 'locked';
    expect(code(ledger.decide(dated('2026-05-20', '5', { useCase: 'hold' })))).toBe('PERIOD_LOCKED');
    const on = (valueDate: string, useCase: string, of: ExecuteIntent): ExecuteIntent =>
      intentOf({ useCase, valueDate, rows: [], constraints: { hold: of.intentId }, fxSnapshotId: null });
    expect(code(ledger.decide(on('2026-05-20', 'capture', one)))).toBe('PERIOD_LOCKED');
    expect(code(ledger.submit(on('2026-06-15', 'capture', one)))).toBe('intent.executed');
    expect(code(ledger.submit(on('2026-05-20', 'void', other)))).toBe('intent.executed');
  });
  test('a reversal of what was posted in it is for the first open day after', () => {
    const ledger = openBooks();
    const original = dated('2026-05-15', '100');
    ledger.submit(original);
    for (const range of [MAY, { start: '2026-06-01', end: '2026-06-10' }]) {
      ledger.submit(start(range));
      ledger.submit(lock(range));
    }
    const posted = ledger.postings.map((p) => p.row);
    const reversal = intentOf({
      useCase: 'reversal',
      rows: [],
      constraints: { reverses: original.intentId },
      fxSnapshotId: null,
      original: { intentId: original.intentId, seq: 1, status: 'executed', useCase: 'manual_post', rows: posted },
    });
    expect(ledger.submit(reversal)).toMatchObject({
      events: [{ type: 'intent.executed', payload: { rows: [{ value_date: '2026-06-11', debit_account_id: idOf('B') }] } }],
    });
  });
});

describe('publishing', () => {
  test('says where the statement is, and what files the system made of it', () => {
    const files = [{ format: 'pdf', sha256: 'a'.repeat(64), size_bytes: 9 }] as const;
    const ledger = locked();
    expect(ledger.submit(publish({ files }))).toMatchObject({
      events: [{ type: 'period.published', payload: { period_code: '2026-05', statement_uri: 'https://example.test/may', files } }],
    });
    expect(ledger.state.periods).toMatchObject([{ status: 'published' }]);
  });
  test.each([
    ['NOT_FOUND', 'by a stranger', { actor: stranger }],
    ['FORBIDDEN', 'by a member', { actor: member }],
    ['PERIOD_STATE', 'of a range that was not started', { start: '2026-04-01', end: '2026-04-30' }],
  ] as const)('is refused with %s %s', (expected, _what, change) => {
    expect(code(locked().decide(publish(change)))).toBe(expected);
  });
  test('before the lock, and a second time, is refused', () => {
    expect(closing().decide(publish())).toMatchObject({ code: 'PERIOD_STATE', details: { status: 'closing', needs: 'locked' } });
    const overtaken = locked();
    const lockedSeq = overtaken.state.head.seq;
    for (const other of [null, lockedSeq - 1])
      expect(overtaken.decide(publish({ lockedSeq: other }))).toMatchObject({
        code: 'PERIOD_STATE',
        details: { status: 'closing', needs: 'locked' },
      });
    expect(code(overtaken.decide(publish({ lockedSeq })))).toBe('period.published');
    const ledger = locked();
    ledger.submit(publish());
    expect(ledger.decide(publish())).toMatchObject({ code: 'PERIOD_STATE', details: { status: 'published', needs: 'locked' } });
  });
});
