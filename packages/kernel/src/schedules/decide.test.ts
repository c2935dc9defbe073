import { intentOf, member, NOW, openBooks, owner, type PureLedger, stranger, TODAY } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { systemActor } from '../ledger/actor.ts';
import type { Decision } from '../ledger/decision.ts';
import { parseInstant, US_PER_SECOND } from '../time/instant.ts';
import type { CreateSchedule } from './commands.ts';

const DAY_US = 86_400n * US_PER_SECOND;
const row = { debit_account: 'A', credit_account: 'B', amount: '1.00000000', currency: 'USD', narrative: '' };
const create = (more: Partial<CreateSchedule> = {}): CreateSchedule => ({
  type: 'schedule.create',
  actor: owner,
  id: 's',
  name: 'Rent',
  templateId: null,
  content: { use_case: 'rent', constraints: {}, rows: [row] },
  frequency: 'daily',
  startOn: TODAY,
  endOn: null,
  ...more,
});
const codeOf = (d: Decision): string =>
  d.kind === 'append'
    ? (d.events[0]?.type ?? '')
    : d.kind === 'refused'
      ? `${d.code} ${(d.details as { path?: string }[])?.[0]?.path ?? ''}`.trim()
      : d.kind;
const act = (type: 'schedule.pause' | 'schedule.resume' | 'schedule.end', actor: typeof owner | typeof member | typeof stranger = owner) =>
  type === 'schedule.pause' ? ({ type, actor, id: 's', reasonCode: null } as const) : ({ type, actor, id: 's' } as const);
const post = (ledger: PureLedger, on: string, more = {}): string => codeOf(ledger.submit(intentOf({ schedule: { id: 's', on }, ...more })));
const dayAfter = (days: number): string => new Date(Date.parse(NOW) + days * 86_400_000).toISOString().slice(0, 10);

describe('making a schedule', () => {
  test.each<readonly [string, Partial<CreateSchedule>, string]>([
    ['from yesterday', { startOn: dayAfter(-1) }, 'VALIDATION_ERROR start_on'],
    ['from a year ahead', { startOn: '2027-06-15' }, 'schedule.created'],
    ['from more than a year ahead', { startOn: '2027-06-16' }, 'VALIDATION_ERROR start_on'],
    ['that ends before it begins', { endOn: dayAfter(-1) }, 'VALIDATION_ERROR end_on'],
    [
      'with an amount to be filled in',
      { content: { use_case: 'x', constraints: {}, rows: [row, { ...row, amount: null }] } },
      'VALIDATION_ERROR rows.1.amount',
    ],
    ['by a stranger', { actor: stranger }, 'NOT_FOUND'],
    ['by a member, in order', { actor: member, endOn: TODAY }, 'schedule.created'],
  ])('%s', (_what, change, expected) => {
    expect(codeOf(openBooks().decide(create(change)))).toBe(expected);
  });
});

test('the same schedule is made once', () => {
  const ledger = openBooks();
  ledger.submit(create());
  expect(codeOf(ledger.decide(create()))).toBe('SCHEDULE_STATE');
});

describe('posting what recurs', () => {
  test('goes a day at a time, in the maker’s name, and never twice a day', () => {
    const ledger = openBooks();
    ledger.submit(create());
    expect(post(ledger, dayAfter(1))).toBe('SCHEDULE_STATE');
    expect(post(ledger, TODAY, { actor: member })).toBe('SCHEDULE_STATE');
    expect(post(ledger, TODAY)).toBe('intent.executed');
    expect(post(ledger, TODAY)).toBe('SCHEDULE_STATE');
    expect(ledger.events.at(-1)).toMatchObject({ payload: { schedule: { id: 's', on: TODAY, next_on: dayAfter(1) } } });
  });
  test('goes on after a rejection, and ends with its last day', () => {
    const ledger = openBooks();
    ledger.submit(create({ endOn: dayAfter(1) }));
    expect(post(ledger, TODAY, { rows: [] })).toBe('intent.executed');
    expect(post(ledger, dayAfter(1), { fxSnapshotId: null })).toBe('intent.rejected');
    expect(ledger.state.schedules.get('s')).toMatchObject({ status: 'ended', nextOn: null });
    for (const type of ['schedule.pause', 'schedule.resume', 'schedule.end'] as const)
      expect(codeOf(ledger.decide(act(type)))).toBe('SCHEDULE_STATE');
  });
});

describe('pausing, resuming, ending', () => {
  test('a paused one posts nothing; resumed it leaves out what passed, and posts in the name of whoever resumed it', () => {
    const ledger = openBooks();
    ledger.submit(create());
    post(ledger, TODAY);
    expect(codeOf(ledger.submit(act('schedule.pause', member)))).toBe('schedule.paused');
    expect(post(ledger, dayAfter(1))).toBe('SCHEDULE_STATE');
    ledger.nowUs = (parseInstant(NOW) ?? 0n) + 3n * DAY_US;
    expect(ledger.submit(act('schedule.resume', member))).toMatchObject({ events: [{ payload: { next_on: dayAfter(3) } }] });
    expect(post(ledger, dayAfter(3))).toBe('SCHEDULE_STATE');
    expect(post(ledger, dayAfter(3), { actor: member })).toBe('intent.executed');
  });
  test('resumed on the same day it does not post that day again', () => {
    const ledger = openBooks();
    ledger.submit(create());
    post(ledger, TODAY);
    ledger.submit(act('schedule.pause'));
    expect(ledger.submit(act('schedule.resume'))).toMatchObject({ events: [{ payload: { next_on: dayAfter(1) } }] });
  });
  test('the system says why it paused one', () => {
    const ledger = openBooks();
    ledger.submit(create());
    const paused = ledger.submit({ type: 'schedule.pause', actor: systemActor, id: 's', reasonCode: 'FORBIDDEN' });
    expect(paused).toMatchObject({ events: [{ payload: { reason_code: 'FORBIDDEN' } }] });
  });
  test('is refused for what is not there, and in the wrong state, and in a read-only organisation', () => {
    const ledger = openBooks();
    for (const type of ['schedule.pause', 'schedule.resume', 'schedule.end'] as const) {
      expect(codeOf(ledger.decide(act(type)))).toBe('NOT_FOUND');
    }
    ledger.submit(create());
    expect(codeOf(ledger.decide(act('schedule.resume')))).toBe('SCHEDULE_STATE');
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(codeOf(ledger.decide(create({ id: 't' })))).toBe('TENANT_READONLY');
    for (const type of ['schedule.pause', 'schedule.resume', 'schedule.end'] as const)
      expect(codeOf(ledger.decide(act(type)))).toBe('TENANT_READONLY');
  });
});
