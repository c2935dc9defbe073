// Intents over HTTP: signed with a key of one's own, posted exactly once for their idempotency key. The private key never leaves
// this process.

import { createHash, createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Intent, type IntentInput, intents } from '@countinghouse/contract/features/intents';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { callServer } from '../server.ts';
import { saveReceipt } from './anchors.ts';

interface SignOptions {
  readonly key: string;
  readonly kid?: string | undefined;
  readonly out?: string | undefined;
}

interface PostOptions {
  readonly url: string;
  readonly key?: string | undefined;
  readonly kid?: string | undefined;
  /** Where its receipt that travels goes. */
  readonly receipt?: string | undefined;
}

/** Writes the intent with its signature: to a file, or to the standard output. */
export async function signIntent(file: string, options: SignOptions): Promise<number> {
  const text = `${JSON.stringify(signed(readIntent(file), options.key, options.kid), null, 2)}\n`;
  if (options.out === undefined) process.stdout.write(text);
  else writeFileSync(options.out, text);
  return 0;
}

/** Posts the intent. Answers 0 when it was executed or is held for approval, 1 when it was rejected; throws where nothing was decided. */
export async function postIntent(file: string, { url, key, kid, receipt }: PostOptions, json: boolean): Promise<number> {
  const read = readIntent(file);
  const intent = key === undefined ? read : signed(read, key, kid);
  const { idem_key: idemKey, tenant_id: tenantId } = intent;
  if (typeof idemKey !== 'string') throw new Error(`${file}: give it an idem_key, so that posting it again is safe`);
  // What is signed is what is sent: the intent goes as it stands in the file.
  const body: Readonly<Record<string, unknown>> = await callServer(
    { url, tenant: String(tenantId) },
    intents.execute,
    { body: intent as unknown as IntentInput },
    { idempotencyKey: idemKey },
  ).catch((error: unknown) => {
    if (error instanceof Error && error.message.endsWith('could not be reached'))
      throw new Error(`${error.message}; post it again, the key makes that safe`, { cause: error });
    throw error;
  });
  if (receipt !== undefined) await saveReceipt(String(body['intentId']), { url, tenant: String(tenantId), out: receipt });
  const why = body['error'] === undefined ? '' : `, ${String(body['error'])}: ${String(body['message'])}`;
  const again = body['duplicate'] === true ? ', decided before' : '';
  process.stdout.write(json ? `${JSON.stringify(body)}\n` : `${body['status']} as event ${String(body['seq'])}${again}${why}\n`);
  return body['ok'] === true ? 0 : 1;
}

function readJson(file: string): JsonObject {
  try {
    return JSON.parse(readFileSync(file === '-' ? 0 : file, 'utf8')) as JsonObject;
  } catch (error) {
    throw new Error(`${file} is not readable as JSON`, { cause: error });
  }
}

/** The intent as it stands in the file: what is signed is what is sent. */
function readIntent(file: string): JsonObject {
  const intent = readJson(file);
  const checked = Intent.safeParse(intent);
  if (checked.success) return intent;
  const [issue] = checked.error.issues;
  throw new Error(`${file}: ${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
}

interface PrivateKey {
  readonly key: KeyObject;
  readonly alg: 'EdDSA' | 'ES256';
  readonly kid: string;
}

function readKey(file: string, named: string | undefined): PrivateKey {
  const jwk = readJson(file);
  const { kty, crv, x, y } = jwk;
  const alg = kty === 'OKP' && crv === 'Ed25519' ? 'EdDSA' : kty === 'EC' && crv === 'P-256' ? 'ES256' : null;
  if (alg === null || typeof jwk['d'] !== 'string') throw new Error(`${file} is no private JWK of Ed25519 or P-256`);
  // RFC 7638.
  const own = { crv: crv ?? null, kty: kty ?? null, x: x ?? null, ...(y === undefined ? {} : { y }) };
  const thumbprint = createHash('sha256').update(canonicalize(own)).digest('base64url');
  const kid = named ?? (typeof jwk['kid'] === 'string' ? jwk['kid'] : thumbprint);
  try {
    return { key: createPrivateKey({ key: { ...jwk }, format: 'jwk' }), alg, kid };
  } catch (error) {
    throw new Error(`${file} is no private JWK of Ed25519 or P-256`, { cause: error });
  }
}

/** With a detached compact JWS (RFC 7515 appendix F) over the canonical form of everything else. */
function signed({ signature: _before, ...intent }: JsonObject, keyFile: string, kid: string | undefined): JsonObject {
  const { key, alg, kid: name } = readKey(keyFile, kid);
  const encode = (text: string): string => Buffer.from(text).toString('base64url');
  const header = encode(canonicalize({ alg, kid: name }));
  const input = Buffer.from(`${header}.${encode(canonicalize(intent))}`);
  const bytes = sign(alg === 'ES256' ? 'sha256' : null, input, { key, dsaEncoding: 'ieee-p1363' });
  return { ...intent, signature: `${header}..${bytes.toString('base64url')}` };
}
