// What can be done to a log in its tables, as edits of one honest archive: by whoever can write the database and has no key, and by whoever has
// the chain key too. The archive is published and its keys are words, so that the edits come out alike each time, and others can make their own.

import { hash } from 'node:crypto';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { hashEvent, hashPayload, headToSign } from '@countinghouse/kernel/chain/event-hash';
import { originOf, signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import { executed, keyOfWords, MadeLog, type SigningKey, signDetached, tsOf } from './made-log.ts';
import { type Edit, edited, type KindOfTamper } from './tamper-corpus.ts';
import { coveredBelow, type Kept } from './tampering.ts';

const sha256 = (text: string): string => hash('sha256', text);
const PUT_IN_ID = '0197a3c0-0000-7000-8000-0000000000aa';

/** Fourteen events, anchors over 7, 10 and 14, of which events 8 and 11 record the first two; events 1, 6, 9 and 12 have no signed head of their own. */
export function honestLog(): MadeLog {
  const log = new MadeLog(CHAIN);
  const rename = (isSigned: boolean): void => log.append('tenant.renamed', { name: `X${log.seq}` }, { isSigned });
  const post = (id: string, isSigned = true): void => log.append('intent.executed', executed(id), { isSigned });
  post('first');
  post('second', false);
  rename(true);
  log.anchor();
  log.record();
  rename(false);
  post('third');
  log.anchor();
  log.record();
  rename(false);
  post('fourth');
  rename(true);
  log.anchor();
  return log;
}

/** Of the honest archive, and of somebody who has no right to it. */
const [CHAIN, PLANTED] = ['chain', 'planted'].map((whose) => keyOfWords(`Countinghouse tampers: ${whose} key`)) as [SigningKey, SigningKey];
/** The chain key of the honest archive as a checker is given it. */
export const honestKey: JsonObject = CHAIN.jwk;

const linesOf = (archive: string): readonly JsonObject[] =>
  archive
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as JsonObject);

interface Tabled {
  readonly name: string;
  readonly about: string;
  /** Where it is not the one of its code. */
  readonly kind?: KindOfTamper;
  readonly code: string;
  readonly seq: number;
  readonly edits: readonly Edit[];
  readonly through: number;
  readonly kept?: Kept;
}

/** An archive whose lines are found by what they are. */
class Tables {
  readonly lines: readonly JsonObject[];

  constructor(archive: string) {
    this.lines = linesOf(archive);
  }

  /** Where a line is; `at`: its seq, or the code of an account. */
  place(kind: string, at?: number | string): number {
    const member = kind === 'anchor' ? 'to_seq' : kind === 'account' ? 'code' : 'seq';
    const found = this.lines.findIndex((line) => line['kind'] === kind && (at === undefined || line[member] === at));
    if (found < 0) throw new Error(`no ${kind} ${at}`);
    return found + 1;
  }
  line = (kind: string, at?: number | string): JsonObject => this.lines[this.place(kind, at) - 1] ?? {};
  set = (kind: string, at: number | string | undefined, more: JsonObject): Edit => ({ line: this.place(kind, at), set: more });
  remove = (kind: string, at: number): Edit => ({ line: this.place(kind, at), remove: true });
  /** As many fewer, or more, as the database has. */
  counts(more: Readonly<Record<string, number>>): Edit {
    const end = this.line('end');
    return this.set('end', undefined, Object.fromEntries(Object.entries(more).map(([name, n]) => [name, Number(end[name]) + n])));
  }
  event = (seq: number, more: JsonObject): readonly Edit[] => [this.set('event', seq, more)];
  anchor = (size: number, more: JsonObject): readonly Edit[] => [this.set('anchor', size, more)];

  /** What an event hashes to with these members. */
  hashOf(event: JsonObject): string {
    const { tenant_id } = this.line('archive');
    return hashEvent(sha256, { ...event, tenant_id } as unknown as Parameters<typeof hashEvent>[1]);
  }

  /** Gives the events from `from` on hashes that fit, the first with other members. `by`: who signs the heads over them, if anybody. */
  chainAnew(from: number, more: JsonObject, by: SigningKey | null): readonly Edit[] {
    const { seq: last } = this.line('archive')['head'] as { readonly seq: number };
    const { tenant_id } = this.line('archive');
    const edits: Edit[] = [];
    let before = String(this.line('event', from)['prev_hash']);
    for (let seq = from; seq <= last; seq++) {
      const changed = { prev_hash: before, ...(seq === from ? more : {}) };
      const event_hash = this.hashOf({ ...this.line('event', seq), ...changed });
      edits.push(this.set('event', seq, { ...changed, event_hash }));
      before = event_hash;
      const head = this.lines.find((line) => line['kind'] === 'head' && line['seq'] === seq);
      if (head === undefined) continue;
      const signed = { tenant_id: String(tenant_id), seq, event_hash, event_ts: String(head['event_ts']) };
      const anew = by === null ? {} : { kid: by.kid, signature: signDetached(by, headToSign(signed)) };
      edits.push(this.set('head', seq, { event_hash, ...anew }));
    }
    return [...edits, this.set('archive', undefined, { head: { seq: last, event_hash: before } })];
  }
}

/** Members of an event with another payload. */
function payloadOf(content: JsonObject): JsonObject {
  const { text, hash: payload_hash } = hashPayload(sha256, content);
  return { payload: text, payload_hash };
}

/** Every one on the same archive, by itself. */
export function tamperedTables(archive: string): readonly Tabled[] {
  const t = new Tables(archive);
  const { set, remove } = t;
  const named = payloadOf({ name: 'Forged' });
  const amount = String(t.line('event', 5)['payload']).replace('"12.50000000"', '"77.50000000"');
  const withoutHeads = (edits: readonly Edit[], ...seqs: readonly number[]): readonly Edit[] => {
    const gone = seqs.map((seq) => t.place('head', seq));
    return [...edits.filter((edit) => !('set' in edit && gone.includes(edit.line))), ...seqs.map((seq) => remove('head', seq))];
  };
  const putIn = (seq: number, prev_hash: string): JsonObject => {
    // The members stand in the order of the others.
    const put = { ...t.line('event', 9), ...named, seq, event_id: PUT_IN_ID, event_ts: tsOf(seq), prev_hash };
    return { ...put, event_hash: t.hashOf(put) };
  };
  const { seq: _seq, ...ninth } = t.line('event', 9);
  const { seq: _seq12, ...twelfth } = t.line('event', 12);
  const nothing = signCheckpoint(
    { ...CHAIN, header: '' },
    { origin: originOf(String(t.line('archive')['tenant_id'])), size: 19, root: Buffer.alloc(32, 7) },
  );
  const plantedKey = { kid: PLANTED.kid, purpose: 'chain', algorithm: 'EdDSA', user_id: null };
  const checkpointAt = (size: number): string => String(t.line('anchor', size)['checkpoint']);
  const seqs = [9, 10, 11, 12, 13, 14];

  const all: readonly Omit<Tabled, 'through'>[] = [
    { name: 'amount', about: 'An amount in a payload.', code: 'payload_hash', seq: 5, edits: t.event(5, { payload: amount }) },
    {
      name: 'amount-and-its-hash',
      about: 'An amount in a payload, and the hash of the payload.',
      code: 'event_hash',
      seq: 5,
      edits: t.event(5, { payload: amount, payload_hash: sha256(amount) }),
    },
    { name: 'type', about: 'The type of an event.', code: 'event_hash', seq: 9, edits: t.event(9, { event_type: 'tenant.closed' }) },
    { name: 'id', about: 'The id of an event.', code: 'event_hash', seq: 9, edits: t.event(9, { event_id: PUT_IN_ID }) },
    {
      name: 'time',
      about: 'The time of an event: an hour earlier.',
      code: 'event_hash',
      seq: 9,
      edits: t.event(9, { event_ts: tsOf(9).replace('T12', 'T11') }),
    },
    {
      name: 'signature',
      about: 'A signature of a client, where nobody signed.',
      code: 'event_hash',
      seq: 9,
      edits: t.event(9, { signature: 'e30..AAAA' }),
    },
    { name: 'hash', about: 'The hash of an event.', code: 'event_hash', seq: 9, edits: t.event(9, { event_hash: 'a'.repeat(64) }) },
    {
      name: 'hash-before',
      about: 'The hash of the event before, in an event.',
      code: 'prev_hash',
      seq: 9,
      edits: t.event(9, { prev_hash: 'a'.repeat(64) }),
    },
    {
      name: 'first-event-removed',
      about: 'The first event is gone.',
      code: 'seq',
      seq: 1,
      edits: [remove('event', 1), t.counts({ events: -1 })],
    },
    {
      name: 'last-event-removed',
      about: 'The last event is gone; its signed head is there.',
      code: 'seq',
      seq: 14,
      edits: [remove('event', 14), t.counts({ events: -1 })],
    },
    {
      name: 'last-event-removed-whole',
      about: 'The last event is gone, with its signed head and its anchor; the first line names it still.',
      code: 'archive_head',
      seq: 14,
      edits: [remove('event', 14), remove('head', 14), remove('anchor', 14), t.counts({ events: -1, heads: -1, anchors: -1 })],
    },
    {
      name: 'events-changed-over',
      about: 'Two events have changed places.',
      code: 'prev_hash',
      seq: 9,
      edits: [set('event', 9, twelfth), set('event', 12, ninth)],
    },
    {
      name: 'event-put-in',
      about: 'An event was put between two others, hashed to fit behind the first of them; those that follow have the next seq each.',
      code: 'prev_hash',
      seq: 10,
      edits: [
        { after: t.place('event', 9) - 1, insert: [putIn(9, String(t.line('event', 8)['event_hash']))] },
        ...seqs.map((seq) => set('event', seq, { seq: seq + 1 })),
        t.counts({ events: 1 }),
      ],
    },
    {
      name: 'event-put-behind',
      about: 'An event was put behind the last, hashed to fit there.',
      code: 'archive_head',
      seq: 15,
      edits: [{ after: t.place('anchor', 14), insert: [putIn(15, String(t.line('event', 14)['event_hash']))] }, t.counts({ events: 1 })],
    },
    {
      name: 'rechained',
      about:
        'Another event in the place of one, and all that follow hashed anew; signatures are as they were. The first event that the next signed head covers is named.',
      kind: 'rewrite',
      code: 'head',
      seq: 9,
      edits: t.chainAnew(
        10,
        payloadOf({ ...(JSON.parse(String(t.line('event', 10)['payload'])) as JsonObject), api_key_id: 'altered' }),
        null,
      ),
    },
    {
      name: 'rechained-without-heads',
      about: 'The same, and signed heads and anchors over it are gone; an event that records them is among what was hashed anew.',
      kind: 'rewrite',
      code: 'log_anchored',
      seq: 11,
      edits: [
        ...withoutHeads(t.chainAnew(9, named, null), 10, 11, 13, 14),
        remove('anchor', 10),
        remove('anchor', 14),
        t.counts({ heads: -4, anchors: -2 }),
      ],
    },
    {
      name: 'rechained-end-without-heads',
      about: 'The same behind the last event that records them.',
      kind: 'rewrite',
      code: 'uncovered',
      seq: 12,
      edits: [...withoutHeads(t.chainAnew(12, named, null), 13, 14), remove('anchor', 14), t.counts({ heads: -2, anchors: -1 })],
    },
    {
      name: 'rechained-and-signed',
      about: 'All hashed anew and signed with the chain key: the anchors are of another tree.',
      kind: 'rewrite',
      code: 'anchor',
      seq: 10,
      edits: t.chainAnew(9, named, CHAIN),
    },
    {
      name: 'rechained-and-signed-against-kept',
      about:
        'All behind the last record hashed anew and signed with the chain key, its anchor gone: only a checkpoint that was kept tells.',
      kind: 'rewrite',
      code: 'kept_checkpoint',
      seq: 11,
      edits: [...t.chainAnew(12, named, CHAIN), remove('anchor', 14), t.counts({ anchors: -1 })],
      kept: { checkpoints: [checkpointAt(10), checkpointAt(14)], heads: [] },
    },
    {
      name: 'key-planted',
      about:
        'An event that brings a chain key of the intruder’s in the place of another; all that follows is hashed anew and signed with it.',
      kind: 'rewrite',
      code: 'key',
      seq: 12,
      edits: [
        ...t.chainAnew(12, { event_type: 'key.generated', ...payloadOf({ ...plantedKey, public_jwk: PLANTED.jwk, label: 'x' }) }, PLANTED),
        { after: t.place('key'), insert: [{ kind: 'key', ...plantedKey, public_jwk: canonicalize(PLANTED.jwk) }] },
        remove('anchor', 14),
        t.counts({ keys: 1, anchors: -1 }),
      ],
    },
    {
      name: 'stored-amount',
      about: 'The amount of a stored posting; the balance is as it was.',
      code: 'stored_postings',
      seq: 14,
      edits: [set('account', 'A0', { debits: '50.01000000' })],
    },
    {
      name: 'stored-key-itself',
      about: 'The chain key, as it is stored.',
      code: 'stored_key',
      seq: 2,
      edits: [set('key', undefined, { public_jwk: canonicalize(PLANTED.jwk) })],
    },
    {
      name: 'anchor-signature',
      about: 'The signature of a checkpoint.',
      code: 'checkpoint',
      seq: 10,
      edits: t.anchor(10, { checkpoint: checkpointAt(10).replace(/.{12}(=*\n)$/u, 'AAAAAAAAAAAA$1') }),
    },
    { name: 'anchor-key', about: 'The key that an anchor names.', code: 'checkpoint', seq: 10, edits: t.anchor(10, { kid: 'another' }) },
    {
      name: 'anchor-reference',
      about: 'The reference of an anchor to where it is kept.',
      code: 'time_stamp',
      seq: 10,
      edits: t.anchor(10, { anchor_ref: `sha256:${'0'.repeat(64)}` }),
    },
    {
      name: 'anchor-moved',
      about: 'The last event of an anchor: two events later.',
      code: 'log_anchored',
      seq: 11,
      edits: [remove('anchor', 10), { after: t.place('event', 12), insert: [{ ...t.line('anchor', 10), to_seq: 12 }] }],
    },
    {
      name: 'anchors-cut-off',
      about: 'The last anchor that is recorded is gone, and all behind it.',
      code: 'log_anchored',
      seq: 11,
      edits: [remove('anchor', 10), remove('anchor', 14), t.counts({ anchors: -2 })],
    },
    {
      name: 'anchor-reference-removed',
      about: 'The reference of an anchor is gone, as if nobody outside had it.',
      code: 'log_anchored',
      seq: 11,
      edits: t.anchor(10, { anchored_at: null, anchor_ref: null }),
    },
    {
      name: 'anchor-of-nothing',
      about: 'An anchor over events that never were, signed with the chain key.',
      code: 'anchor',
      seq: 15,
      edits: [
        {
          after: t.place('anchor', 14),
          insert: [
            {
              ...t.line('anchor', 14),
              ...{ from_seq: 15, to_seq: 19, root_hash: '07'.repeat(32), checkpoint: nothing },
              anchor_ref: `sha256:${sha256(nothing)}`,
            },
          ],
        },
        t.counts({ anchors: 1 }),
      ],
    },
  ];
  return all.map((one) => ({ ...one, through: coveredBelow(linesOf(edited(archive, one.edits)), one.seq) }));
}
