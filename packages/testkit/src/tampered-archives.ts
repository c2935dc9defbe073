// Archives in which something was changed, taken away or put, each with what a checker must find first: its seq and code. With the logs that
// contradict themselves (contradictions.ts) they are one for each code that there is.

import { hash } from 'node:crypto';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import { parseCheckpoint } from '@countinghouse/verifier/checkpoint';
import { cosign } from '@countinghouse/verifier/witness/cosign';
import { makeWitnessKey, parseWitnessKey } from '@countinghouse/verifier/witness/key';
import { ACCOUNTS, executed, MadeLog, makeKey, signDetached, TENANT, tsOf } from './made-log.ts';

/** What a checker may have from before. */
export interface Kept {
  readonly checkpoints: readonly string[];
  readonly heads: readonly JsonObject[];
}

export interface Tampering {
  readonly name: string;
  readonly about: string;
  readonly code: string;
  readonly seq: number;
  /** Fills a log of four events (organisation, chain key, two accounts), each but the first with a signed head. */
  readonly write: (log: MadeLog) => void;
  /** Changes the lines of its archive. */
  readonly change?: (lines: readonly JsonObject[]) => readonly JsonObject[];
  /** Called after the archive was written: the log may go on. */
  readonly keep?: (log: MadeLog) => Kept;
  /** What the checker demands: a policy of C2SP tlog-policy. */
  readonly policy?: string;
}

type Match = (line: JsonObject) => boolean;

const isOf =
  (kind: string, seq?: number): Match =>
  (line) =>
    line['kind'] === kind && (seq === undefined || line[kind === 'anchor' ? 'to_seq' : 'seq'] === seq);
const setting =
  (match: Match, more: JsonObject) =>
  (lines: readonly JsonObject[]): readonly JsonObject[] =>
    lines.map((line) => (match(line) ? { ...line, ...more } : line));
/** Takes lines away, and counts as if they had never been there. */
const without =
  (...matches: readonly Match[]) =>
  (lines: readonly JsonObject[]): readonly JsonObject[] => {
    const left = lines.filter((line) => !matches.some((match) => match(line)));
    const count = (kind: string): number => left.filter(isOf(kind)).length;
    return setting(isOf('end'), { events: count('event'), heads: count('head'), anchors: count('anchor') })(left);
  };

const rename = (log: MadeLog, isSigned = true): void => log.append('tenant.renamed', { name: `X${log.seq}` }, { isSigned });
/** Events 5 to 7, an anchor over 7, and its record as event 8. */
function anchored(log: MadeLog, token?: Buffer): void {
  for (const isSigned of [true, false, true]) rename(log, isSigned);
  log.anchor(token);
  log.record();
}
const twice =
  (match: Match) =>
  (lines: readonly JsonObject[]): readonly JsonObject[] =>
    lines.flatMap((line) => (match(line) ? [line, line] : [line]));
const WITNESSES = ['a', 'b', 'c'].map((name) => {
  const key = parseWitnessKey(makeWitnessKey(`witness.example/${name}`).secret);
  if (key === null) throw new Error('a key of a witness');
  return key;
});
const [A, B, C] = WITNESSES;
/** Two of the three. */
const POLICY = `${WITNESSES.map(({ vkey }, i) => `witness w${i + 1} ${vkey}\n`).join('')}group both 2 w1 w2 w3\nquorum both\n`;
/** Has an anchor cosigned by some of the witnesses: over its own checkpoint, or as said. */
const cosignedBy =
  (witnesses: readonly (typeof A)[], over = (text: string): string => text) =>
  (lines: readonly JsonObject[]): readonly JsonObject[] =>
    lines.map((line) => {
      const { text = '' } = isOf('anchor')(line) ? (parseCheckpoint(String(line['checkpoint'])) ?? {}) : {};
      if (text === '') return line;
      const cosignatures = witnesses.flatMap((witness) =>
        witness === undefined
          ? []
          : [
              {
                vkey: witness.vkey,
                signature: cosign(over(text), witness, new Date('2026-01-31T13:00:00Z')).trimEnd().split(' ')[2] ?? '',
              },
            ],
      );
      return { ...line, cosignatures };
    });
const TOKEN = Buffer.from('a token');
const USER = '0197a3c0-0000-7000-8000-000000000001';
const asked = { debitAccount: 'A0', creditAccount: ACCOUNTS[1], amount: '12.5', currency: 'EUR', narrative: 'n' };

/** An intent that its client signed, with a request for this amount. */
function signed(log: MadeLog, amount: string, over?: string): void {
  const key = makeKey();
  log.addKey(key, 'intent', USER);
  const request = { value_date: '2026-01-31', proposed_actions: [{ ...asked, amount }] };
  const signature = signDetached(key, over ?? canonicalize(request));
  log.append('intent.executed', executed('i', { actor_id: USER, request, checks: { signature: 'verified', signing_kid: key.kid } }), {
    signature,
  });
}

const headOf = (log: MadeLog): JsonObject => {
  const { kind: _kind, ...head } = log.lines.findLast(isOf('head')) ?? {};
  return { format: 'countinghouse-high-water-mark', version: 1, tenant_id: TENANT, ...head };
};
const checkpointOf = (log: MadeLog): string => String(log.lines.findLast(isOf('anchor'))?.['checkpoint']);

/** Another log of the same organisation. */
function another(): MadeLog {
  const other = new MadeLog();
  rename(other);
  other.anchor();
  return other;
}
/** The log as it goes on behind what the archive has of it. */
function longer(log: MadeLog): MadeLog {
  rename(log);
  log.anchor();
  return log;
}

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

/** Texts that look like an archive and are none: nothing is proven by them. */
export const refused: readonly { readonly name: string; readonly about: string; readonly change: (archive: string) => string }[] = [
  { name: 'byte-order-mark', about: 'A byte order mark.', change: (text) => `\ufeff${text}` },
  { name: 'carriage-returns', about: 'Lines that end with U+000D U+000A.', change: (text) => text.replaceAll('\n', '\r\n') },
  { name: 'last-line-open', about: 'A last line that does not end.', change: (text) => text.slice(0, -1) },
  { name: 'member-twice', about: 'A member twice.', change: (text) => text.replace('{"kind":"head"', '{"kind":"head","kind":"head"') },
  {
    name: 'number-form',
    about: 'A number as 4.0.',
    change: (text) => text.replace('{"kind":"head","seq":4,', '{"kind":"head","seq":4.0,'),
  },
  { name: 'escape-form', about: 'A letter as an escape.', change: (text) => text.replace('"made_at":"now"', '"made_at":"\\u006eow"') },
  { name: 'half-a-letter', about: 'A surrogate alone.', change: (text) => text.replace('"made_at":"now"', '"made_at":"\\ud800"') },
  { name: 'white-space', about: 'White space.', change: (text) => text.replace('{"kind":"head"', '{"kind": "head"') },
  { name: 'unknown-kind', about: 'A kind of line that there is not.', change: (text) => text.replace('"kind":"account"', '"kind":"gift"') },
  { name: 'later-version', about: 'Another version.', change: (text) => text.replace('"version":1', '"version":2') },
  {
    name: 'kinds-in-another-order',
    about: 'An account before the log.',
    change: (text) => {
      const lines = text.trimEnd().split('\n');
      const account = lines.findIndex((line) => line.includes('"kind":"account"'));
      const [moved = ''] = lines.splice(account, 1);
      return `${[...lines.slice(0, 2), moved, ...lines.slice(2)].join('\n')}\n`;
    },
  },
  { name: 'no-end', about: 'No closing line.', change: (text) => `${text.trimEnd().split('\n').slice(0, -1).join('\n')}\n` },
];

/** An archive that was written so, the chain key that its log began with, and what a checker has from before. */
export function tampered({ write, change = (lines) => lines, keep }: Tampering): {
  readonly key: JsonObject;
  readonly lines: readonly JsonObject[];
  readonly kept: Kept;
} {
  const log = new MadeLog();
  write(log);
  const lines = change(log.archiveLines());
  return { key: log.first.jwk, lines, kept: keep?.(log) ?? { checkpoints: [], heads: [] } };
}

/** The last signed head below a seq. */
export const coveredBelow = (lines: readonly JsonObject[], seq: number): number =>
  Math.max(
    0,
    ...lines
      .filter(isOf('head'))
      .map((line) => Number(line['seq']))
      .filter((at) => at < seq),
  );
