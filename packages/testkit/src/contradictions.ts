// Logs that contradict themselves, made by whoever holds the chain key: everything is hashed, chained and signed as it must be. What is
// wrong is what the log says. Each names the fault and the seq at which it must be found.

import { randomUUID } from 'node:crypto';
import { contradictingMembers } from './contradicting-members.ts';
import { contradictingPeriods } from './contradicting-periods.ts';
import { type Contradiction, contradictingRequests } from './contradicting-requests.ts';
import {
  action,
  approve,
  CHECKER,
  capture,
  captureSome,
  first,
  hold,
  lock,
  period,
  postApproved,
  propose,
  requestFor,
  reverse,
  signedAs,
  snapshot,
  USER,
} from './made-events.ts';
import { ACCOUNTS, accountOf, executed, rowOf } from './made-log.ts';

export const contradictions: readonly Contradiction[] = [
  {
    name: 'intent-twice',
    about: 'An intent is executed twice under its id.',
    code: 'intent',
    write: (log) => {
      first(log);
      first(log);
    },
    sound: first,
  },
  {
    name: 'signed-request-twice',
    about: 'What a client signed once is executed under two intent ids.',
    code: 'intent',
    write: (log) => signedAs(log, 'i', 'j'),
    sound: (log) => signedAs(log, 'i'),
  },
  {
    name: 'rows-not-asked-for',
    about: 'The rows are not those of the request, which nobody signed.',
    code: 'as_asked',
    write: (log) => log.append('intent.executed', executed('i', { request: requestFor('i'), rows: [rowOf({ amount: '13.50000000' })] })),
    sound: (log) => log.append('intent.executed', executed('i', { request: requestFor('i') })),
  },
  {
    name: 'account-not-asked-for',
    about: 'A code of the request names another account than the one that was posted to.',
    code: 'as_asked',
    write: (log) =>
      log.append('intent.executed', executed('i', { request: requestFor('i', { proposed_actions: [{ ...action, debitAccount: 'A9' }] }) })),
  },
  {
    name: 'request-of-another-organisation',
    about: 'The request names another organisation.',
    code: 'as_asked',
    write: (log) => log.append('intent.executed', executed('i', { request: requestFor('i', { tenant_id: CHECKER }) })),
  },
  {
    name: 'request-for-another-intent',
    about: 'The request names another intent.',
    code: 'as_asked',
    write: (log) => log.append('intent.executed', executed('i', { request: requestFor('j') })),
  },
  {
    name: 'reversal-no-mirror',
    about: 'A reversal of another amount than what it takes back.',
    code: 'reversal',
    write: (log) => {
      first(log);
      reverse(log, 'back', { amount: '12.00000000' });
    },
    sound: (log) => {
      first(log);
      reverse(log, 'back');
    },
  },
  {
    name: 'reversal-twice',
    about: 'An intent is taken back a second time.',
    code: 'reversal',
    write: (log) => {
      first(log);
      for (const id of ['back', 'again']) reverse(log, id);
    },
  },
  {
    name: 'reversal-of-nothing',
    about: 'A reversal names an event that executed no such intent.',
    code: 'reversal',
    write: (log) => {
      first(log);
      reverse(log, 'back', {}, 4);
    },
  },
  {
    name: 'capture-beyond-hold',
    about: 'A capture of more than is held.',
    code: 'hold',
    write: (log) => {
      hold(log);
      capture(log, 'taken', '12.50000001');
    },
    sound: (log) => {
      hold(log);
      capture(log, 'taken', '10.00000000');
    },
  },
  {
    name: 'capture-twice',
    about: 'A hold is captured a second time.',
    code: 'hold',
    write: (log) => {
      hold(log);
      for (const id of ['taken', 'again']) capture(log, id, '5.00000000');
    },
  },
  {
    name: 'captures-beyond-hold',
    about: 'Two captures of parts come to more than is held.',
    code: 'hold',
    write: (log) => {
      hold(log);
      captureSome(log, 'part', '10.00000000', ['2.50000000']);
      capture(log, 'rest', '2.50000001');
    },
    sound: (log) => {
      hold(log);
      captureSome(log, 'part', '5.00000000', ['7.50000000']);
      captureSome(log, 'another', '5.00000000', ['2.50000000']);
      capture(log, 'rest', '2.50000000');
    },
  },
  {
    name: 'capture-leaves-more',
    about: 'A capture of a part leaves more reserved than was held, less what it posts.',
    code: 'hold',
    write: (log) => {
      hold(log);
      captureSome(log, 'part', '5.00000000', ['8.00000000']);
    },
  },
  {
    name: 'capture-leaves-less',
    about: 'A capture of a part leaves less reserved than was held, less what it posts.',
    code: 'hold',
    write: (log) => {
      hold(log);
      captureSome(log, 'part', '5.00000000', ['7.00000000']);
    },
  },
  {
    name: 'capture-leaves-twice',
    about: 'A capture of a part leaves one row of the hold reserved twice.',
    code: 'hold',
    write: (log) => {
      hold(log);
      captureSome(log, 'part', '5.00000000', ['3.00000000'], ['4.50000000']);
    },
  },
  {
    name: 'capture-leaves-another-row',
    about: 'A capture of a part leaves a row reserved that the hold does not have.',
    code: 'hold',
    write: (log) => {
      hold(log);
      captureSome(log, 'part', '5.00000000', ['7.50000000', 2]);
    },
  },
  {
    name: 'sealed-balance',
    about: 'A lock seals a trial balance that is not the one of its day.',
    code: 'trial_balance',
    write: (log) => {
      first(log);
      lock(log, '12.00000000');
    },
    sound: (log) => {
      first(log);
      log.append('intent.executed', executed('later', { rows: [rowOf({ value_date: '2026-02-01' })] }));
      lock(log, '12.50000000');
    },
  },
  {
    name: 'locked-period',
    about: 'A posting for a day that is locked.',
    code: 'period',
    write: (log) => {
      lock(log, '0.00000000');
      first(log);
    },
    sound: (log) => {
      lock(log, '0.00000000');
      log.append('period.reopened', { ...period, asked_by: USER, reason: 'r' });
      first(log);
    },
  },
  {
    name: 'snapshot-root',
    about: 'A snapshot carries a root that no tree has.',
    code: 'snapshot',
    write: (log) => snapshot(log, { root_hash: 'a'.repeat(64) }),
    sound: (log) => snapshot(log),
  },
  {
    name: 'snapshot-hash',
    about: 'A snapshot names a hash that no event has.',
    code: 'snapshot',
    write: (log) => snapshot(log, { event_hash: 'b'.repeat(64) }),
  },
  {
    name: 'closed-account',
    about: 'A posting to a closed account.',
    code: 'posting',
    write: (log) => {
      log.append('account.closed', { id: ACCOUNTS[1], reason: null });
      first(log);
    },
    sound: (log) => {
      log.append('account.closed', { id: ACCOUNTS[1], reason: null });
      log.append('account.reopened', { id: ACCOUNTS[1] });
      first(log);
    },
  },
  {
    name: 'approval-of-nothing',
    about: 'An intent names an approval that nobody asked for.',
    code: 'approval',
    write: (log) => postApproved(log),
  },
  {
    name: 'approval-not-given',
    about: 'An intent is executed while its approval waits.',
    code: 'approval',
    write: (log) => {
      propose(log);
      postApproved(log);
    },
    sound: (log) => {
      approve(log, propose(log));
      postApproved(log);
    },
  },
  {
    name: 'approval-of-something-else',
    about: 'What is approved is not what was asked for.',
    code: 'approval',
    write: (log) => {
      propose(log);
      approve(log, 'c'.repeat(64));
    },
  },
  {
    name: 'approval-hash',
    about: 'What is asked for is not what its hash says.',
    code: 'approval',
    write: (log) => void propose(log, { approval: { payload_hash: 'd'.repeat(64) } }),
  },
  {
    name: 'approval-by-maker',
    about: 'Who made an intent approves it.',
    code: 'approval',
    write: (log) => approve(log, propose(log), USER),
  },
  {
    name: 'approved-other-rows',
    about: 'Other rows are posted than were approved.',
    code: 'approval',
    write: (log) => {
      approve(log, propose(log));
      postApproved(log, 'asked', { rows: [rowOf({ amount: '99.00000000' })] });
    },
  },
  {
    name: 'code-taken',
    about: 'A second account is opened under a code that is taken.',
    code: 'account',
    write: (log) => log.append('account.created', accountOf(randomUUID(), 'A0')),
  },
  {
    name: 'unknown-type',
    about: 'An event of a type that there is not.',
    code: 'shape',
    write: (log) => log.append('gift.given', { amount: '1' }),
  },
  {
    name: 'other-shape',
    about: 'A payload with a member more than its type has.',
    code: 'shape',
    write: (log) => log.append('tenant.renamed', { name: 'X', by: 'Y' }),
  },
  {
    name: 'event-id-twice',
    about: 'Two events have one id.',
    code: 'event_id',
    write: (log) => {
      for (const i of [0, 1]) log.append('tenant.renamed', { name: `X${i}` }, { eventId: USER });
    },
  },
  ...contradictingRequests,
  ...contradictingMembers,
  ...contradictingPeriods,
];
