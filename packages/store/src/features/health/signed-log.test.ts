import { generateKeyPairSync, hash, sign } from 'node:crypto';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import { headToSign } from '@countinghouse/kernel/chain/event-hash';
import { expect, test } from 'vitest';
import { type SignedHead, SignedLog, type VerifiedHeads } from './signed-log.ts';

const TENANT = 'c0000000-0000-4000-8000-000000000001';
const { publicKey, privateKey } = generateKeyPairSync('ed25519');
const jwk = publicKey.export({ format: 'jwk' }) as { readonly x: string };
const kid = hash('sha256', canonicalize(jwk), 'base64url');
const KEY_SEQ = 1;

const eventOf = (seq: number) => ({ hash: hash('sha256', String(seq)), ts: `2026-01-01T00:00:00.${String(seq).padStart(6, '0')}Z` });

function headOf(seq: number): SignedHead {
  const { hash: event_hash, ts: event_ts } = eventOf(seq);
  const header = Buffer.from(JSON.stringify({ alg: 'EdDSA', kid })).toString('base64url');
  const payload = Buffer.from(headToSign({ tenant_id: TENANT, seq, event_hash, event_ts })).toString('base64url');
  return {
    seq,
    event_hash,
    event_ts,
    kid,
    signature: `${header}..${sign(null, Buffer.from(`${header}.${payload}`), privateKey).toString('base64url')}`,
  };
}

const sound = Array.from({ length: 6 }, (_, i) => headOf(i + 2));
/** With the signature of another head at one place. */
const withWrong = (at: number): readonly SignedHead[] =>
  sound.map((head, i) => (i === at ? { ...head, signature: headOf(99).signature } : head));

async function walk(heads: readonly SignedHead[], known: VerifiedHeads | null) {
  const log = new SignedLog(TENANT, 0, known);
  const payload = canonicalize({ algorithm: 'EdDSA', kid, public_jwk: jwk, purpose: 'chain' });
  await log.takeEvent({ seq: KEY_SEQ, event_type: 'key.added', payload });
  for (const head of heads) await log.takeHead(head, eventOf(head.seq));
  const faults = await log.finish(heads.at(-1)?.seq ?? KEY_SEQ, null, true);
  return { log, faults: faults.map(({ seq, what }) => ({ seq, what })), held: log.held, isUnlikeKnown: log.isUnlikeKnown };
}
const all = sound.map(({ seq }) => seq);

test('heads that hold are told, and one whose signature is another is a fault', async () => {
  expect(await walk(sound, null)).toMatchObject({ faults: [], held: all, isUnlikeKnown: false });
  const { faults, held } = await walk(withWrong(2), null);
  expect(faults).toEqual([expect.objectContaining({ what: 'signed_head' })]);
  expect(held).toEqual(all.filter((seq) => seq !== sound[2]?.seq));
});

test('heads that are known are spared their signatures, and those after them are not', async () => {
  // What is known is what was walked: that a wrong signature among them is no fault shows that none was looked at.
  const { log } = await walk(withWrong(1).slice(0, 4), null);
  expect(await walk(withWrong(1), log.verified)).toMatchObject({ faults: [], held: all, isUnlikeKnown: false });
  const changedAfter = withWrong(1).map((head, i) => (i === 5 ? { ...head, signature: headOf(98).signature } : head));
  const { faults, isUnlikeKnown } = await walk(changedAfter, log.verified);
  expect({ faults: faults.length, isUnlikeKnown }).toEqual({ faults: 1, isUnlikeKnown: false });
});

test.each([
  ['one of them is another', withWrong(1)],
  ['one of them is gone', sound.filter((_, i) => i !== 1)],
  ['the last of them is gone', sound.filter((_, i) => i !== 3)],
  ['the log ends before', sound.slice(0, 2)],
])('it is told that they are not as they are known where %s', async (_, heads) => {
  const { log } = await walk(sound.slice(0, 4), null);
  expect((await walk(heads, log.verified)).isUnlikeKnown).toBe(true);
});
