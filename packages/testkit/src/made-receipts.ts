// Receipts made by hand, sound ones and ones that were tampered with, each with what a checker must find: the corpus of vectors/receipts.

import { sign } from 'node:crypto';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { GrowingTree } from '@countinghouse/kernel/merkle/growing';
import { hashLeaf } from '@countinghouse/kernel/merkle/hashing';
import { inclusionRanges } from '@countinghouse/kernel/merkle/tree';
import { type Cbor, encodeCbor, Tagged } from '@countinghouse/store/keys/cbor';
import { originOf, signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import { signCoseReceipt } from '@countinghouse/store/keys/cose-receipt';
import { hashBytes } from '@countinghouse/store/sha256';
import { cosign } from '@countinghouse/verifier/witness/cosign';
import { makeWitnessKey, parseWitnessKey } from '@countinghouse/verifier/witness/key';
import { executed, MadeLog, makeKey, TENANT } from './made-log.ts';

const ORIGIN = originOf(TENANT);
const AT = new Date('2026-01-31T13:00:00Z');
const SIGN1 = 18;
const [PROOFS, CHECKPOINT, EXTRA, CLAIMS] = [396, -65537, -65538, 15];

const log = new MadeLog();
/** The key that signed the checkpoint, and the one that came after it. */
const first = log.chain;
for (let i = 1; i <= 4; i++) log.append('intent.executed', executed(`i${i}`));
const LAST = log.lines.filter((line) => line['kind'] === 'event').at(-1) as JsonObject;
const SEQ = log.seq;
for (let i = 5; i <= 9; i++) log.append('intent.executed', executed(`i${i}`));
const SIZE = log.seq;
const leaves = log.lines
  .filter((line) => line['kind'] === 'event')
  .map((line) => hashBytes(hashLeaf(Buffer.from(String(line['event_hash']), 'hex'))));
/** Of the tree over some of the leaves. */
function hashOf(from: number, to: number): Uint8Array {
  const tree = new GrowingTree();
  for (const leaf of leaves.slice(from, to)) hashBytes(tree.append(leaf));
  return hashBytes(tree.root());
}
const rootOf = (size: number): Uint8Array => hashOf(0, size);
const PATH = inclusionRanges(SEQ - 1, SIZE).map(({ from, to }) => hashOf(from, to));
const later = makeKey();
const stranger = makeKey();

const witnesses = ['a', 'b', 'c'].map((name) => {
  const key = parseWitnessKey(makeWitnessKey(`witness.example/${name}`).secret);
  if (key === null) throw new Error('a key of a witness');
  return key;
});
const lines = witnesses.map(({ vkey }, i) => `witness w${i + 1} ${vkey}\n`).join('');
const policyOf = (k: number): string => `${lines}group some ${k} w1 w2 w3\nquorum some\n`;

const noteOf = (size: number, key = first): string => signCheckpoint({ ...key, header: '' }, { origin: ORIGIN, size, root: rootOf(size) });
const NOTE = noteOf(SIZE);
const NOTE_TEXT = NOTE.slice(0, NOTE.indexOf('\n\n') + 1);
const COSIGNED =
  NOTE +
  witnesses
    .slice(0, 2)
    .map((witness) => cosign(NOTE_TEXT, witness, AT))
    .join('');

const keyOf = ({ kid, jwk }: typeof first): JsonObject => ({ kid, public_jwk: jwk });
const { kind: _kind, ...EVENT } = LAST;
function extraOf(
  change: (extra: Record<string, unknown> & { event: Record<string, unknown> }) => void = () => {},
  keys = [keyOf(first)],
): string {
  const extra = { format: 'countinghouse-receipt', version: 1, tenant_id: TENANT, event: { ...EVENT }, chain_keys: keys };
  change(extra);
  return canonicalize(extra as unknown as JsonObject);
}
const SUCCEEDED = [keyOf(first), { ...keyOf(later), endorsement: log.endorse(later, first) ?? {} }];

export interface MadeReceipt {
  readonly name: string;
  readonly about: string;
  readonly bytes: Buffer;
  readonly policy?: string;
  /** null: it holds. */
  readonly code: string | null;
}

/** What all of them are checked with: the chain key from elsewhere. */
export const receiptKey: JsonObject = first.jwk;
export const madeReceiptFacts = { tenantId: TENANT, seq: SEQ, treeSize: SIZE, intentId: 'i4' };

const tlogProof = (note = NOTE, extra = extraOf()): Buffer =>
  Buffer.from(
    [
      'c2sp.org/tlog-proof@v1',
      `extra ${Buffer.from(extra).toString('base64')}`,
      `index ${SEQ - 1}`,
      ...PATH.map((step) => Buffer.from(step).toString('base64')),
      '',
      note,
    ].join('\n'),
  );

const PARTS = { origin: ORIGIN, size: SIZE, index: SEQ - 1, path: PATH, root: rootOf(SIZE), checkpoint: NOTE, extra: extraOf() };
const cose = (more: Partial<typeof PARTS> = {}, key = first): Buffer => signCoseReceipt({ ...key, header: '' }, { ...PARTS, ...more });
const SOUND = cose();

/** COSE_Sign1 of headers as they are wanted, signed rightly unless `signature` says otherwise. */
function coseOf(more: {
  readonly header?: readonly (readonly [number, Cbor])[];
  readonly beside?: readonly (readonly [number, Cbor])[];
  readonly payload?: Cbor;
  readonly signature?: Buffer;
  readonly tag?: number;
}): Buffer {
  const header = encodeCbor(
    new Map<number, Cbor>([[1, -8], [4, Buffer.from(first.kid)], [CLAIMS, new Map([[1, ORIGIN]])], [395, 1], ...(more.header ?? [])]),
  );
  const proof = new Map<number, Cbor>([[-1, [encodeCbor([SIZE, SEQ - 1, PATH])]]]);
  const beside = new Map<number, Cbor>([[PROOFS, proof], [CHECKPOINT, NOTE], [EXTRA, extraOf()], ...(more.beside ?? [])]);
  const signed = sign(null, encodeCbor(['Signature1', header, Buffer.of(), PARTS.root]), first.privateKey);
  return encodeCbor(new Tagged(more.tag ?? SIGN1, [header, beside, more.payload ?? null, more.signature ?? signed]));
}

/** The bytes with some of them, which are there once, in another form. */
function replaced(bytes: Buffer, from: Buffer, to: Buffer): Buffer {
  const at = bytes.indexOf(from);
  if (at < 0 || bytes.indexOf(from, at + 1) >= 0) throw new Error('not there once');
  return Buffer.concat([bytes.subarray(0, at), to, bytes.subarray(at + from.length)]);
}
const flipped = (bytes: Buffer, at: number): Buffer => {
  const other = Buffer.from(bytes);
  other.writeUInt8(other.readUInt8(at) ^ 1, at);
  return other;
};
const ofProof = (...proof: readonly Cbor[]): readonly (readonly [number, Cbor])[] => [
  [PROOFS, new Map<number, Cbor>([[-1, [encodeCbor(proof)]]])],
];
const altered = extraOf(({ event }) => (event['payload'] = String(event['payload']).replace('12.50000000', '99.50000000')));

const r = (name: string, about: string, bytes: Buffer, code: string | null, policy?: string): MadeReceipt => ({
  name,
  about,
  bytes,
  code,
  ...(policy === undefined ? {} : { policy }),
});

export const madeReceipts: readonly MadeReceipt[] = [
  r('sound.tlog-proof', 'A tlog-proof that holds.', tlogProof(), null),
  r('cosigned.tlog-proof', 'Two of three witnesses cosigned its checkpoint, and two are demanded.', tlogProof(COSIGNED), null, policyOf(2)),
  r(
    'quorum-missed.tlog-proof',
    'Two of three witnesses cosigned its checkpoint, and three are demanded.',
    tlogProof(COSIGNED),
    'quorum',
    policyOf(3),
  ),
  r('event-changed.tlog-proof', 'Another amount in the event.', tlogProof(NOTE, altered), 'event'),
  r('checkpoint-of-a-stranger.tlog-proof', 'Another key signed the checkpoint.', tlogProof(noteOf(SIZE, stranger)), 'checkpoint'),
  r('sound.cose', 'A COSE receipt that holds.', SOUND, null),
  r(
    'cosigned.cose',
    'Two of three witnesses cosigned its checkpoint, and two are demanded.',
    cose({ checkpoint: COSIGNED }),
    null,
    policyOf(2),
  ),
  r(
    'quorum-missed.cose',
    'Two of three witnesses cosigned its checkpoint, and three are demanded.',
    cose({ checkpoint: COSIGNED }),
    'quorum',
    policyOf(3),
  ),
  r(
    'later-key.cose',
    'Signed by the chain key that took over from the one that signed the checkpoint.',
    cose({ extra: extraOf(undefined, SUCCEEDED) }, later),
    null,
  ),
  r('signature.cose', 'One bit of the signature is another.', flipped(SOUND, SOUND.length - 1), 'signature'),
  r('signed-by-a-stranger.cose', 'Another key signed the root.', cose({}, { ...stranger, kid: first.kid }), 'signature'),
  r('kid-of-a-stranger.cose', 'It names another key as its signer.', coseOf({ header: [[4, Buffer.from(stranger.kid)]] }), 'signature'),
  r('issuer.cose', 'It is said to be of another log.', cose({ origin: originOf('7b0e3c8e-5a54-4a58-9d0f-2b6f2f7a1c01') }), 'signature'),
  r(
    'key-of-a-stranger.cose',
    'Made up whole: another key signed everything.',
    cose({ checkpoint: noteOf(SIZE, stranger), extra: extraOf(undefined, [keyOf(stranger)]) }, stranger),
    'key',
  ),
  r('root-of-another-size.cose', 'The signature is over the root of a smaller tree.', cose({ root: rootOf(SIZE - 1) }), 'signature'),
  r('checkpoint-of-another-size.cose', 'Its checkpoint is of a smaller tree.', cose({ checkpoint: noteOf(SIZE - 1) }), 'inclusion'),
  r('checkpoint-of-a-stranger.cose', 'Another key signed the checkpoint.', cose({ checkpoint: noteOf(SIZE, stranger) }), 'checkpoint'),
  r('size.cose', 'The proof says another size than the checkpoint.', cose({ size: SIZE + 1 }), 'inclusion'),
  r('index.cose', 'The proof is of another leaf.', cose({ index: SEQ }), 'inclusion'),
  r('path.cose', 'A step of the path is another.', cose({ path: PATH.with(0, new Uint8Array(32)) }), 'inclusion'),
  r('event-changed.cose', 'Another amount in the event.', cose({ extra: altered }), 'event'),
  r('not-tagged.cose', 'COSE_Sign1 under another tag.', coseOf({ tag: 98 }), 'form'),
  r('payload-attached.cose', 'The root is attached.', coseOf({ payload: Buffer.from(PARTS.root) }), 'form'),
  r('algorithm.cose', 'Said to be signed with ES256.', coseOf({ header: [[1, -7]] }), 'form'),
  r('structure.cose', 'Of another verifiable data structure.', coseOf({ header: [[395, 2]] }), 'form'),
  r('more-headers.cose', 'A header parameter that has no place here.', coseOf({ header: [[3, 'text/plain']] }), 'form'),
  r('short-signature.cose', 'A signature of 63 bytes.', coseOf({ signature: Buffer.alloc(63) }), 'form'),
  r('negative-index.cose', 'A leaf before the first.', coseOf({ beside: ofProof(SIZE, -1, PATH) }), 'form'),
  r('short-step.cose', 'A step of the path that is no hash.', coseOf({ beside: ofProof(SIZE, SEQ - 1, [Buffer.alloc(31)]) }), 'form'),
  r(
    'long-path.cose',
    'A path of 65 steps.',
    coseOf({
      beside: ofProof(
        SIZE,
        SEQ - 1,
        Array.from({ length: 65 }, () => Buffer.alloc(32)),
      ),
    }),
    'form',
  ),
  r('trailing-byte.cose', 'A byte follows.', Buffer.concat([SOUND, Buffer.of(0)]), 'form'),
  r('cut-off.cose', 'The last byte is missing.', SOUND.subarray(0, -1), 'form'),
  r(
    'indefinite-length.cose',
    'An array of indefinite length.',
    Buffer.concat([replaced(SOUND, Buffer.from('d284', 'hex'), Buffer.from('d29f', 'hex')), Buffer.of(0xff)]),
    'form',
  ),
  r(
    'long-form.cose',
    'The count of the array in two bytes.',
    replaced(SOUND, Buffer.from('d284', 'hex'), Buffer.from('d29804', 'hex')),
    'form',
  ),
  r(
    'key-twice.cose',
    'A header parameter twice.',
    replaced(SOUND, Buffer.from('a319018c', 'hex'), Buffer.from('a419018ca019018c', 'hex')),
    'form',
  ),
  r(
    'keys-out-of-order.cose',
    'Header parameters out of their order.',
    replaced(SOUND, Buffer.from('a319018c', 'hex'), Buffer.from('a43a00020000f619018c', 'hex')),
    'form',
  ),
];
