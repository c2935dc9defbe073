import { intentOf, member, openBooks, openTenant, owner, PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '../ledger/actor.ts';
import type { BreakLedger, MendLedger } from './commands.ts';

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
