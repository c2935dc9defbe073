// Logs whose members come and go as nobody can, or in which somebody decides what was not theirs to decide: signed by whoever holds the chain key.

import type { Contradiction } from './contradicting-requests.ts';
import { approve, CHECKER, endApproval, propose, USER } from './made-events.ts';
import type { MadeLog } from './made-log.ts';

const THIRD = '0197a3c0-0000-7000-8000-000000000004';
const ENTITY = '0197a3c0-0000-7000-8000-000000000005';
const SYSTEM = 'system';

const add = (log: MadeLog, user_id: string, role = 'owner'): void => log.append('member.added', { user_id, role });
const remove = (log: MadeLog, user_id: string): void => log.append('member.removed', { user_id });
const changeRole = (log: MadeLog, user_id: string, role: string): void => log.append('member.role_changed', { user_id, role });

/** An entity that somebody administers, who is no owner. */
function administer(log: MadeLog, user_id: string): void {
  add(log, user_id, 'member');
  log.append('entity.created', { id: ENTITY, code: 'EU', name: 'Europe', base_currency: 'EUR' });
  log.append('entity_member.set', { entity_id: ENTITY, user_id, role: 'entity_admin' });
}

/** Two must approve; one does, and is an owner no more when another does, after whom so many are said to remain. */
function approveAndLeave(log: MadeLog, remaining: number): void {
  for (const id of [USER, CHECKER, THIRD]) add(log, id);
  const hash = propose(log, { approval: { needed: 2 } });
  approve(log, hash, CHECKER, 1);
  changeRole(log, CHECKER, 'member');
  approve(log, hash, THIRD, remaining);
}

export const contradictingMembers: readonly Contradiction[] = [
  {
    name: 'person-added-twice',
    about: 'Somebody joins who is a member.',
    code: 'member',
    write: (log) => {
      add(log, USER);
      add(log, USER, 'member');
    },
    sound: (log) => {
      add(log, USER);
      add(log, CHECKER, 'member');
    },
  },
  {
    name: 'stranger-removed',
    about: 'Somebody leaves who is no member.',
    code: 'member',
    write: (log) => {
      add(log, USER);
      remove(log, CHECKER);
    },
    sound: (log) => {
      for (const id of [USER, CHECKER]) add(log, id);
      remove(log, CHECKER);
      add(log, CHECKER);
    },
  },
  {
    name: 'stranger-given-a-role',
    about: 'Somebody has another role who is no member.',
    code: 'member',
    write: (log) => {
      add(log, USER);
      changeRole(log, CHECKER, 'owner');
    },
  },
  {
    name: 'last-owner-removed',
    about: 'The last owner leaves.',
    code: 'member',
    write: (log) => {
      add(log, USER);
      add(log, CHECKER, 'member');
      remove(log, USER);
    },
    sound: (log) => {
      for (const id of [USER, CHECKER]) add(log, id);
      remove(log, USER);
    },
  },
  {
    name: 'last-owner-demoted',
    about: 'The last owner becomes a member.',
    code: 'member',
    write: (log) => {
      add(log, USER);
      changeRole(log, USER, 'member');
    },
  },
  {
    name: 'approved-by-a-stranger',
    about: 'Somebody approves who is no member.',
    code: 'approval',
    write: (log) => {
      add(log, USER);
      approve(log, propose(log));
    },
    sound: (log) => {
      for (const id of [USER, CHECKER]) add(log, id);
      approve(log, propose(log));
    },
  },
  {
    name: 'approved-by-a-member',
    about: 'Somebody approves an intent between accounts of no entity, and is no owner.',
    code: 'approval',
    write: (log) => {
      add(log, USER);
      administer(log, CHECKER);
      approve(log, propose(log));
    },
    sound: (log) => {
      add(log, USER);
      administer(log, CHECKER);
      approve(log, propose(log, { approval: { entity_ids: [ENTITY], unassigned: false } }));
    },
  },
  {
    name: 'approval-counts-who-left',
    about: 'An approval counts somebody who has not the right to it any more.',
    code: 'approval',
    write: (log) => approveAndLeave(log, 0),
    sound: (log) => approveAndLeave(log, 1),
  },
  {
    name: 'approval-asked-twice',
    about: 'Two intents wait for one approval.',
    code: 'approval',
    write: (log) => {
      propose(log);
      propose(log, { event: { intent_id: 'another' }, asked: { intent_id: 'another' } });
    },
  },
  {
    name: 'rejected-by-its-maker',
    about: 'Who made an intent rejects it, as another would.',
    code: 'approval',
    write: (log) => endApproval(log, propose(log), 'REJECTED', USER),
    sound: (log) => endApproval(log, propose(log), 'REJECTED', CHECKER),
  },
  {
    name: 'withdrawn-by-another',
    about: 'Somebody else withdraws what was asked for.',
    code: 'approval',
    write: (log) => endApproval(log, propose(log), 'WITHDRAWN', CHECKER),
    sound: (log) => endApproval(log, propose(log), 'WITHDRAWN', USER),
  },
  {
    name: 'approval-ended-early',
    about: 'What waits for approval is said to have reached its end before it did.',
    code: 'approval',
    write: (log) => endApproval(log, propose(log), 'EXPIRED', SYSTEM),
    sound: (log) => endApproval(log, propose(log, { approval: { expires_at: '2026-01-31T12:00:00.000001Z' } }), 'EXPIRED', SYSTEM),
  },
  {
    name: 'rejected-once-approved',
    about: 'What others approved is rejected.',
    code: 'approval',
    write: (log) => {
      const hash = propose(log);
      approve(log, hash);
      endApproval(log, hash, 'REJECTED', CHECKER);
    },
  },
];
