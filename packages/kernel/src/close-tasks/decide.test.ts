import { member, openBooks, owner, type PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { CLOSE_TASKS_MAX } from '../bounds.ts';
import { systemActor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import { insertPeriod } from '../periods/evolve.ts';
import type { AddCloseTasks } from './commands.ts';
import type { CloseTaskWords, PeriodTask } from './events.ts';

const PERIOD = 'october';
const words: CloseTaskWords = { title: 'Count cash', group: 'Cash', owner_id: null, owner_role: 'owner', check: null };
const task = (id: string, more: Partial<PeriodTask> = {}): PeriodTask => ({ ...words, id, due_on: '2026-11-05', ...more });
const add = (tasks: readonly PeriodTask[], more: Partial<AddCloseTasks> = {}): Command => ({
  type: 'close_tasks.add',
  actor: member,
  periodId: PERIOD,
  fromTemplate: false,
  tasks,
  ...more,
});
const finish = (id: string): Command => ({ type: 'close_task.finish', actor: member, id });
const undo = (id: string): Command => ({ type: 'close_task.undo', actor: member, id });

const withPeriod = (): PureLedger => {
  const ledger = openBooks();
  insertPeriod(ledger.state, { id: PERIOD, code: '2026-10', start: '2026-10-01', end: '2026-10-31', status: 'closing', lockedSeq: null });
  return ledger;
};
const withTasks = (): PureLedger => {
  const ledger = withPeriod();
  ledger.submit(add([task('count'), task('rows', { check: 'bank_rows' })]));
  return ledger;
};

describe('the template', () => {
  const set = (more: object = {}): Command => ({
    type: 'close_template.set',
    actor: owner,
    tasks: [{ ...words, due_days: 5 }],
    ...more,
  });
  test('is set by an owner, as a whole', () => {
    expect(withPeriod().decide(set())).toEqual({
      kind: 'append',
      events: [{ type: 'close_template.set', payload: { tasks: [{ ...words, due_days: 5 }] } }],
    });
  });
  test.each<readonly [string, object, string]>([
    ['a member', { actor: member, tasks: [{ ...words, due_days: 5, owner_id: 'nobody' }] }, 'FORBIDDEN'],
    ['a task of somebody who is no member', { tasks: [{ ...words, due_days: 5, owner_id: 'nobody' }] }, 'VALIDATION_ERROR'],
  ])('is refused: %s', (_what, more, code) => {
    expect(withPeriod().decide(set(more))).toMatchObject({ kind: 'refused', code });
  });
});

describe('that tasks are late', () => {
  const tell = (...ids: string[]): Command => ({ type: 'close_tasks.tell_late', actor: systemActor, periodId: PERIOD, ids });
  test('is said once of each', () => {
    const ledger = withTasks();
    expect(ledger.submit(tell('count'))).toEqual({
      kind: 'append',
      events: [{ type: 'close_tasks.late', payload: { period_id: PERIOD, ids: ['count'] } }],
    });
    for (const again of [tell('count'), tell('rows', 'count')]) expect(ledger.decide(again)).toEqual({ kind: 'append', events: [] });
    expect(ledger.decide(tell('rows'))).toMatchObject({ events: [{ payload: { ids: ['rows'] } }] });
  });
  test('is not said of what was done meanwhile, and once only of what is undone again', () => {
    const ledger = withTasks();
    ledger.submit(finish('count'));
    expect(ledger.decide(tell('count'))).toEqual({ kind: 'append', events: [] });
    ledger.submit(undo('count'));
    ledger.submit(tell('count'));
    ledger.submit(finish('count'));
    ledger.submit(undo('count'));
    expect(ledger.decide(tell('count'))).toEqual({ kind: 'append', events: [] });
  });
  test.each<readonly [string, Command, string]>([
    ['of one that is not there', tell('count', 'never'), 'NOT_FOUND'],
    ['of one of another period', { ...tell('count'), periodId: 'november' } as Command, 'NOT_FOUND'],
    ['by a member', { ...tell('count'), actor: member } as Command, 'FORBIDDEN'],
  ])('is refused: %s', (_what, command, code) => {
    expect(withTasks().decide(command)).toMatchObject({ kind: 'refused', code });
  });
});

describe('tasks of a period', () => {
  test('are taken from the template once, also when others were added before', () => {
    const ledger = withTasks();
    const take = add([task('from-template')], { fromTemplate: true });
    expect(ledger.decide(take)).toMatchObject({ events: [{ payload: { period_id: PERIOD, from_template: true } }] });
    ledger.submit(take);
    expect(ledger.decide(add([task('again')], { fromTemplate: true }))).toEqual({ kind: 'append', events: [] });
    expect(ledger.state.closeTaskCounts.get(PERIOD)).toBe(3);
  });
  test('are done and undone by any member, and nothing is said twice', () => {
    const ledger = withTasks();
    expect(ledger.decide(undo('count'))).toEqual({ kind: 'append', events: [] });
    ledger.submit(finish('count'));
    expect(ledger.state.closeTasks.get('count')?.done).toBe(true);
    expect(ledger.decide(finish('count'))).toEqual({ kind: 'append', events: [] });
    ledger.submit(undo('count'));
    expect(ledger.state.closeTasks.get('count')?.done).toBe(false);
  });
  test('are removed, and make room', () => {
    const ledger = withPeriod();
    ledger.submit(add(Array.from({ length: CLOSE_TASKS_MAX }, (_, i) => task(`t${i}`))));
    expect(ledger.decide(add([task('more')]))).toMatchObject({ kind: 'refused', code: 'CLOSE_TASKS_FULL' });
    ledger.submit({ type: 'close_task.remove', actor: member, id: 't0' });
    expect(ledger.decide(add([task('more')]))).toMatchObject({ kind: 'append' });
  });
  test.each<readonly [string, Command, string]>([
    ['added by a stranger', add([task('x')], { actor: stranger }), 'NOT_FOUND'],
    ['added to a period that is not there, before its owner', add([task('x', { owner_id: 'nobody' })], { periodId: 'never' }), 'NOT_FOUND'],
    ['added for somebody who is no member', add([task('x', { owner_id: 'nobody' })]), 'VALIDATION_ERROR'],
    ['done, and not there', finish('never'), 'NOT_FOUND'],
    ['done, where the ledger knows it by itself', finish('rows'), 'CLOSE_TASK_CHECKED'],
    ['undone, where the ledger knows it by itself', undo('rows'), 'CLOSE_TASK_CHECKED'],
    ['removed, and not there', { type: 'close_task.remove', actor: member, id: 'never' }, 'NOT_FOUND'],
  ])('are refused: %s', (_what, command, code) => {
    expect(withTasks().decide(command)).toMatchObject({ kind: 'refused', code });
  });
});
