// An authenticator in software: makes passkeys (P-256, no attestation) and signs with them as browsers hand it on (WebAuthn, section 6), and lies on demand.

import { createHash, createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const CREDENTIAL_INCLUDED = 0x40;
const COORDINATE_BYTES = 32;

/** What of a ceremony is not as it should be. */
export interface Lie {
  readonly origin?: string;
  readonly domain?: string;
  readonly challenge?: string;
  readonly type?: string;
  /** The holder was there, and was not asked for a face, a finger or a PIN. */
  readonly unverified?: true;
  /** Of the counter: so many instead of the next. */
  readonly counter?: number;
  readonly userHandle?: string;
  /** Signed with another key. */
  readonly forged?: true;
}

interface Asked {
  readonly challenge: string;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const toText = (data: Buffer): string => data.toString('base64url');

/** CBOR (RFC 8949) of what WebAuthn needs: small integers, byte and text strings, maps with their keys in this order. */
function cbor(value: number | string | Buffer | ReadonlyMap<number | string, unknown>): Buffer {
  const head = (major: number, n: number): Buffer =>
    n < 24
      ? Buffer.from([(major << 5) | n])
      : n < 256
        ? Buffer.from([(major << 5) | 24, n])
        : Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as ReadonlyMap<number | string, never>)];
  return Buffer.concat([head(5, entries.length), ...entries.flatMap(([key, item]) => [cbor(key), cbor(item)])]);
}

const newKey = (): KeyObject =>
  createPrivateKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'pem', type: 'pkcs8' }));

export class SoftwarePasskey {
  readonly id: string;
  private readonly key = newKey();
  private readonly origin: string;
  private counter = 1;
  private userHandle: string | null = null;

  /** `origin`: of the page that asks for it. */
  constructor(origin: string, id = toText(randomBytes(24))) {
    this.origin = origin;
    this.id = id;
  }

  private clientData(type: string, { challenge }: Asked, lie: Lie): Buffer {
    return Buffer.from(
      JSON.stringify({
        type: lie.type ?? type,
        challenge: lie.challenge ?? challenge,
        origin: lie.origin ?? this.origin,
        crossOrigin: false,
      }),
    );
  }

  private authenticatorData(flags: number, lie: Lie): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(lie.counter ?? this.counter++);
    const verified = lie.unverified === true ? 0 : USER_VERIFIED;
    return Buffer.concat([sha256(lie.domain ?? new URL(this.origin).hostname), Buffer.from([USER_PRESENT | verified | flags]), counter]);
  }

  /** What `navigator.credentials.create()` would answer to these options. */
  make(options: object, lie: Lie = {}) {
    const asked = options as Asked & { readonly user: { readonly id: string } };
    this.userHandle = asked.user.id;
    const { x = '', y = '' } = this.key.export({ format: 'jwk' });
    const coordinate = (text: string): Buffer =>
      Buffer.concat([Buffer.alloc(COORDINATE_BYTES), Buffer.from(text, 'base64url')]).subarray(-COORDINATE_BYTES);
    const publicKey = cbor(
      new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]),
    );
    const id = Buffer.from(this.id, 'base64url');
    const data = Buffer.concat([
      this.authenticatorData(CREDENTIAL_INCLUDED, lie),
      Buffer.alloc(16),
      Buffer.from([id.length >> 8, id.length & 255]),
      id,
      publicKey,
    ]);
    const attested = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', data],
    ]);
    return {
      id: this.id,
      response: {
        clientDataJSON: toText(this.clientData('webauthn.create', asked, lie)),
        attestationObject: toText(cbor(attested)),
        transports: ['internal'],
      },
    };
  }

  /** What `navigator.credentials.get()` would answer to these options. */
  use(options: object, lie: Lie = {}) {
    const clientData = this.clientData('webauthn.get', options as Asked, lie);
    const data = this.authenticatorData(0, lie);
    const key = lie.forged === true ? newKey() : this.key;
    return {
      id: this.id,
      response: {
        clientDataJSON: toText(clientData),
        authenticatorData: toText(data),
        signature: toText(sign('sha256', Buffer.concat([data, sha256(clientData)]), key)),
        userHandle: lie.userHandle ?? this.userHandle,
      },
    };
  }
}
