// What browsers are asked to make and to sign for a passkey, and whether they did. A challenge says itself for whom it is and until when, under our
// secret, so that asking for one leaves nothing behind; one that was signed is taken once. The holder must have been verified (a face, a finger, a PIN),
// and the page must have been ours. How a passkey was made is not looked at: no attestation is asked for, and none that names certificates is read.

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { type NewCredential, PASSKEY_CHALLENGE_SECONDS, type UsedCredential } from '@countinghouse/contract/features/passkeys';
import type { NewPasskey, UsablePasskey } from '@countinghouse/store/auth/passkeys';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { COOKIE_PREFIX, cookieLine, cookieOf } from '../../http/cookies.ts';
import { isOfThisMachine } from '../../http/host.ts';
import { ISSUER } from '../auth.ts';

/** Read once the first passkey is met: a second of work at the start, and 25 MB, for who has none. */
const webAuthn = () => import('@simplewebauthn/server');
const parts = () => import('@simplewebauthn/server/helpers');

/** ES256, EdDSA and RS256, which is what there is; COSE's names of them. */
const supportedAlgorithmIDs = [-7, -8, -257];

const UNTIL_BYTES = 6;
const RANDOM_BYTES = 16;
const MARK_BYTES = 18;

interface Holder {
  readonly userId: string;
  readonly email: string;
  readonly name: string;
}

/** The address of the console as a browser names it to a passkey: of a server on this machine `localhost`, since an IP address can have none. */
function siteOf(publicUrl: string): { readonly origin: string; readonly domain: string } {
  const url = new URL(publicUrl);
  if (isOfThisMachine(publicUrl)) url.hostname = 'localhost';
  return { origin: url.origin, domain: url.hostname };
}

/** The handle under which an authenticator keeps the account: one a person, so that it replaces the passkey that it has of them. */
const handleOf = (userId: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(userId);

/** What was signed is neither refused in the words of the library, nor told apart: null. */
async function orNull<T>(verify: () => Promise<T | null>): Promise<T | null> {
  try {
    return await verify();
  } catch {
    return null;
  }
}

export class Passkeys {
  private readonly secret: Buffer;
  private readonly site: { readonly origin: string; readonly domain: string };
  private readonly secure: boolean;

  constructor(o: { readonly secret: string; readonly publicUrl: string }) {
    this.secret = createHmac('sha256', o.secret).update('passkey challenges').digest();
    this.site = siteOf(o.publicUrl);
    this.secure = o.publicUrl.startsWith('https:');
  }

  /** What a browser is to make a passkey for; taken from that session alone. */
  async optionsToAdd(
    { userId, email, name }: Holder,
    sessionId: string,
    nowMs: number,
    known: readonly { readonly id: string; readonly transports: string[] }[],
  ) {
    const { generateRegistrationOptions } = await webAuthn();
    return generateRegistrationOptions({
      rpName: ISSUER,
      rpID: this.site.domain,
      userID: handleOf(userId),
      userName: email,
      userDisplayName: name,
      challenge: this.makeChallenge(`add|${sessionId}`, nowMs),
      timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
      attestationType: 'none',
      supportedAlgorithmIDs,
      excludeCredentials: [...known],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  }

  /** The passkey that a browser made, and the challenge it was made for, which is to be taken once; null for anything but what was asked. */
  async verifyAdded(
    { id, response }: NewCredential,
    sessionId: string,
    nowMs: number,
  ): Promise<(Omit<NewPasskey, 'userId' | 'name'> & { readonly challenge: string }) | null> {
    return orNull(async () => {
      const [{ verifyRegistrationResponse }, { decodeAttestationObject, isoBase64URL }] = await Promise.all([webAuthn(), parts()]);
      const attested = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
      if (attested.get('attStmt').get('x5c') !== undefined) return null;
      let challenge = '';
      const { verified, registrationInfo: made } = await verifyRegistrationResponse({
        response: {
          id,
          rawId: id,
          type: 'public-key',
          response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
          clientExtensionResults: {},
        },
        expectedChallenge: (signed) => {
          challenge = signed;
          return this.isChallenge(signed, `add|${sessionId}`, nowMs);
        },
        expectedOrigin: this.site.origin,
        expectedRPID: this.site.domain,
        requireUserVerification: true,
        supportedAlgorithmIDs,
      });
      if (!verified) return null;
      return {
        challenge,
        credentialId: made.credential.id,
        publicKey: made.credential.publicKey,
        counter: made.credential.counter,
        transports: response.transports,
        synced: made.credentialBackedUp,
      };
    });
  }

  /** What a browser is to sign; taken from that browser alone, which gets a mark. Whose passkeys there are it is not told. */
  async optionsToSignIn(request: FastifyRequest, reply: FastifyReply, nowMs: number) {
    const mark = this.markOf(request) ?? randomBytes(MARK_BYTES).toString('base64url');
    const { secure } = this;
    reply.header('set-cookie', cookieLine(this.cookieName, mark, { path: '/api', maxAgeSeconds: PASSKEY_CHALLENGE_SECONDS, secure }));
    const { generateAuthenticationOptions } = await webAuthn();
    return generateAuthenticationOptions({
      rpID: this.site.domain,
      challenge: this.makeChallenge(`sign-in|${mark}`, nowMs),
      timeout: PASSKEY_CHALLENGE_SECONDS * 1000,
      userVerification: 'required',
    });
  }

  /** The challenge that a passkey signed, which is to be taken once, and its counter from now on; null for anything but what was asked. */
  async verifyUsed(
    request: FastifyRequest,
    { id, response }: UsedCredential,
    passkey: UsablePasskey,
    nowMs: number,
  ): Promise<{ readonly challenge: string; readonly counter: number } | null> {
    const { userHandle, ...signed } = response;
    const mark = this.markOf(request);
    if (mark === null) return null;
    if (typeof userHandle === 'string' && userHandle !== Buffer.from(passkey.user_id).toString('base64url')) return null;
    return orNull(async () => {
      let challenge = '';
      const { verifyAuthenticationResponse } = await webAuthn();
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: { id, rawId: id, type: 'public-key', response: signed, clientExtensionResults: {} },
        expectedChallenge: (given) => {
          challenge = given;
          return this.isChallenge(given, `sign-in|${mark}`, nowMs);
        },
        expectedOrigin: this.site.origin,
        expectedRPID: this.site.domain,
        credential: { id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
        requireUserVerification: true,
      });
      return verified ? { challenge, counter: authenticationInfo.newCounter } : null;
    });
  }

  private get cookieName(): string {
    return `${this.secure ? '__Secure-' : ''}${COOKIE_PREFIX}.passkey`;
  }

  private markOf(request: FastifyRequest): string | null {
    const mark = cookieOf(request, this.cookieName);
    return mark !== null && /^[A-Za-z0-9_-]{24}$/.test(mark) ? mark : null;
  }

  /** Until when, something that nobody can guess, and our signature over both and what it is for. */
  private makeChallenge(purpose: string, nowMs: number): Uint8Array<ArrayBuffer> {
    const until = Buffer.alloc(UNTIL_BYTES);
    until.writeUIntBE(Math.ceil(nowMs / 1000) + PASSKEY_CHALLENGE_SECONDS, 0, UNTIL_BYTES);
    const head = Buffer.concat([until, randomBytes(RANDOM_BYTES)]);
    return new Uint8Array(Buffer.concat([head, this.sign(head, purpose)]));
  }

  private isChallenge(text: string, purpose: string, nowMs: number): boolean {
    const bytes = Buffer.from(text, 'base64url');
    const head = bytes.subarray(0, UNTIL_BYTES + RANDOM_BYTES);
    const right = this.sign(head, purpose);
    const given = bytes.subarray(head.length);
    if (given.length !== right.length || !timingSafeEqual(given, right)) return false;
    // Spelled as we spell it: else one challenge could be taken twice, in two spellings.
    return bytes.toString('base64url') === text && nowMs / 1000 <= head.readUIntBE(0, UNTIL_BYTES);
  }

  private sign(head: Buffer, purpose: string): Buffer {
    return createHmac('sha256', this.secret).update(head).update(purpose).digest();
  }
}
