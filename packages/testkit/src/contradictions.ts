// Logs that contradict themselves, made by whoever holds the chain key: everything is hashed, chained and signed as it must be. What is
// wrong is what the log says. Each names the fault and the seq at which it must be found.

import { hash, randomUUID } from 'node:crypto';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { ACCOUNTS, accountOf, executed, GL_ACCOUNT, intentOf, type MadeLog, makeKey, rowOf, signDetached, TENANT } from './made-log.ts';

export interface Contradiction {
  readonly name: string;
  readonly about: string;
  readonly code: string;
  /** Writes it; the fault is at the last event of the log. */
  readonly write: (log: MadeLog) => void;
  /** The same without the fault: a checker finds nothing. */
  readonly sound?: (log: MadeLog) => void;
}

const sha256 = (text: string): string => hash('sha256', text);
const USER = '0197a3c0-0000-7000-8000-000000000001';
const CHECKER = '0197a3c0-0000-7000-8000-000000000002';
const action = { debitAccount: 'A0', creditAccount: ACCOUNTS[1], amount: '12.5', currency: 'EUR', narrative: 'n' };
const requestFor = (intentId: string, more: JsonObject = {}): JsonObject => ({
  intent_id: intentId,
  tenant_id: TENANT,
  value_date: '2026-01-31',
  proposed_actions: [action],
  ...more,
});

/** Signed once; posted under each of these names. */
function signedAs(log: MadeLog, ...intentIds: readonly string[]): void {
  const key = makeKey();
  log.addKey(key, 'intent', USER);
  const request = { value_date: '2026-01-31', proposed_actions: [action] };
  const signature = signDetached(key, canonicalize(request));
  const checks = { signature: 'verified', signing_kid: key.kid };
  for (const id of intentIds) log.append('intent.executed', executed(id, { actor_id: USER, request, checks }), { signature });
}

const hold = (log: MadeLog): void =>
  log.append(
    'intent.executed',
    executed('held', { rows: [], hold: { action: 'place', expires_at: '2026-02-07T12:00:00.000000Z', rows: [rowOf()] } }),
  );
const capture = (log: MadeLog, id: string, amount = '12.50000000', more: JsonObject = {}): void =>
  log.append('intent.executed', executed(id, { rows: [rowOf({ amount })], hold: { action: 'capture', intent_id: 'held', ...more } }));
/** Captures a part and says what stays reserved, of line 1 unless said otherwise. */
const captureSome = (log: MadeLog, id: string, amount: string, ...rest: readonly (readonly [amount: string, line?: number])[]): void =>
  capture(log, id, amount, { rest: rest.map(([left, line = 1]) => ({ line, amount: left })) });

const mirrored = { debit_account_id: ACCOUNTS[1], credit_account_id: ACCOUNTS[0] };
const reverse = (log: MadeLog, id: string, more: JsonObject = {}, seq = 5): void =>
  log.append('intent.executed', executed(id, { rows: [rowOf({ ...mirrored, ...more })], reverses: { intent_id: 'first', seq } }));

const period = { id: randomUUID(), period_code: '2026-01', period_start: '2026-01-01', period_end: '2026-01-31', evidence_ref: null };
function lock(log: MadeLog, posted: string): void {
  log.append('period.closing', { ...period, valuation_snapshot_id: 's', snapshot_kind: 'fx' });
  const [debit, credit] = [posted, posted === '0.00000000' ? posted : `-${posted}`];
  const accounts = [
    { account_id: ACCOUNTS[0], balance: debit, code: 'A0', currency: 'EUR' },
    { account_id: ACCOUNTS[1], balance: credit, code: 'A1', currency: 'EUR' },
  ];
  const gl = [{ gl_account_id: GL_ACCOUNT, code: '1000', title: 'Cash', currency: 'EUR', balance: '0.00000000' }];
  log.append('period.locked', {
    ...period,
    adjustments_snapshot_id: null,
    adjustments_snapshot_kind: null,
    adjusting_event: null,
    trial_balance: {
      as_of: '2026-01-31',
      known_at_seq: log.seq,
      lines: gl,
      sha256: sha256(canonicalize(gl)),
      accounts: { count: 2, sha256: sha256(canonicalize(accounts)) },
    },
  });
}

function propose(log: MadeLog, change: JsonObject = {}): string {
  const payload: JsonObject = {
    intent_id: 'asked',
    idem_key: 'asked',
    maker_id: USER,
    use_case: 'manual_post',
    value_date: '2026-01-31',
    constraints: {},
    rows: [rowOf()],
    snapshot_ids: { fx: null },
    consent: { scope: ['x'], granted_at: '2026-01-31T11:00:00Z', expires_at: '2026-02-28T11:00:00Z' },
    signature: null,
    signing_kid: null,
    fingerprint: 'f'.repeat(64),
    original: null,
  };
  const payload_hash = sha256(canonicalize(payload));
  log.append('intent.proposed', {
    ...intentOf('asked'),
    approval: {
      id: APPROVAL,
      payload_hash,
      held_for: { code: 'POLICY' },
      needed: 1,
      eligible: 1,
      expires_at: '2026-02-28T11:00:00.000000Z',
      payload,
      entity_ids: [],
      unassigned: true,
      ...change,
    },
  });
  return payload_hash;
}
const APPROVAL = '0197a3c0-0000-7000-8000-000000000003';
const approve = (log: MadeLog, payload_hash: string, actorId = CHECKER): void =>
  log.append('approval.approved', { id: APPROVAL, payload_hash, comment: '', remaining: 0, follows: 2 }, { actorId });
const postApproved = (log: MadeLog, id = 'asked', more: JsonObject = {}): void =>
  log.append('intent.executed', executed(id, { approval_id: APPROVAL, ...more }));

const snapshot = (log: MadeLog, more: JsonObject = {}): void =>
  log.append('snapshot.taken', {
    id: randomUUID(),
    kind: 'reference',
    label: 'l',
    seq: log.seq,
    event_hash: log.hash,
    root_hash: log.root,
    effective_at: '2026-01-31T12:00:00.000000Z',
    source: 's',
    uri: null,
    metadata: {},
    ...more,
  });

const first = (log: MadeLog): void => log.append('intent.executed', executed('first'));

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
    write: (log) => void propose(log, { payload_hash: 'd'.repeat(64) }),
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
];
