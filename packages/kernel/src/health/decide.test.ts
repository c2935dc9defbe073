import { intentOf, member, openBooks, openTenant, owner, PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '../ledger/actor.ts';
import type { AcceptLoss, BreakLedger, MendLedger } from './commands.ts';

const found = { missing_postings: 1, hash_breaks: 0, balance_drift: 2, checked_to: 9 };
const breakIt = (actor: Actor = systemActor): BreakLedger => ({ type: 'ledger.break', actor, found });
const mend = (actor: Actor = owner): MendLedger => ({ type: 'ledger.mend', actor, checkedTo: 12 });

describe('a ledger that does not check out', () => {
  test('says what was found, and is read-only', () => {
    const ledger = openBooks();
    expect(ledger.submit(breakIt())).toEqual({ kind: 'append', events: [{ type: 'ledger.broken', payload: found }] });
    expect(ledger.state).toMatchObject({ broken: true, readOnly: true });
    expect(ledger.decide(intentOf())).toMatchObject({ kind: 'refused', code: 'TENANT_READONLY' });
  });
  test('says so once', () => {
    const ledger = openTenant();
    ledger.submit(breakIt());
    expect(ledger.decide(breakIt())).toEqual({ kind: 'refused', code: 'LEDGER_BROKEN' });
  });
  test('is found also where an owner had made it read-only', () => {
    const ledger = openTenant();
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.submit(breakIt())).toMatchObject({ kind: 'append', events: [{ type: 'ledger.broken' }] });
  });
  test('is not reactivated: LEDGER_BROKEN, after who may', () => {
    const ledger = openTenant();
    ledger.submit(breakIt());
    const codes = [stranger, member, owner].map((actor) => ledger.decide({ type: 'tenant.reactivate', actor }));
    expect(codes).toMatchObject([{ code: 'NOT_FOUND' }, { code: 'FORBIDDEN' }, { code: 'LEDGER_BROKEN' }]);
  });
  test('goes on once it is mended, for owners', () => {
    const ledger = openTenant();
    ledger.submit(breakIt());
    expect([stranger, member].map((actor) => ledger.decide(mend(actor)))).toMatchObject([{ code: 'NOT_FOUND' }, { code: 'FORBIDDEN' }]);
    expect(ledger.submit(mend())).toEqual({ kind: 'append', events: [{ type: 'ledger.mended', payload: { checked_to: 12 } }] });
    expect(ledger.state).toMatchObject({ broken: false, readOnly: false });
  });
});

test('a ledger that is not broken has nothing to mend, and one that is gone nothing to break', () => {
  expect(openTenant().decide(mend())).toEqual({ kind: 'append', events: [] });
  const gone = openTenant();
  gone.submit({ type: 'tenant.archive', actor: owner });
  for (const ledger of [gone, new PureLedger()]) expect(ledger.decide(breakIt())).toMatchObject({ code: 'NOT_FOUND' });
});

describe('a log that was put back', () => {
  const loss = { from: 5, to: 9, markHash: 'a'.repeat(64), markTs: '2026-01-31T12:00:00.000009Z' };
  const accept = (actor: Actor = owner, lostFrom = 5, lostTo = 9): AcceptLoss => ({ type: 'ledger.accept_loss', actor, lostFrom, lostTo });
  const wentBack = (): PureLedger => {
    const ledger = openBooks();
    ledger.state.loss = loss;
    return ledger;
  };
  test('takes nothing, and names what is lost', () => {
    for (const command of [intentOf(), breakIt(), mend()])
      expect(wentBack().decide(command)).toEqual({ kind: 'refused', code: 'LOG_WENT_BACK', details: { lost_from: 5, lost_to: 9 } });
  });
  test('goes on once an owner names the events that are lost', () => {
    const ledger = wentBack();
    expect([stranger, member].map((actor) => ledger.decide(accept(actor)))).toMatchObject([{ code: 'NOT_FOUND' }, { code: 'FORBIDDEN' }]);
    for (const [from, to] of [
      [4, 9],
      [5, 8],
    ])
      expect(ledger.decide(accept(owner, from, to))).toMatchObject({ code: 'LOSS_NOT_AS_NAMED', details: { lost_from: 5, lost_to: 9 } });
    expect(ledger.submit(accept())).toEqual({
      kind: 'append',
      events: [{ type: 'ledger.loss_accepted', payload: { lost_from: 5, lost_to: 9, mark_hash: loss.markHash, mark_ts: loss.markTs } }],
    });
    expect(ledger.state.loss).toBeNull();
    expect(ledger.submit(intentOf())).toMatchObject({ kind: 'append' });
  });
  test('also where it is read-only; and one that was not put back has nothing to accept', () => {
    const ledger = openBooks();
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(accept())).toEqual({ kind: 'refused', code: 'LOSS_NOT_AS_NAMED' });
    ledger.state.loss = loss;
    expect(ledger.decide(accept())).toMatchObject({ kind: 'append' });
  });
});
