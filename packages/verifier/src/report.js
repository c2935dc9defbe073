// What was proven, what was not and why, in words and as one JSON object.
// @ts-check

import { textOfLines } from './plain.js';

/** @typedef {import('./verification.js').Result} Result */

const count = (/** @type {number} */ n) => n.toLocaleString('en-US');
/** @type {(n: number, one: string, many?: string) => string} */
const of = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;

/**
 * What a proof does not reach, and what would reach it.
 * @param {Result} r
 * @returns {readonly string[]}
 */
export function unprovenOf(r) {
  const open = [];
  if (!r.keysGiven)
    open.push(
      'Whose keys these are: the log itself brought them. A log made up from its first event on, with keys of its own, would pass. Give --key with the key that you know to be the organisation’s.',
    );
  if (r.kept.length === 0 && r.keptHeads.length === 0)
    open.push(
      'That nothing you saw before was taken back by whoever holds the chain key, and that the end was not cut off: give --anchor or --head with a checkpoint or signed head that you kept. Keep those of this archive with --save-anchors.',
    );
  const anchoredTo = r.lastAnchor?.size ?? 0;
  if (r.recordedTo < anchoredTo)
    open.push(
      `That no anchor and no time-stamp was taken away behind event ${count(r.recordedTo)}: no event records the anchors after it yet.`,
    );
  if (r.quorum !== null && r.quorum.demanded !== 'none' && r.quorum.to < r.events)
    open.push(
      `That the log has no second history behind event ${count(r.quorum.to)}: the anchors after it do not have the cosignatures that the policy demands.`,
    );
  if (r.quorum === null)
    open.push(
      r.lastCosigned === null
        ? 'That others are shown the same log: no witness cosigned an anchor.'
        : 'That the witnesses are those that you trust: the archive brought their keys. Give --policy with the witnesses that you know and how many of them must have cosigned.',
    );
  const stamped = r.lastTimeStamped?.size ?? 0;
  if (r.timeStamps > 0)
    open.push(
      `That the authority behind ${r.timeStamps === 1 ? 'the time-stamp' : 'the time-stamps'} is to be trusted: this checks that a time-stamp is of its checkpoint and signed by the certificate it brings. For the rest save the tokens with --save-anchors and run openssl ts -verify.`,
    );
  if (r.timeStampsSigned < r.timeStamps)
    open.push(
      `The signatures of ${of(r.timeStamps - r.timeStampsSigned, 'time-stamp')}: no certificate inside, or signed in a way that is not understood here.`,
    );
  if (stamped < r.events)
    open.push(
      stamped === 0
        ? 'When anything happened: no time-stamp of an authority is in the archive. The times are those of the server.'
        : `When events ${count(stamped + 1)} to ${count(r.events)} happened: they came after the last time-stamp. Their times are those of the server.`,
    );
  if (r.clientSigned > 0)
    open.push(
      'That the keys of clients are of the people whom the log names: but for keys given with --key the log brought them, and whoever holds the chain key can bring others. Compare their thumbprints with those people.',
    );
  if (r.clientUnknown > 0)
    open.push(`The signatures that clients gave to ${of(r.clientUnknown, 'event')}: their keys are not in the log. Give them with --key.`);
  open.push(
    'That each decision was right by the rules of its time, and that tables other than accounts, keys and postings follow from the events: countinghouse replay does that.',
  );
  return open;
}

/**
 * A log that contradicts nothing is proven by a key from elsewhere alone: whoever makes up a whole log signs it with keys of their own.
 * @param {Pick<Result, 'fault' | 'keysGiven'>} r
 * @returns {'proven' | 'consistent' | 'fault'}
 */
export function verdictOf({ fault, keysGiven }) {
  if (fault !== null) return 'fault';
  return keysGiven ? 'proven' : 'consistent';
}

/** How far the log is covered, and where it contradicts itself. @param {Result} r */
function coverageOf({ fault, keysGiven, through }) {
  const how = keysGiven ? 'proven' : 'consistent';
  const covered = through === 0 ? `nothing ${how}` : `${how} through ${count(through)}`;
  return fault === null ? covered : `${covered}; first contradiction at ${count(fault.seq)}`;
}

/**
 * @param {Result} r
 * @param {number} seconds
 */
export function toText(r, seconds) {
  const { fault, lastAnchor, lastTimeStamped, lastCosigned } = r;
  const who = `organisation ${r.tenantId}${r.name === null ? '' : ` (${r.name})`}`;
  if (fault !== null) {
    const told = [`  code     ${fault.code}`, `  of       ${who}`, `  coverage ${coverageOf(r)}`];
    return textOfLines([`FAULT at seq ${fault.seq}: ${fault.message}`, '', ...told, '']);
  }
  const lines = [
    ['events', `1 to ${count(r.events)}, none missing, none altered, each chained to the one before; ${r.firstTs} to ${r.lastTs}`],
    ['head', r.headHash],
    ['signed heads', `${count(r.heads)}, each by the chain key of its time; the last covers event ${count(r.events)}`],
    ...r.chainKeys.map(({ kid, seq }) => ['chain key', `${kid}, from event ${count(seq)} on`]),
    ...(r.keysGiven ? [['trust', 'the last signed head, which covers every event, is by a key that was given with --key']] : []),
    [
      'clients',
      r.clientSigned === 0
        ? 'no event has a signature of a client that could be checked'
        : `${of(r.clientSigned, 'signature')} of clients hold${r.clientSigned === 1 ? 's' : ''}; what they signed is what was posted`,
    ],
    [
      'books',
      `${of(r.intents, 'intent')} executed, ${of(r.accounts, 'account')} in ${of(r.currencies, 'currency', 'currencies')}: stored balances and postings are what the events come to`,
    ],
    ['tree', `root ${r.root} over ${of(r.events, 'event')}`],
    [
      'anchors',
      `${count(r.anchors)}, each with the root of the log at its size; ${count(r.keptOutside)} kept outside of the database${lastAnchor === null ? '' : `, the last over events 1 to ${count(lastAnchor.size)}`}`,
    ],
    ...(lastCosigned === null
      ? []
      : [
          [
            'cosigned',
            `events 1 to ${count(lastCosigned.size)} by ${lastCosigned.cosigned.map(({ name, at }) => `${name} (${at})`).join(', ')}`,
          ],
        ]),
    ...(r.quorum === null
      ? []
      : [
          [
            'policy',
            `${r.quorum.demanded}: events 1 to ${count(r.quorum.to)}, by ${r.quorum.by.map(({ name }) => name).join(', ') || 'nobody'}`,
          ],
        ]),
    ...(lastTimeStamped === null
      ? []
      : [
          [
            'time-stamps',
            `${count(r.timeStamps)}; events 1 to ${count(lastTimeStamped.size)} existed at ${lastTimeStamped.timeStamp?.at}${lastTimeStamped.timeStamp?.signer ? ` (${lastTimeStamped.timeStamp.signer})` : ''}`,
          ],
        ]),
    ...(r.recordedTo === 0
      ? []
      : [
          [
            'recorded',
            `the log itself counts the anchors and signed heads up to event ${count(r.recordedTo)}: none is missing, none lost its reference`,
          ],
        ]),
    ...r.keptHeads.map((seq) => ['kept', `the signed head of event ${count(seq)} is of this log`]),
    ...r.kept.map(({ size, root }) => ['kept', `the checkpoint over events 1 to ${count(size)} is of this log: root ${root}`]),
  ];
  const open = unprovenOf(r);
  return textOfLines([
    `${r.keysGiven ? 'PROVEN' : 'CONSISTENT'} ${who}, in ${seconds.toFixed(1)} s`,
    coverageOf(r),
    '',
    ...lines.map(([name = '', text]) => `  ${name.padEnd(13)} ${text}`),
    '',
    'NOT PROVEN',
    '',
    ...open.map((text) => `  - ${text}`),
    '',
  ]);
}

/**
 * @param {Result} r
 * @param {number} seconds
 */
export function toJson({ fault, lastAnchor, lastTimeStamped, lastCosigned, ...proven }, seconds) {
  const told = (/** @type {Result['lastAnchor']} */ a) =>
    a === null
      ? null
      : {
          size: a.size,
          root: a.root,
          ref: a.ref,
          time_stamp_at: a.timeStamp?.at ?? null,
          cosigned: a.cosigned.map(({ name, at }) => ({ name, at })),
        };
  return {
    ok: fault === null && proven.keysGiven,
    verdict: verdictOf({ fault, keysGiven: proven.keysGiven }),
    through: proven.through,
    fault,
    proven: { ...proven, lastAnchor: told(lastAnchor), lastTimeStamped: told(lastTimeStamped), lastCosigned: told(lastCosigned) },
    unproven: fault === null ? unprovenOf({ fault, lastAnchor, lastTimeStamped, lastCosigned, ...proven }) : [],
    took: { seconds, peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024) },
  };
}
