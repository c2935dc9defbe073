// How many guesses are evaluated for an account: passwords, codes of the second factor and recovery codes together, ten in any
// thirty minutes, however many addresses they come from. A browser that the person signed in with before (it has a signed cookie
// of its own), or with which they used a mailed link, counts for itself: whoever spends an account's guesses does not shut its
// holder out. A guess that was right is given back and never clears the others: who knows the password does not get more codes.

import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ErrorCode } from '@countinghouse/contract/errors';
import { deleteGuess, deleteOldGuesses, getGuessWait, insertGuess } from '@countinghouse/store/auth/guesses';
import type { Pool } from '@countinghouse/store/connection';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { countAttempt, HOUR_SECONDS, networkOf } from '../http/attempts.ts';
import { COOKIE_PREFIX, cookieLine, cookieOf } from '../http/cookies.ts';
import { Refusal } from '../http/refusal.ts';

// Source: decision 0037.
const GUESSES_MAX = 10;
const WINDOW_SECONDS = 1_800;
/** Of guesses that are not evaluated any more: each is still a write. */
const BARRED_TRIES_A_MINUTE = 30;
/** As long as browsers keep one. */
const COOKIE_LIFE_SECONDS = 400 * 86_400;
const DEVICE_BYTES = 18;
const NAME_LENGTH = 12;

/** Whether a browser is one of the account's, and the mark that makes it one. */
class DeviceCookies {
  private readonly secret: Buffer;
  private readonly secure: boolean;

  constructor(secret: string, secure: boolean) {
    this.secret = createHmac('sha256', secret).update('device cookies').digest();
    this.secure = secure;
  }

  /** One cookie an account: several people may share a browser. */
  private name(account: string): string {
    return `${this.secure ? '__Secure-' : ''}${COOKIE_PREFIX}.device_${account.slice(0, NAME_LENGTH)}`;
  }

  private sign(device: string, account: string): Buffer {
    return createHmac('sha256', this.secret).update(`${device}|${account}`).digest();
  }

  find(request: FastifyRequest, account: string): string | null {
    const [device = '', mac = ''] = (cookieOf(request, this.name(account)) ?? '').split('.');
    const given = Buffer.from(mac, 'base64url');
    const right = this.sign(device, account);
    return given.length === right.length && timingSafeEqual(given, right) ? device : null;
  }

  give(reply: FastifyReply, account: string): void {
    const device = randomBytes(DEVICE_BYTES).toString('base64url');
    const value = `${device}.${this.sign(device, account).toString('base64url')}`;
    reply.header(
      'set-cookie',
      cookieLine(this.name(account), value, { path: '/api', maxAgeSeconds: COOKIE_LIFE_SECONDS, secure: this.secure }),
    );
  }
}

/** The account that an e-mail stands for, whether there is one or not: lower-case e-mail, hashed. */
const accountOf = (email: string): string => createHash('sha256').update(email.trim().toLowerCase()).digest('hex');

/** The answers that say that a guess was wrong. Any other refusal came before it was looked at, or after it was found right. */
const wrong: ReadonlySet<string> = new Set<ErrorCode>(['INVALID_EMAIL_OR_PASSWORD', 'INVALID_PASSWORD', 'INVALID_CODE']);

/** Nothing is evaluated for this account, or browser, for a while. */
export class NoGuessLeft extends Refusal {
  constructor(waitSeconds: number) {
    super('TOO_MANY_ATTEMPTS', undefined, waitSeconds);
  }
}

export class Guesses {
  private readonly authPool: Pool;
  private readonly devices: DeviceCookies;

  constructor(o: { readonly authPool: Pool; readonly secret: string; readonly secure: boolean }) {
    this.authPool = o.authPool;
    this.devices = new DeviceCookies(o.secret, o.secure);
  }

  /**
   * Evaluates a guess at the account of an e-mail; what was not wrong is given back, what failed in any other way is not. Throws
   * NoGuessLeft without evaluating anything where no guess is left, TOO_MANY_ATTEMPTS where an address does not stop trying.
   */
  async evaluate<T>(request: FastifyRequest, email: string, evaluate: () => Promise<T>): Promise<T> {
    const account = accountOf(email);
    const device = this.devices.find(request, account);
    const key = device === null ? `account|${account}` : `device|${device}`;
    const at = await this.take(request, key);
    try {
      const result = await evaluate();
      await deleteGuess(this.authPool, key, at);
      return result;
    } catch (error) {
      if (error instanceof Refusal && !wrong.has(error.code)) await deleteGuess(this.authPool, key, at);
      throw error;
    }
  }

  /** Marks the browser as one of the account's. */
  trust(reply: FastifyReply, email: string): void {
    this.devices.give(reply, accountOf(email));
  }

  /** Notes a guess and answers its moment. */
  private async take(request: FastifyRequest, key: string): Promise<string> {
    const at = await insertGuess(this.authPool, key, { most: GUESSES_MAX, windowSeconds: WINDOW_SECONDS });
    if (at !== null) return at;
    await countAttempt(this.authPool, [`barred|${networkOf(request.ip)}`], BARRED_TRIES_A_MINUTE);
    throw new NoGuessLeft(await getGuessWait(this.authPool, key, WINDOW_SECONDS));
  }
}

/** Forgets moments that count no more, of guesses and of what is counted by the hour. */
export const forgetGuesses = (authPool: Pool): Promise<void> => deleteOldGuesses(authPool, HOUR_SECONDS);
