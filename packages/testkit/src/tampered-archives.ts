// Archives in which something was changed, taken away or put, each with what a checker must find first: its seq and code. With the logs that
// contradict themselves (contradictions.ts) they are one for each code that there is.
import { hash } from 'node:crypto';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import { executed, makeKey, tsOf } from './made-log.ts';
import { signedOn } from './signed-on.ts';
import {
  A,
  anchored,
  another,
  B,
  C,
  checkpointOf,
  cosignedBy,
  headOf,
  isOf,
  longer,
  POLICY,
  rename,
  setting,
  signed,
  type Tampering,
  TOKEN,
  twice,
  without,
} from './tampering.ts';

export const tamperings: readonly Tampering[] = [
  {
    name: 'event-missing',
    about: 'An event in the middle is gone, and its signed head.',
    code: 'seq',
    seq: 6,
    write: (log) => {
      for (let n = 0; n < 3; n++) rename(log);
    },
    change: without(isOf('event', 6), isOf('head', 6)),
  },
  {
    name: 'event-twice',
    about: 'An event stands there twice.',
    code: 'seq',
    seq: 5,
    write: (log) => rename(log),
    change: twice(isOf('event', 5)),
  },
  {
    name: 'another-before',
    about: 'An event follows another than the one that is there.',
    code: 'prev_hash',
    seq: 5,
    write: (log) => log.append('tenant.renamed', { name: 'X' }, { prevHash: 'a'.repeat(64) }),
  },
  ...signedOn,
  {
    name: 'hash-version',
    about: 'An event says that it is hashed in another way.',
    code: 'hash_version',
    seq: 5,
    write: (log) => rename(log),
    change: setting(isOf('event', 5), { hash_version: 2 }),
  },
  {
    name: 'payload-changed',
    about: 'A payload is not the one that was hashed.',
    code: 'payload_hash',
    seq: 5,
    write: (log) => rename(log),
    change: setting(isOf('event', 5), { payload: '{"name":"Y"}' }),
  },
  {
    name: 'actor-changed',
    about: 'Another actor than the one that was hashed.',
    code: 'event_hash',
    seq: 5,
    write: (log) => rename(log),
    change: setting(isOf('event', 5), { actor_id: 'somebody else' }),
  },
  {
    name: 'not-later',
    about: 'An event of the same time as the one before it.',
    code: 'event_ts',
    seq: 5,
    write: (log) => log.append('tenant.renamed', { name: 'X' }, { ts: tsOf(4) }),
  },
  {
    name: 'payload-not-canonical',
    about: 'A payload with white space, hashed as it stands.',
    code: 'payload',
    seq: 5,
    write: (log) => log.append('tenant.renamed', {}, { text: '{"name": "X"}' }),
  },
  {
    name: 'key-not-endorsed',
    about: 'A chain key that the one before it does not endorse.',
    code: 'key',
    seq: 5,
    write: (log) => log.addKey(makeKey(), 'chain', null, null),
  },
  {
    name: 'signed-by-another-client',
    about: 'What a client signed is not the request.',
    code: 'client_signature',
    seq: 6,
    write: (log) => signed(log, '12.5', canonicalize({ proposed_actions: [] })),
  },
  {
    name: 'rows-not-signed-for',
    about: 'The rows are not those of the request that the client signed.',
    code: 'as_signed',
    seq: 6,
    write: (log) => signed(log, '13.5'),
  },
  {
    name: 'head-of-another-event',
    about: 'A signed head has another hash than its event.',
    code: 'head',
    seq: 5,
    write: (log) => rename(log),
    change: setting(isOf('head', 5), { event_hash: 'a'.repeat(64) }),
  },
  {
    name: 'head-signature',
    about: 'The signature of a head does not hold: it covers two events, and the first of them is named.',
    code: 'head',
    seq: 5,
    write: (log) => {
      rename(log, false);
      rename(log);
    },
    change: (lines) => {
      const other = lines.find(isOf('head', 4))?.['signature'] ?? null;
      return setting(isOf('head', 6), { signature: other })(lines);
    },
  },
  {
    name: 'head-twice',
    about: 'A signed head stands there twice.',
    code: 'head',
    seq: 5,
    write: (log) => rename(log),
    change: twice(isOf('head', 5)),
  },
  {
    name: 'head-removed',
    about: 'A signed head in the middle is gone; an event behind it counts the heads.',
    code: 'log_anchored',
    seq: 8,
    write: anchored,
    change: without(isOf('head', 5)),
  },
  {
    name: 'anchor-removed',
    about: 'The last anchor is gone; the event behind it names it.',
    code: 'log_anchored',
    seq: 8,
    write: anchored,
    change: without(isOf('anchor')),
  },
  {
    name: 'anchors-removed',
    about: 'All anchors are gone, of which two are recorded: the first record is named.',
    code: 'log_anchored',
    seq: 8,
    write: (log) => {
      anchored(log);
      rename(log);
      log.anchor();
      log.record();
    },
    change: without(isOf('anchor')),
  },
  {
    name: 'first-anchor-removed',
    about: 'The first of two anchors is gone, and the second says that it begins from the start.',
    code: 'log_anchored',
    seq: 10,
    write: (log) => {
      for (const isSigned of [true, false, true]) rename(log, isSigned);
      log.anchor();
      rename(log);
      log.anchor();
      rename(log);
      log.record();
    },
    change: (lines) => setting(isOf('anchor', 8), { from_seq: 1 })(without(isOf('anchor', 7))(lines)),
  },
  {
    name: 'token-removed',
    about: 'The token of a time-stamp is gone, as if nobody outside had the anchor.',
    code: 'log_anchored',
    seq: 8,
    write: (log) => anchored(log, TOKEN),
    change: setting(isOf('anchor'), { anchored_at: null, anchor_ref: null, time_stamp: null }),
  },
  {
    name: 'token-replaced',
    about: 'In the place of a time-stamp is a reference to the object store.',
    code: 'log_anchored',
    seq: 8,
    write: (log) => anchored(log, TOKEN),
    change: (lines) => {
      const checkpoint = hash('sha256', String(lines.find(isOf('anchor'))?.['checkpoint']));
      return setting(isOf('anchor'), { anchor_ref: `sha256:${checkpoint}`, time_stamp: null })(lines);
    },
  },
  {
    name: 'anchor-root',
    about: 'An anchor with a root that the tree has not.',
    code: 'anchor',
    seq: 7,
    write: anchored,
    change: setting(isOf('anchor'), { root_hash: 'a'.repeat(64) }),
  },
  {
    name: 'anchor-twice',
    about: 'An anchor stands there twice.',
    code: 'anchor',
    seq: 7,
    write: anchored,
    change: twice(isOf('anchor')),
  },
  {
    name: 'anchor-before-its-event',
    about: 'An anchor stands before the event it ends with.',
    code: 'anchor',
    seq: 7,
    write: anchored,
    change: (lines) => {
      const anchor = lines.filter(isOf('anchor'));
      return lines.filter((line) => !isOf('anchor')(line)).flatMap((line) => (isOf('event', 7)(line) ? [...anchor, line] : [line]));
    },
  },
  {
    name: 'head-behind-its-anchor',
    about: 'A signed head stands behind the anchor of its seq.',
    code: 'head',
    seq: 7,
    write: anchored,
    change: (lines) => {
      const head = lines.filter(isOf('head', 7));
      return lines.filter((line) => !isOf('head', 7)(line)).flatMap((line) => (isOf('anchor')(line) ? [line, ...head] : [line]));
    },
  },
  {
    name: 'checkpoint-of-another-size',
    about: 'A checkpoint over fewer events than its anchor.',
    code: 'checkpoint',
    seq: 7,
    write: anchored,
    change: (lines) => {
      const checkpoint = String(lines.find(isOf('anchor'))?.['checkpoint']).replace('\n7\n', '\n6\n');
      return setting(isOf('anchor'), { checkpoint })(lines);
    },
  },
  {
    name: 'cosignature-of-another-root',
    about: 'A witness cosigned another root than the one that the anchor has.',
    code: 'cosignature',
    seq: 7,
    write: anchored,
    change: cosignedBy([A], (text) => text.replace('\n7\n', '\n8\n')),
  },
  {
    name: 'cosignature-twice',
    about: 'One witness counts for two.',
    code: 'cosignature',
    seq: 7,
    write: anchored,
    change: cosignedBy([A, A]),
  },
  {
    name: 'quorum-missed',
    about: 'One witness of three cosigned; the policy demands two.',
    code: 'quorum',
    seq: 1,
    write: anchored,
    change: cosignedBy([B]),
    policy: POLICY,
  },
  {
    name: 'quorum-met',
    about: 'Two witnesses of three cosigned, as the policy demands; the fault is another one.',
    code: 'end',
    seq: 8,
    write: anchored,
    change: (lines) => setting(isOf('end'), { heads: 4 })(cosignedBy([A, C])(lines)),
    policy: POLICY,
  },
  {
    name: 'time-stamp-of-nothing',
    about: 'A token that is none.',
    code: 'time_stamp',
    seq: 7,
    write: (log) => anchored(log, TOKEN),
  },
  {
    name: 'witness-half',
    about: 'An anchor says since when it is kept outside, and not where.',
    code: 'time_stamp',
    seq: 7,
    write: anchored,
    change: setting(isOf('anchor'), { anchor_ref: null }),
  },
  {
    name: 'older-by-checkpoint',
    about: 'The log is shorter than a checkpoint that was kept.',
    code: 'kept_checkpoint',
    seq: 5,
    write: () => {},
    keep: (log) => ({ checkpoints: [checkpointOf(longer(log))], heads: [] }),
  },
  {
    name: 'another-by-checkpoint',
    about: 'The log is not the one of a checkpoint that was kept.',
    code: 'kept_checkpoint',
    seq: 1,
    write: (log) => rename(log),
    keep: () => ({ checkpoints: [checkpointOf(another())], heads: [] }),
  },
  {
    name: 'end-cut-off',
    about: 'A clean cut behind the last checkpoint that was kept: a signed head that was kept is beyond the end.',
    code: 'kept_head',
    seq: 9,
    write: anchored,
    keep: (log) => ({ checkpoints: [checkpointOf(log)], heads: [headOf(longer(log))] }),
  },
  {
    name: 'another-by-head',
    about: 'The event of a signed head that was kept is another one by now.',
    code: 'kept_head',
    seq: 1,
    write: (log) => rename(log),
    keep: () => ({ checkpoints: [], heads: [headOf(another())] }),
  },
  {
    name: 'head-of-the-archive',
    about: 'The first line names an event that is not there.',
    code: 'archive_head',
    seq: 5,
    write: () => {},
    change: setting(isOf('archive'), { head: { seq: 7, event_hash: 'a'.repeat(64) } }),
  },
  {
    name: 'end-not-covered',
    about: 'No signed head covers the last event.',
    code: 'uncovered',
    seq: 5,
    write: (log) => rename(log, false),
  },
  {
    name: 'stored-key',
    about: 'A key is stored for another purpose than its event says.',
    code: 'stored_key',
    seq: 2,
    write: () => {},
    change: setting(isOf('key'), { purpose: 'intent' }),
  },
  {
    name: 'stored-account',
    about: 'An account is not stored.',
    code: 'stored_account',
    seq: 4,
    write: () => {},
    change: (lines) => setting(isOf('end'), { accounts: 1 })(lines.filter((line) => line['code'] !== 'A1')),
  },
  {
    name: 'stored-balance',
    about: 'A balance is not what the postings come to.',
    code: 'stored_balance',
    seq: 5,
    write: (log) => log.append('intent.executed', executed('first')),
    change: setting((line) => line['code'] === 'A0', { balance: '12.60000000' }),
  },
  {
    name: 'stored-balance-form',
    about: 'A balance of zero with a sign.',
    code: 'stored_balance',
    seq: 4,
    write: () => {},
    change: setting((line) => line['code'] === 'A0', { balance: '-0.00000000' }),
  },
  {
    name: 'stored-postings',
    about: 'A stored posting is gone; the balance is as it was.',
    code: 'stored_postings',
    seq: 5,
    write: (log) => log.append('intent.executed', executed('first')),
    change: setting((line) => line['code'] === 'A0', { postings: 0, debits: '0.00000000' }),
  },
  {
    name: 'end-counts',
    about: 'The closing line counts another number of signed heads.',
    code: 'end',
    seq: 4,
    write: () => {},
    change: setting(isOf('end'), { heads: 4 }),
  },
];
