import { member, openTenant, owner, PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../canonical/jcs.ts';
import type { Actor } from '../ledger/actor.ts';
import { evolve } from '../ledger.ts';
import { CONTROLS_MAX } from './decide.ts';
import { dueAt, dueOn } from './due.ts';

const register = (spec: JsonObject = {}, more: { id?: string; name?: string; actor?: Actor } = {}) =>
  ({ type: 'control.register', actor: owner, id: 'c', name: 'Bank access', spec, ...more }) as const;
const retire = (actor: Actor = owner, id = 'c') => ({ type: 'control.retire', actor, id }) as const;
const attest = (actor: Actor = owner, controlId = 'c') =>
  ({ type: 'control.attest', actor, controlId, status: 'passed', evidence: 'Seen.' }) as const;
/** A spec that is so many objects deep. */
const deep = (levels: number): JsonObject => (levels <= 1 ? {} : { in: deep(levels - 1) });

describe('registering a control', () => {
  test('is version 1, then the next of what is there; what does not change is no event', () => {
    const ledger = openTenant();
    const payload = { id: 'c', name: 'Bank access', version: 1, spec: { b: 1, a: [] } };
    expect(ledger.submit(register({ b: 1, a: [] }))).toEqual({ kind: 'append', events: [{ type: 'control.registered', payload }] });
    expect(ledger.submit(register({ a: [], b: 1 }))).toEqual({ kind: 'append', events: [] });
    expect(ledger.submit(register({ a: [] }))).toMatchObject({ events: [{ payload: { version: 2 } }] });
    expect(ledger.submit(register({ a: [] }, { name: 'Other' }))).toMatchObject({ events: [{ payload: { version: 3, name: 'Other' } }] });
    expect(ledger.state.controls.get('c')).toMatchObject({ version: 3, name: 'Other', spec: { a: [] }, hook: null, expr: null });
  });
  test('with hook and expr is a policy; with one of them alone it is none', () => {
    const ledger = openTenant();
    ledger.submit(register({ hook: 'intent.validate', expr: 'true' }));
    expect(ledger.state.controls.get('c')).toMatchObject({ hook: 'intent.validate', expr: 'true' });
    ledger.submit(register({ hook: 'intent.validate' }));
    expect(ledger.state.controls.get('c')).toMatchObject({ hook: null, expr: null });
  });
  test('what JSON makes of __proto__ and constructor is a member like any other', () => {
    const ledger = openTenant();
    const spec = JSON.parse('{"__proto__":{"hook":"intent.validate","expr":"true"},"constructor":1}') as JsonObject;
    ledger.submit(register(spec));
    expect(ledger.state.controls.get('c')).toMatchObject({ version: 1, hook: null, expr: null });
    expect(Object.keys(ledger.state.controls.get('c')?.spec ?? {})).toEqual(['__proto__', 'constructor']);
  });
  test.each<readonly [string, JsonObject, string]>([
    ['too deep', deep(17), 'spec'],
    ['too long', { a: 'x'.repeat(16_384) }, 'spec'],
    ['to be attested never', { attest_every_days: 0 }, 'spec.attest_every_days'],
    ['to be attested now and then', { attest_every_days: 1.5 }, 'spec.attest_every_days'],
    ['to be attested in words', { attest_every_days: '30' }, 'spec.attest_every_days'],
    ['to be attested by nobody alive', { attest_every_days: 3654 }, 'spec.attest_every_days'],
  ])('%s is refused where it is', (_what, spec, path) => {
    expect(openTenant().decide(register(spec))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path }] });
  });
  test.each<readonly [string, JsonObject]>([
    ['as deep as may be', deep(16)],
    ['as long as may be', { a: 'x'.repeat(16_384 - '{"a":""}'.length) }],
    ['to be attested every ten years', { attest_every_days: 3653 }],
  ])('%s is taken', (_what, spec) => {
    expect(openTenant().decide(register(spec))).toMatchObject({ kind: 'append', events: [{}] });
  });
  test(`at most ${CONTROLS_MAX} are in force; a new version of one and what takes the place of a retired one fit`, () => {
    const ledger = openTenant();
    for (let i = 0; i < CONTROLS_MAX; i++) ledger.submit(register({}, { id: `c${i}` }));
    expect(ledger.decide(register())).toMatchObject({ code: 'CONTROLS_FULL' });
    expect(ledger.decide(register({ a: 1 }, { id: 'c0' }))).toMatchObject({ kind: 'append' });
    ledger.submit(retire(owner, 'c0'));
    expect(ledger.decide(register())).toMatchObject({ kind: 'append' });
  });
});

describe('a control', () => {
  test('is attested as it is at that time, any number of times', () => {
    const ledger = openTenant();
    ledger.submit(register());
    const payload = { control_id: 'c', version: 1, status: 'passed', evidence: 'Seen.' };
    expect(ledger.submit(attest())).toEqual({ kind: 'append', events: [{ type: 'control.attested', payload }] });
    ledger.submit(register({ a: 1 }));
    expect(ledger.submit(attest())).toMatchObject({ events: [{ payload: { version: 2 } }] });
  });
  test('that is retired is neither changed, attested nor retired again', () => {
    const ledger = openTenant();
    ledger.submit(register());
    expect(ledger.submit(retire())).toEqual({ kind: 'append', events: [{ type: 'control.retired', payload: { id: 'c' } }] });
    for (const command of [register({ a: 1 }), attest(), retire()])
      expect(ledger.decide(command)).toMatchObject({ code: 'CONTROL_RETIRED', details: { id: 'c' } });
    const again = new PureLedger();
    for (const event of ledger.events) evolve(again.state, event);
    expect(again.state.controls).toEqual(ledger.state.controls);
  });
  test('is an owner’s, of an organisation that is not read-only; one that is not there is not found', () => {
    const ledger = openTenant();
    for (const act of [(actor: Actor) => register({}, { actor }), retire, attest]) {
      expect(ledger.decide(act(stranger))).toMatchObject({ code: 'NOT_FOUND' });
      expect(ledger.decide(act(member))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'owner' } });
    }
    for (const command of [retire(), attest()]) expect(ledger.decide(command)).toMatchObject({ code: 'NOT_FOUND' });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    for (const command of [register(), retire(), attest()]) expect(ledger.decide(command)).toMatchObject({ code: 'TENANT_READONLY' });
  });
});

describe('what is due', () => {
  test.each([
    [null, null, null, 'none'],
    [30, null, '2026-06-15', 'due'],
    [30, '2026-05-16', '2026-06-15', 'due'],
    [30, '2026-05-15', '2026-06-14', 'overdue'],
    [30, '2026-05-23', '2026-06-22', 'due'],
    [30, '2026-05-24', '2026-06-23', 'later'],
  ] as const)('every %s days, last on %s: by %s, %s', (every, last, day, state) => {
    const on = dueOn(every, '2026-06-15', last);
    expect([on, dueAt(on, '2026-06-15')]).toEqual([day, state]);
  });
});
