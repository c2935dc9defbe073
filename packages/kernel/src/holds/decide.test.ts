import { idOf, intentOf, member, openBooks, owner, PureLedger, rowOf, stranger, TODAY } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { ExecuteIntent } from '../intents/commands.ts';
import { systemActor } from '../ledger/actor.ts';
import type { Decision } from '../ledger/decision.ts';
import { evolve } from '../ledger.ts';
import { US_PER_SECOND } from '../time/instant.ts';
import { heldE8 } from './reserved.ts';

const DAY_US = 86_400n * US_PER_SECOND;

/** 100 on SAFE, which may not fall below zero; 50 owed on DEBT, which may not either. */
function openFunds(): PureLedger {
  const ledger = openBooks();
  ledger.submit(intentOf({ rows: [rowOf('SAFE', 'B', '100'), rowOf('A', 'DEBT', '50')] }));
  return ledger;
}

const code = (d: Decision): string => {
  if (d.kind !== 'append') return d.kind === 'refused' ? d.code : d.kind;
  const [event] = d.events;
  return event?.type === 'intent.rejected' ? event.payload.error_code : (event?.type ?? '');
};
const hold = (rows: ExecuteIntent['rows'], more: Partial<ExecuteIntent> = {}): ExecuteIntent =>
  intentOf({ useCase: 'hold', rows, ...more });
const capture = (of: ExecuteIntent, rows: ExecuteIntent['rows'] = [], more: Partial<ExecuteIntent> = {}): ExecuteIntent =>
  intentOf({ useCase: 'capture', rows, constraints: { hold: of.intentId }, fxSnapshotId: null, ...more });
const cancel = (of: ExecuteIntent): ExecuteIntent =>
  intentOf({ useCase: 'void', rows: [], constraints: { hold: of.intentId }, fxSnapshotId: null });
const held = (ledger: PureLedger, account: string): bigint => {
  const found = ledger.state.accountByCode.get(account);
  return found === undefined ? -1n : heldE8(ledger.state, found, ledger.nowUs) / 100_000_000n;
};
const balance = (ledger: PureLedger, account: string): bigint => (ledger.state.accountByCode.get(account)?.balanceE8 ?? -1n) / 100_000_000n;

describe('a hold', () => {
  test('posts nothing and reserves on the side that would fall', () => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '30'), rowOf('DEBT', 'A', '20')]);
    expect(ledger.submit(placed)).toMatchObject({
      events: [{ type: 'intent.executed', payload: { rows: [], hold: { action: 'place', rows: [{ line: 1 }, { line: 2 }] } } }],
    });
    expect(ledger.postings).toHaveLength(2);
    expect(['SAFE', 'DEBT', 'A', 'B'].map((a) => held(ledger, a))).toEqual([30n, 20n, 20n, 0n]);
    expect(balance(ledger, 'SAFE')).toBe(100n);
  });
  test('lasts seven days unless it says how long', () => {
    const ledger = openFunds();
    const decided = ledger.submit(hold([rowOf('B', 'SAFE', '30')]));
    expect(decided).toMatchObject({ events: [{ payload: { hold: { expires_at: '2026-06-22T12:00:00.000000Z' } } }] });
    const until = hold([rowOf('B', 'SAFE', '1')], { constraints: { hold_expires_at: '2026-06-16T00:00:00+02:00' } });
    expect(ledger.submit(until)).toMatchObject({ events: [{ payload: { hold: { expires_at: '2026-06-15T22:00:00.000000Z' } } }] });
    const longest = hold([rowOf('B', 'SAFE', '1')], { constraints: { hold_expires_at: '2027-06-15T23:59:59Z' } });
    expect(ledger.submit(longest)).toMatchObject({ events: [{ payload: { hold: { expires_at: '2027-06-15T23:59:59.000000Z' } } }] });
  });
  test.each([
    ['now', '2026-06-15T12:00:00Z'],
    ['in the past', '2026-06-15T11:59:59Z'],
    ['more than a year ahead', '2027-06-16T00:00:00Z'],
  ])('that ends %s is a wrong request', (_what, at) => {
    const d = openFunds().decide(hold([rowOf('B', 'SAFE', '1')], { constraints: { hold_expires_at: at } }));
    expect(d).toMatchObject({ kind: 'refused', code: 'VALIDATION_ERROR', details: [{ path: 'constraints.hold_expires_at' }] });
  });
  test('takes from what is available, so that holds and postings together never go below a floor', () => {
    const ledger = openFunds();
    expect(code(ledger.submit(hold([rowOf('B', 'SAFE', '60')])))).toBe('intent.executed');
    expect(code(ledger.decide(hold([rowOf('B', 'SAFE', '40.00000001')])))).toBe('INSUFFICIENT_FUNDS');
    expect(code(ledger.decide(intentOf({ rows: [rowOf('B', 'SAFE', '40.00000001')] })))).toBe('INSUFFICIENT_FUNDS');
    expect(code(ledger.submit(intentOf({ rows: [rowOf('B', 'SAFE', '40')] })))).toBe('intent.executed');
    expect(code(ledger.decide(hold([rowOf('B', 'SAFE', '0.00000001')])))).toBe('INSUFFICIENT_FUNDS');
  });
  test('does not count on what it would bring in', () => {
    const ledger = openFunds();
    const through = [rowOf('SAFE', 'B', '500'), rowOf('B', 'SAFE', '400')];
    expect(code(ledger.decide(hold(through)))).toBe('INSUFFICIENT_FUNDS');
    expect(code(ledger.decide(intentOf({ rows: through })))).toBe('intent.executed');
  });
  test('on an account without a floor blocks nothing, unless the intent asks for what is available', () => {
    const ledger = openFunds();
    ledger.submit(hold([rowOf('B', 'A', '45')]));
    expect(held(ledger, 'A')).toBe(45n);
    const rows = [rowOf('B', 'A', '10')];
    expect(code(ledger.decide(intentOf({ rows, constraints: { require_available: true } })))).toBe('INSUFFICIENT_FUNDS');
    expect(code(ledger.decide(intentOf({ rows })))).toBe('intent.executed');
    expect(code(ledger.decide(intentOf({ rows: [rowOf('B', 'A', '5')], constraints: { require_available: true } })))).toBe(
      'intent.executed',
    );
  });
});

describe('a capture', () => {
  test('of everything posts the rows that were held for its own day', () => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '-30', { narrative: 'n' }), rowOf('B', 'SAFE', '40')]);
    ledger.submit(placed);
    const valueDate = '2026-06-20';
    expect(ledger.submit(capture(placed, [], { valueDate }))).toMatchObject({
      events: [
        {
          payload: {
            hold: { action: 'capture', intent_id: placed.intentId },
            rows: [
              { line: 1, debit_account_id: idOf('SAFE'), amount: '30.00000000', value_date: valueDate, narrative: 'n' },
              { line: 2, debit_account_id: idOf('B'), amount: '40.00000000', value_date: valueDate },
            ],
          },
        },
      ],
    });
    expect([balance(ledger, 'SAFE'), held(ledger, 'SAFE'), ledger.state.held.size]).toEqual([90n, 0n, 0]);
  });
  const effect = (d: Decision): unknown => {
    const event = d.kind === 'append' ? d.events[0] : undefined;
    return event?.type === 'intent.executed' ? event.payload.hold : undefined;
  };
  test('of part posts that part; the rest stays reserved, and is captured or let go later', () => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '60'), rowOf('B', 'SAFE', '40')]);
    ledger.submit(placed);
    const part = ledger.submit(capture(placed, [rowOf('B', 'SAFE', '30'), rowOf('SAFE', 'B', '-15')]));
    expect(effect(part)).toEqual({
      action: 'capture',
      intent_id: placed.intentId,
      rest: [
        { line: 1, amount: '15.00000000' },
        { line: 2, amount: '40.00000000' },
      ],
    });
    expect([balance(ledger, 'SAFE'), held(ledger, 'SAFE')]).toEqual([55n, 55n]);
    // What is left is still reserved: nobody else can take it.
    expect(code(ledger.decide(intentOf({ rows: [rowOf('B', 'SAFE', '0.00000001')] })))).toBe('INSUFFICIENT_FUNDS');
    expect(code(ledger.decide(capture(placed, [rowOf('B', 'SAFE', '55.00000001')])))).toBe('HOLD_EXCEEDED');
    expect(effect(ledger.submit(capture(placed, [rowOf('B', 'SAFE', '15')])))).toMatchObject({
      rest: [{ line: 2, amount: '40.00000000' }],
    });
    ledger.submit(cancel(placed));
    expect([balance(ledger, 'SAFE'), held(ledger, 'SAFE'), ledger.state.held.size]).toEqual([40n, 0n, 0]);
    expect(code(ledger.decide(capture(placed)))).toBe('HOLD_VOIDED');
  });
  test('of all but the smallest unit leaves that unit reserved', () => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '100')]);
    ledger.submit(placed);
    const part = ledger.submit(capture(placed, [rowOf('B', 'SAFE', '99.99999999')]));
    expect(effect(part)).toMatchObject({ rest: [{ line: 1, amount: '0.00000001' }] });
    expect(code(ledger.decide(intentOf({ rows: [rowOf('B', 'SAFE', '0.00000001')] })))).toBe('INSUFFICIENT_FUNDS');
    expect(code(ledger.decide(capture(placed)))).toBe('intent.executed');
  });
  test('of the last part, by its rows or by none, spends the hold', () => {
    for (const last of [[rowOf('B', 'SAFE', '70')], []]) {
      const ledger = openFunds();
      const placed = hold([rowOf('B', 'SAFE', '100')]);
      ledger.submit(placed);
      ledger.submit(capture(placed, [rowOf('B', 'SAFE', '30')]));
      const spent = ledger.submit(capture(placed, last));
      expect(effect(spent)).toEqual({ action: 'capture', intent_id: placed.intentId });
      expect([balance(ledger, 'SAFE'), held(ledger, 'SAFE')]).toEqual([0n, 0n]);
      expect(code(ledger.decide(capture(placed)))).toBe('HOLD_CAPTURED');
    }
  });
  test('of part frees the rest where it says so', () => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '100')]);
    ledger.submit(placed);
    ledger.submit(capture(placed, [rowOf('B', 'SAFE', '30')], { constraints: { hold: placed.intentId, release_rest: true } }));
    expect([balance(ledger, 'SAFE'), held(ledger, 'SAFE')]).toEqual([70n, 0n]);
    expect(code(ledger.decide(capture(placed)))).toBe('HOLD_CAPTURED');
  });
  test('of part leaves what the hold reserves of other pairs of accounts, to its time', () => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '30'), rowOf('DEBT', 'A', '20')]);
    ledger.submit(placed);
    ledger.submit(capture(placed, [rowOf('B', 'SAFE', '30')]));
    expect(['SAFE', 'DEBT', 'A'].map((a) => held(ledger, a))).toEqual([0n, 20n, 20n]);
    ledger.nowUs += 7n * DAY_US;
    expect(['SAFE', 'DEBT', 'A'].map((a) => held(ledger, a))).toEqual([0n, 0n, 0n]);
    ledger.submit({ type: 'hold.expire', actor: systemActor, intentId: placed.intentId });
    expect(ledger.state.held.size).toBe(0);
  });
  test('of part is in the state once the log is read again', () => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '60'), rowOf('B', 'SAFE', '40')]);
    ledger.submit(placed);
    ledger.submit(capture(placed, [rowOf('B', 'SAFE', '70')]));
    const again = new PureLedger();
    for (const event of ledger.events) evolve(again.state, event);
    expect(again.state.holds).toEqual(ledger.state.holds);
    expect(again.state.held).toEqual(ledger.state.held);
  });
  test.each([
    ['more than is held', [rowOf('B', 'SAFE', '30.00000001')]],
    ['more than is held, in two rows', [rowOf('B', 'SAFE', '20'), rowOf('B', 'SAFE', '11')]],
    ['more than is held, written the other way round and below zero', [rowOf('SAFE', 'B', '-30.00000001')]],
    ['the other way round', [rowOf('SAFE', 'B', '1')]],
    ['between other accounts', [rowOf('A', 'SAFE', '1')]],
  ])('of %s is rejected by name and leaves the hold open', (_what, rows) => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '30')]);
    ledger.submit(placed);
    expect(code(ledger.submit(capture(placed, rows)))).toBe('HOLD_EXCEEDED');
    expect(held(ledger, 'SAFE')).toBe(30n);
    expect(code(ledger.submit(capture(placed)))).toBe('intent.executed');
  });
  test('names the account that is not there before it counts', () => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '30')]);
    ledger.submit(placed);
    expect(code(ledger.decide(capture(placed, [rowOf('NOWHERE', 'SAFE', '99')])))).toBe('ACCOUNT_NOT_FOUND');
  });
});

describe('a hold is closed once', () => {
  const ends: readonly (readonly [string, string, (ledger: PureLedger, placed: ExecuteIntent) => void])[] = [
    ['captured', 'HOLD_CAPTURED', (l, p) => void l.submit(capture(p))],
    ['voided', 'HOLD_VOIDED', (l, p) => void l.submit(cancel(p))],
    [
      'past its time',
      'HOLD_EXPIRED',
      (l) => {
        l.nowUs += 7n * DAY_US;
      },
    ],
    [
      'expired',
      'HOLD_EXPIRED',
      (l, p) => {
        l.nowUs += 7n * DAY_US;
        l.submit({ type: 'hold.expire', actor: systemActor, intentId: p.intentId });
      },
    ],
  ];
  test.each(ends)('%s: capture and void are rejected with %s, and nothing is reserved any more', (_what, expected, end) => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '30')]);
    ledger.submit(placed);
    end(ledger, placed);
    const consent = { scope: ['x'], grantedAt: '2026-06-15T11:00:00Z', expiresAt: '2027-01-01T00:00:00Z' };
    expect(code(ledger.decide(capture(placed, [], { consent })))).toBe(expected);
    expect(code(ledger.decide({ ...cancel(placed), consent }))).toBe(expected);
    expect(held(ledger, 'SAFE')).toBe(0n);
  });
  test('one that was never placed is not found; neither is an ordinary posting', () => {
    const ledger = openFunds();
    const posted = intentOf();
    ledger.submit(posted);
    for (const of of [posted, intentOf()]) {
      expect(code(ledger.decide(capture(of)))).toBe('HOLD_NOT_FOUND');
      expect(code(ledger.decide(cancel(of)))).toBe('HOLD_NOT_FOUND');
    }
  });
  test('a repeat with the same key is a duplicate, not a second capture', () => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '30')]);
    ledger.submit(placed);
    const once = capture(placed);
    ledger.submit(once);
    expect(ledger.submit(once).kind).toBe('duplicate');
    expect(balance(ledger, 'SAFE')).toBe(70n);
  });
});

describe('the event that a hold has ended', () => {
  test('is the system’s or an owner’s to write, from its time on, once', () => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '30')]);
    ledger.submit(placed);
    const expire = (actor: ExecuteIntent['actor']): string =>
      code(ledger.decide({ type: 'hold.expire', actor, intentId: placed.intentId }));
    ledger.nowUs += 7n * DAY_US - 1n;
    expect(expire(systemActor)).toBe('NOT_FOUND');
    ledger.nowUs += 1n;
    expect(expire(stranger)).toBe('NOT_FOUND');
    expect(expire(member)).toBe('FORBIDDEN');
    expect(expire(owner)).toBe('hold.expired');
    ledger.submit({ type: 'hold.expire', actor: systemActor, intentId: placed.intentId });
    expect(expire(systemActor)).toBe('NOT_FOUND');
    expect(ledger.state.holds.get(placed.intentId)).toMatchObject({ status: 'expired', rows: [] });
  });
});

describe('a reversal', () => {
  const reverse = (ledger: PureLedger, of: ExecuteIntent, more: Partial<ExecuteIntent> = {}): ExecuteIntent => {
    const found = ledger.events.find((e) => e.intentId === of.intentId);
    const original =
      found?.type === 'intent.executed' || found?.type === 'intent.rejected'
        ? {
            intentId: of.intentId,
            seq: found.seq,
            status: found.type === 'intent.executed' ? ('executed' as const) : ('rejected' as const),
            useCase: found.payload.use_case,
            rows: found.type === 'intent.executed' ? found.payload.rows : [],
          }
        : null;
    return intentOf({ useCase: 'reversal', rows: [], constraints: { reverses: of.intentId }, fxSnapshotId: null, original, ...more });
  };
  test('posts the rows with their sides changed over, for the day of the original, and says what it takes back', () => {
    const ledger = openFunds();
    const posted = intentOf({ valueDate: '2026-05-01', rows: [rowOf('A', 'B', '7', { valueDate: '2026-05-02', narrative: 'n' })] });
    ledger.submit(posted);
    const before = balance(ledger, 'A');
    expect(ledger.submit(reverse(ledger, posted))).toMatchObject({
      events: [
        {
          payload: {
            value_date: TODAY,
            reverses: { intent_id: posted.intentId, seq: ledger.state.head.seq - 1 },
            rows: [
              { debit_account_id: idOf('B'), credit_account_id: idOf('A'), amount: '7.00000000', value_date: '2026-05-02', narrative: 'n' },
            ],
          },
        },
      ],
    });
    expect(balance(ledger, 'A')).toBe(before - 7n);
  });
  test('happens once', () => {
    const ledger = openFunds();
    const posted = intentOf();
    ledger.submit(posted);
    const first = reverse(ledger, posted);
    ledger.submit(first);
    expect(code(ledger.decide(reverse(ledger, posted)))).toBe('INTENT_ALREADY_REVERSED');
    expect(ledger.submit(first).kind).toBe('duplicate');
  });
  test.each<readonly [string, (ledger: PureLedger) => ExecuteIntent]>([
    ['a hold', () => hold([rowOf('B', 'SAFE', '1')])],
    ['a rejected intent', () => intentOf({ rows: [rowOf('A', 'A', '1')] })],
    [
      'a reversal',
      (ledger) => {
        const posted = intentOf();
        ledger.submit(posted);
        return reverse(ledger, posted);
      },
    ],
  ])('of %s is rejected', (_what, make) => {
    const ledger = openFunds();
    const of = make(ledger);
    ledger.submit(of);
    expect(code(ledger.submit(reverse(ledger, of)))).toBe('INTENT_NOT_REVERSIBLE');
  });
  test('of an intent that is not there is rejected, also where another one is handed in', () => {
    const ledger = openFunds();
    const posted = intentOf();
    ledger.submit(posted);
    expect(code(ledger.decide(reverse(ledger, intentOf())))).toBe('INTENT_NOT_FOUND');
    expect(code(ledger.decide(reverse(ledger, posted, { constraints: { reverses: 'another' } })))).toBe('INTENT_NOT_FOUND');
  });
  test('meets the rules of the day: funds that are gone cannot be taken back', () => {
    const ledger = openFunds();
    const posted = intentOf({ rows: [rowOf('SAFE', 'A', '40')] });
    ledger.submit(posted);
    ledger.submit(intentOf({ rows: [rowOf('B', 'SAFE', '120')] }));
    expect(code(ledger.decide(reverse(ledger, posted)))).toBe('INSUFFICIENT_FUNDS');
  });
  test('of a capture takes the posting back; the hold stays closed', () => {
    const ledger = openFunds();
    const placed = hold([rowOf('B', 'SAFE', '30')]);
    ledger.submit(placed);
    const taken = capture(placed);
    ledger.submit(taken);
    expect(code(ledger.submit(reverse(ledger, taken)))).toBe('intent.executed');
    expect([balance(ledger, 'SAFE'), code(ledger.decide(capture(placed)))]).toEqual([100n, 'HOLD_CAPTURED']);
  });
});

test('the FX snapshot of what an intent follows is its own unless it names one; a wrong name is still refused', () => {
  const ledger = openFunds();
  const placed = hold([rowOf('B', 'SAFE', '30')]);
  ledger.submit(placed);
  expect(code(ledger.decide(capture(placed, [], { fxSnapshotId: 'nowhere' })))).toBe('SNAPSHOT_NOT_FOUND');
  expect(code(ledger.decide(hold([rowOf('B', 'SAFE', '1')], { fxSnapshotId: null })))).toBe('FX_SNAPSHOT_REQUIRED');
});

test('who may not post to an account may neither hold on it nor capture, void or reverse', () => {
  const ledger = openFunds();
  ledger.submit({ type: 'entity.create', actor: owner, id: 'hq', code: 'HQ', name: 'HQ', baseCurrency: 'USD' });
  const account = { type: 'account.create', actor: owner, id: idOf('HQ-1'), code: 'HQ-1', currency: 'USD', kind: 'x' } as const;
  ledger.submit({ ...account, externalRef: null, entityId: 'hq', glAccountId: idOf('1000'), floor: 'none' });
  const placed = hold([rowOf('A', 'HQ-1', '1')]);
  ledger.submit(placed);
  for (const intent of [placed, capture(placed), cancel(placed)]) {
    const asked = { ...intent, actor: member, intentId: `${intent.intentId}-m`, idemKey: `${intent.idemKey}-m` };
    expect(ledger.decide(asked)).toMatchObject({ kind: 'refused', code: 'FORBIDDEN', details: { account: 'HQ-1' } });
  }
});
