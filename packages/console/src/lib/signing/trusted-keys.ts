// The chain key that a reader knows from elsewhere, pinned in this browser, and what it vouches for: checkpoints of anchors, directly or
// through keys that it endorsed. Nothing that the server says of its own keys counts before that.

import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';

/** RFC 7638, of an Ed25519 key: 32 bytes in base64url. */
const THUMBPRINT = /^[A-Za-z0-9_-]{43}$/;
const KEY_ID_BYTES = 4;
const ED25519_TYPE = 0x01;
/** The line of the log comes first; those of witnesses may follow. */
const NOTE = /^([^\n]+)\n([1-9][0-9]*)\n([A-Za-z0-9+/]{43}=)\n\n— ([^ \n]+) ([A-Za-z0-9+/]+=*)\n(?:— [^ \n]+ [A-Za-z0-9+/]+=*\n)*$/;

const storageKey = (tenantId: string): string => `pinned-key:${tenantId}`;

/** The thumbprint that was pinned for an organisation; null where none was. */
export function readPinned(tenantId: string): string | null {
  const pinned = localStorage.getItem(storageKey(tenantId));
  return pinned !== null && THUMBPRINT.test(pinned) ? pinned : null;
}

export function pin(tenantId: string, thumbprint: string | null): void {
  if (thumbprint === null) localStorage.removeItem(storageKey(tenantId));
  else localStorage.setItem(storageKey(tenantId), thumbprint);
}

/** The thumbprint that a text names, itself or as the JWK of an Ed25519 key; null for anything else. */
export async function thumbprintOf(text: string): Promise<string | null> {
  const trimmed = text.trim();
  if (THUMBPRINT.test(trimmed)) return trimmed;
  try {
    const { crv, kty, x } = JSON.parse(trimmed) as Readonly<Record<string, unknown>>;
    return crv === 'Ed25519' && kty === 'OKP' && typeof x === 'string' ? await hashOfJwk(x) : null;
  } catch {
    return null;
  }
}

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);
const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
const toBase64Url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');
const sha256 = async (bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));

const hashOfJwk = async (x: string): Promise<string> => toBase64Url(await sha256(utf8(canonicalize({ crv: 'Ed25519', kty: 'OKP', x }))));

async function isSigned(x: string, signature: Uint8Array<ArrayBuffer>, data: Uint8Array<ArrayBuffer>): Promise<boolean> {
  const key = await crypto.subtle.importKey('raw', fromBase64(x), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', key, signature, data);
}

interface ChainKeyPayload {
  readonly kid: string;
  readonly purpose: string;
  readonly public_jwk: JsonObject & { readonly x?: unknown };
  readonly endorsement?: { readonly kid: string; readonly signature: string };
}

/**
 * The chain keys among events of keys that a thumbprint vouches for, each with its public part: itself, and those endorsed by one of
 * them, at whatever remove. Where nothing is pinned, each that is named by its own thumbprint.
 */
export async function trustedKeys(
  tenantId: string,
  events: readonly Pick<LedgerEvent, 'seq' | 'payload'>[],
  pinned: string | null,
): Promise<ReadonlyMap<string, string>> {
  const trusted = new Map<string, string>();
  for (const { payload } of events.toSorted((a, b) => a.seq - b.seq)) {
    const { kid, purpose, public_jwk, endorsement } = payload as unknown as ChainKeyPayload;
    const x = public_jwk?.x;
    if (purpose !== 'chain' || typeof x !== 'string' || (await hashOfJwk(x)) !== kid) continue;
    const by = endorsement === undefined ? undefined : trusted.get(endorsement.kid);
    const isEndorsed =
      by !== undefined && endorsement !== undefined && (await holds(by, endorsement, { kid, public_jwk, tenant_id: tenantId }));
    if (pinned === null || kid === pinned || isEndorsed) trusted.set(kid, x);
  }
  return trusted;
}

/** Whether a detached JWS by a key is over the canonical text of a value, with the header of a signed head. */
async function holds(
  x: string,
  { kid, signature }: { readonly kid: string; readonly signature: string },
  value: JsonObject,
): Promise<boolean> {
  const [header = '', payload, signed = '', ...rest] = signature.split('.');
  if (payload !== '' || rest.length > 0 || header !== toBase64Url(utf8(canonicalize({ alg: 'EdDSA', kid })))) return false;
  return isSigned(x, fromBase64(signed), utf8(`${header}.${toBase64Url(utf8(canonicalize(value)))}`));
}

export interface Checkpoint {
  readonly checkpoint: string;
  readonly kid: string;
  readonly to_seq: number;
  /** Hexadecimal. */
  readonly root_hash: string;
}

/** Whether a checkpoint is of this log, of this size and root, and signed by the key that its anchor names. */
export async function isCheckpointOf(
  tenantId: string,
  { checkpoint, kid, to_seq, root_hash }: Checkpoint,
  keys: ReadonlyMap<string, string>,
): Promise<boolean> {
  const [, origin = '', size, root = '', signer, note = ''] = NOTE.exec(checkpoint) ?? [];
  const x = keys.get(kid);
  if (origin !== `countinghouse/${tenantId}` || signer !== origin || Number(size) !== to_seq || x === undefined) return false;
  if (Array.from(fromBase64(root), (byte) => byte.toString(16).padStart(2, '0')).join('') !== root_hash) return false;
  const signed = fromBase64(note);
  const id = await sha256(new Uint8Array([...utf8(`${origin}\n`), ED25519_TYPE, ...fromBase64(x)]));
  if (!id.subarray(0, KEY_ID_BYTES).every((byte, i) => signed[i] === byte)) return false;
  return isSigned(x, signed.slice(KEY_ID_BYTES), utf8(`${origin}\n${size}\n${root}\n`));
}
