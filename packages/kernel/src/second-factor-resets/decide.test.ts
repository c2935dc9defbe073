import { member, openBooks, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import { US_PER_SECOND } from '../time/instant.ts';

const DAY_SECONDS = 86_400;
const [second, third] = [
  { kind: 'user', id: 'second' },
  { kind: 'user', id: 'third' },
] as const;
const add = ({ id }: Actor, role: 'owner' | 'auditor'): Command => ({ type: 'member.add', actor: owner, userId: id, role });
const grant = (userId: string, actor: Actor = owner): Command => ({
  type: 'second_factor.grant_reset',
  actor,
  userId,
  waitSeconds: DAY_SECONDS,
});
const stop = (actor: Actor): Command => ({ type: 'second_factor.stop_reset', actor });
const finish = (userId: string): Command => ({ type: 'second_factor.finish_reset', actor: systemActor, userId });
const archived: Command = { type: 'tenant.archive', actor: owner };
const readOnly: Command = { type: 'tenant.deactivate', actor: owner };

type Step = Command | { readonly later: number } | 'approve';

/** The ledger after these steps; `approve` is the second owner's of what was asked for last. */
function after(...steps: readonly Step[]) {
  const ledger = openBooks();
  for (const step of steps) {
    if (step === 'approve') {
      const id = [...ledger.state.approvals.keys()].at(-1) ?? '';
      expect(ledger.submit({ type: 'approval.approve', actor: second, id, comment: '', payloadHash: null }).kind).toBe('append');
    } else if ('later' in step) ledger.nowUs += BigInt(step.later) * US_PER_SECOND;
    else expect(ledger.submit(step).kind).toBe('append');
  }
  return ledger;
}

function outcome(command: Command, ...steps: readonly Step[]): string {
  const d = after(...steps).decide(command);
  return d.kind === 'refused' ? d.code : d.kind === 'append' ? d.events.map((e) => e.type).join(' ') : d.kind;
}

const granted = [add(second, 'owner'), grant('member'), 'approve'] as const;

describe('the reset of a lost second factor', () => {
  test.each<readonly [string, string, Command, readonly Step[]]>([
    ['asked for by a stranger', 'NOT_FOUND', grant('member', stranger), []],
    ['asked for by a member', 'FORBIDDEN', grant('owner', member), []],
    ['asked for read-only', 'TENANT_READONLY', grant('member'), [add(second, 'owner'), readOnly]],
    ['of a stranger', 'NOT_FOUND', grant('stranger'), [add(second, 'owner')]],
    ['of one’s own', 'CANNOT_SELF_CHANGE', grant('owner'), [add(second, 'owner')]],
    ['with one owner', 'FOUR_EYES_NEEDS_OWNERS', grant('member'), []],
    ['of one owner by the only other', 'FOUR_EYES_NEEDS_OWNERS', grant('second'), [add(second, 'owner')]],
    ['waits for another owner, whether or not four eyes are on', 'approval.requested', grant('member'), [add(second, 'owner')]],
    ['of an owner by one of two others', 'approval.requested', grant('third'), [add(second, 'owner'), add(third, 'owner')]],
    ['asked for twice', 'CHANGE_PENDING', grant('member'), [add(second, 'owner'), grant('member')]],
    ['granted already', 'SECOND_FACTOR_RESET_PENDING', grant('member'), granted],
    ['granted and lapsed', 'approval.requested', grant('member'), [...granted, { later: 8 * DAY_SECONDS }]],
    ['stopped by a stranger', 'NOT_FOUND', stop(stranger), granted],
    ['stopped by somebody else: nothing', '', stop(second), granted],
    ['stopped', 'second_factor.reset_stopped', stop(member), granted],
    ['stopped read-only', 'second_factor.reset_stopped', stop(member), [...granted, readOnly]],
    ['stopped in an archived organisation', 'NOT_FOUND', stop(member), [...granted, archived]],
    ['stopped twice: nothing', '', stop(member), [...granted, stop(member)]],
    ['done too early', 'NOT_FOUND', finish('member'), [...granted, { later: DAY_SECONDS - 1 }]],
    ['done after a day', 'second_factor.reset_done', finish('member'), [...granted, { later: DAY_SECONDS }]],
    ['done read-only', 'second_factor.reset_done', finish('member'), [...granted, readOnly, { later: DAY_SECONDS }]],
    ['done after it was stopped', 'NOT_FOUND', finish('member'), [...granted, stop(member), { later: DAY_SECONDS }]],
    ['done after it lapsed', 'NOT_FOUND', finish('member'), [...granted, { later: 8 * DAY_SECONDS }]],
    ['done twice', 'NOT_FOUND', finish('member'), [...granted, { later: DAY_SECONDS }, finish('member')]],
  ])('%s: %s', (_, expected, command, steps) => {
    expect(outcome(command, ...steps)).toBe(expected);
  });
  test('says when it is in force, and until when', () => {
    expect(after(...granted).events.at(-1)).toMatchObject({
      type: 'second_factor.reset_granted',
      payload: { user_id: 'member', effective_at: '2026-06-16T12:00:00.000000Z', lapses_at: '2026-06-23T12:00:00.000000Z' },
    });
  });
});
