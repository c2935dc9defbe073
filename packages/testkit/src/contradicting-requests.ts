// Logs whose events do something else than was asked for, or go past what had to be asked: signed by whoever holds the chain key.

import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { action, approve, capture, first, hold, postApproved, propose, requestFor, reversalOf, USER } from './made-events.ts';
import { executed, type MadeLog, makeKey, rowOf, signDetached, TENANT } from './made-log.ts';

export interface Contradiction {
  readonly name: string;
  readonly about: string;
  readonly code: string;
  /** Writes it; the fault is at the last event of the log. */
  readonly write: (log: MadeLog) => void;
  /** The same without the fault: a checker finds nothing. */
  readonly sound?: (log: MadeLog) => void;
}

/** A request that names another intent in the place of rows. */
const following = (id: string, use_case: string, constraints: JsonObject): JsonObject =>
  requestFor(id, { use_case, constraints, proposed_actions: [] });

/** An intent that its client signed. */
function signed(log: MadeLog, id: string, request: JsonObject, more: JsonObject = {}): void {
  const key = makeKey();
  log.addKey(key, 'intent', USER);
  const checks = { signature: 'verified', signing_kid: key.kid };
  const signature = signDetached(key, canonicalize(request));
  log.append('intent.executed', executed(id, { actor_id: USER, request, checks, ...more }), { signature });
}

const place = (rows: readonly JsonObject[] = [rowOf()]): JsonObject => ({
  hold: { action: 'place', expires_at: '2026-02-07T12:00:00.000000Z', rows },
});

/** Captures the hold `held`, by a request for all of the one that is named. */
function captureNaming(log: MadeLog, named: string, amount?: string): void {
  hold(log);
  capture(log, 'taken', amount, {}, { use_case: 'capture', request: following('taken', 'capture', { hold: named }) });
}

export const contradictingRequests: readonly Contradiction[] = [
  {
    name: 'approval-gone-past',
    about: 'An intent that was proposed is executed without its approval.',
    code: 'approval',
    write: (log) => {
      propose(log);
      log.append('intent.executed', executed('asked'));
    },
  },
  {
    name: 'approved-by-nobody',
    about: 'The system approves an intent.',
    code: 'approval',
    write: (log) => approve(log, propose(log), 'system'),
  },
  {
    name: 'approved-for-a-later-day',
    about: 'What was approved is posted for an earlier day.',
    code: 'approval',
    write: (log) => {
      approve(log, propose(log));
      postApproved(log, 'asked', { rows: [rowOf({ value_date: '2026-01-30' })] });
    },
    sound: (log) => {
      approve(log, propose(log));
      postApproved(log, 'asked', { rows: [rowOf({ value_date: '2026-02-02' })] });
    },
  },
  {
    name: 'proposal-of-another-intent',
    about: 'An intent is proposed, and what is to be approved is called otherwise.',
    code: 'approval',
    write: (log) => void propose(log, { asked: { intent_id: 'other' } }),
  },
  {
    name: 'proposal-of-another-use',
    about: 'An intent is proposed, and what is to be approved is of another use case.',
    code: 'approval',
    write: (log) => void propose(log, { asked: { use_case: 'hold' } }),
  },
  {
    name: 'approved-to-post-and-held',
    about: 'What was approved to be posted is reserved.',
    code: 'approval',
    write: (log) => {
      approve(log, propose(log));
      postApproved(log, 'asked', { use_case: 'hold', rows: [], ...place() });
    },
    sound: (log) => {
      approve(log, propose(log, { event: { use_case: 'hold' }, asked: { use_case: 'hold' } }));
      postApproved(log, 'asked', { use_case: 'hold', rows: [], ...place() });
    },
  },
  {
    name: 'action-of-nothing',
    about: 'The request asks for a row that is null.',
    code: 'as_asked',
    write: (log) => log.append('intent.executed', executed('i', { request: requestFor('i', { proposed_actions: [null] }) })),
  },
  {
    name: 'currency-in-a-list',
    about: 'The request names a currency as a list with its code: as a text it reads the same.',
    code: 'as_asked',
    write: (log) =>
      log.append('intent.executed', executed('i', { request: requestFor('i', { proposed_actions: [{ ...action, currency: ['EUR'] }] }) })),
  },
  {
    name: 'organisation-in-a-list',
    about: 'The request names the organisation as a list with its id.',
    code: 'as_asked',
    write: (log) => log.append('intent.executed', executed('i', { request: requestFor('i', { tenant_id: [TENANT] }) })),
  },
  {
    name: 'use-case-in-a-list',
    about: 'The request names a use case as a list, and is posted as another one.',
    code: 'as_asked',
    write: (log) => log.append('intent.executed', executed('i', { request: requestFor('i', { use_case: ['hold'] }) })),
  },
  {
    name: 'actions-no-list',
    about: 'A request has something else than a list where rows are asked for.',
    code: 'as_asked',
    write: (log) => log.append('intent.executed', executed('i', { request: requestFor('i', { proposed_actions: { 0: action } }) })),
  },
  {
    name: 'signature-said-to-be',
    about: 'An event says that its client signed, and has no signature.',
    code: 'client_signature',
    write: (log) => log.append('intent.executed', executed('i', { checks: { signature: 'verified', signing_kid: 'k' } })),
  },
  {
    name: 'signed-for-a-hold',
    about: 'A client signed for a hold, and it was posted.',
    code: 'as_signed',
    write: (log) => signed(log, 'i', requestFor('i', { use_case: 'hold' }), { use_case: 'hold' }),
    sound: (log) => signed(log, 'i', requestFor('i', { use_case: 'hold' }), { use_case: 'hold', rows: [], ...place() }),
  },
  {
    name: 'signed-for-no-rows',
    about: 'A client signed for no rows, and there are some.',
    code: 'as_signed',
    write: (log) => signed(log, 'i', requestFor('i', { use_case: 'manual_post', proposed_actions: [] })),
    sound: (log) => signed(log, 'i', requestFor('i', { use_case: 'manual_post' })),
  },
  {
    name: 'use-case-not-asked-for',
    about: 'An intent is of another use case than its request.',
    code: 'as_asked',
    write: (log) => log.append('intent.executed', executed('i', { request: requestFor('i', { use_case: 'other' }) })),
    sound: (log) => log.append('intent.executed', executed('i', { request: requestFor('i', { use_case: 'manual_post' }) })),
  },
  {
    name: 'signed-to-take-another-back',
    about: 'A client signed to take one intent back, and another was.',
    code: 'as_signed',
    write: (log) => {
      first(log);
      takeBack(log, 'second');
    },
    sound: (log) => {
      first(log);
      takeBack(log, 'first');
    },
  },
  {
    name: 'captures-another-hold',
    about: 'A capture is of another hold than the one that its request names.',
    code: 'as_asked',
    write: (log) => captureNaming(log, 'other'),
    sound: (log) => captureNaming(log, 'held'),
  },
  {
    name: 'captures-less-than-all',
    about: 'A capture of all that is held posts a part and frees the rest.',
    code: 'hold',
    write: (log) => captureNaming(log, 'held', '12.00000000'),
  },
  {
    name: 'hold-posts',
    about: 'A hold is placed and posted at once.',
    code: 'hold',
    write: (log) => log.append('intent.executed', executed('held', place())),
  },
  {
    name: 'hold-of-another-currency',
    about: 'A hold reserves what could not be posted.',
    code: 'posting',
    write: (log) => log.append('intent.executed', executed('held', { rows: [], ...place([rowOf({ currency: 'USD' })]) })),
  },
];

/** Takes the intent `first` back, as a client signed for the one that is named. */
const takeBack = (log: MadeLog, named: string): void =>
  signed(log, 'back', following('back', 'reversal', { reverses: named }), { use_case: 'reversal', ...reversalOf() });
