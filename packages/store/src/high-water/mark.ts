// A high-water mark: a signed head of a log, kept outside of the database. It says how far the log was written when somebody was
// answered, and it is signed as heads are, so that nobody without the chain key can raise it.

import { verify } from 'node:crypto';
import { headToSign } from '@countinghouse/kernel/chain/event-hash';
import { importChainKey, parseDetached } from '../keys/detached.ts';

export interface HighWaterMark {
  readonly tenantId: string;
  readonly seq: number;
  /** 64 hex digits. */
  readonly hash: string;
  /** RFC 3339 with six decimals. */
  readonly ts: string;
  readonly kid: string;
  /** Detached compact JWS, as of a signed head. */
  readonly signature: string;
}

const FORMAT = 'countinghouse-high-water-mark';
const HASH = /^[0-9a-f]{64}$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

export const markText = ({ tenantId, seq, hash, ts, kid, signature }: HighWaterMark): string =>
  `${JSON.stringify({ format: FORMAT, version: 1, tenant_id: tenantId, seq, event_hash: hash, event_ts: ts, kid, signature })}\n`;

/** null for what is no mark of this organisation. */
export function parseMark(text: string, tenantId: string): HighWaterMark | null {
  let value: Readonly<Record<string, unknown>> | null;
  try {
    value = JSON.parse(text) as typeof value;
  } catch {
    return null;
  }
  const { format, version, tenant_id, seq, event_hash: hash, event_ts: ts, kid, signature } = value ?? {};
  if (format !== FORMAT || version !== 1 || tenant_id !== tenantId || typeof seq !== 'number' || !Number.isSafeInteger(seq) || seq < 1)
    return null;
  if (typeof hash !== 'string' || !HASH.test(hash) || typeof ts !== 'string' || !INSTANT.test(ts)) return null;
  if (typeof kid !== 'string' || typeof signature !== 'string') return null;
  return { tenantId, seq, hash, ts, kid, signature };
}

/** Whether the signature of a mark holds under a public key, a JWK of Ed25519. */
export function isSignedBy({ tenantId, seq, hash, ts, kid, signature }: HighWaterMark, jwk: object): boolean {
  const key = importChainKey(jwk);
  const signed = parseDetached(signature, kid, headToSign({ tenant_id: tenantId, seq, event_hash: hash, event_ts: ts }));
  return key !== null && signed !== null && verify(null, signed.data, key, signed.signature);
}

/** The one that was written later; an organisation's events are never of one time. */
export const laterMark = (a: HighWaterMark | null, b: HighWaterMark | null): HighWaterMark | null =>
  a === null || (b !== null && b.ts > a.ts) ? b : a;
