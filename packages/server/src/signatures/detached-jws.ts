// Detached compact JWS (RFC 7515 appendix F), read as narrowly as it can be: EdDSA or ES256, a header of `alg`, `kid` and perhaps
// `typ` and nothing else, each once, in canonical base64url. The algorithm is that of the key, never that of the header alone.

import { verify } from 'node:crypto';
import { decodeBase64url, type PublicKey, type SignatureAlgorithm } from './public-key.ts';

export interface DetachedJws {
  readonly algorithm: SignatureAlgorithm;
  readonly kid: string;
  /** As it came: part of what is signed. */
  readonly header: string;
  readonly signature: Buffer;
}

/** Of Ed25519, and of P-256 as r ‖ s (RFC 7518 §3.4). */
const SIGNATURE_BYTES = 64;
const KID_LENGTH_MAX = 200;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const string = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/u.source;
const blank = '[ \\t\\n\\r]*';
const pair = `${string}${blank}:${blank}${string}`;
/** An object whose members are all strings. */
const flat = new RegExp(`^${blank}\\{${blank}${pair}(?:${blank},${blank}${pair})*${blank}\\}${blank}$`, 'u');
const member = new RegExp(`(${string})${blank}:${blank}(${string})`, 'gu');

/** The members of a header; null where one comes twice, or is no text. */
function readHeader(encoded: string): ReadonlyMap<string, string> | null {
  const bytes = decodeBase64url(encoded);
  if (bytes === null) return null;
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch {
    return null;
  }
  if (!flat.test(text)) return null;
  const members = new Map<string, string>();
  for (const [, name = '', value = ''] of text.matchAll(member)) {
    const key = JSON.parse(name) as string;
    if (members.has(key)) return null;
    members.set(key, JSON.parse(value) as string);
  }
  return members;
}

/** What a signature says of itself; null where it is not one of ours to check. */
export function readDetachedJws(text: string): DetachedJws | null {
  const [header = '', payload, encoded = '', ...rest] = text.split('.');
  if (payload !== '' || rest.length > 0) return null;
  const members = readHeader(header);
  if (members === null || [...members.keys()].some((name) => name !== 'alg' && name !== 'kid' && name !== 'typ')) return null;
  const [algorithm, kid] = [members.get('alg'), members.get('kid')];
  if (algorithm !== 'EdDSA' && algorithm !== 'ES256') return null;
  if (kid === undefined || kid === '' || kid.length > KID_LENGTH_MAX) return null;
  const signature = decodeBase64url(encoded);
  return signature?.length === SIGNATURE_BYTES ? { algorithm, kid, header, signature } : null;
}

/** Whether the key signed this payload. Worked out on the thread pool: a storm of signatures leaves the event loop alone. */
export function verifyDetached(jws: DetachedJws, payload: string, { algorithm, key }: PublicKey): Promise<boolean> {
  if (algorithm !== jws.algorithm) return Promise.resolve(false);
  const signed = Buffer.from(`${jws.header}.${Buffer.from(payload).toString('base64url')}`);
  const hash = algorithm === 'ES256' ? 'sha256' : null;
  return new Promise((resolve) => {
    verify(hash, signed, { key, dsaEncoding: 'ieee-p1363' }, jws.signature, (error, fits) => resolve(error === null && fits));
  });
}
