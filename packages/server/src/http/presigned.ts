// Addresses that open one thing for a while, for whoever holds them, without a session: HMAC-SHA-256 over method, path and the
// second at which they end. What an address opens is named by its path alone; who may ask for one is the business of the route
// that signs it. Behind a presigned address nothing is ever written.

import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { PresignedQuery } from '@countinghouse/contract/fields';
import { Refusal } from './refusal.ts';

const KEY_BYTES = 32;
/** Sets the key apart from whatever else is derived from the server's secret. */
const PURPOSE = 'countinghouse presigned addresses v1';

export interface PresignedAddresses {
  /** The whole address of `path` (absolute, without a query), good until `lifeSeconds` from `nowMs` on. Whole seconds, from 1. */
  sign(method: 'GET', path: string, lifeSeconds: number, nowMs?: number): string;
  /**
   * Throws ADDRESS_INVALID where the query was not signed by this server for this method and path, and ADDRESS_EXPIRED from its
   * last second on. `path` is that of the request, byte for byte, without its query.
   */
  check(method: 'GET', path: string, query: PresignedQuery, nowMs?: number): void;
}

/** `secret` is the server's own, the one of its sessions: servers that share it honour each other's addresses. */
export function openPresignedAddresses(secret: string, publicUrl: string): PresignedAddresses {
  const key = Buffer.from(hkdfSync('sha256', secret, '', PURPOSE, KEY_BYTES));
  const signatureOf = (method: string, path: string, expires: number): Buffer =>
    createHmac('sha256', key).update(`${method}\n${path}\n${expires}`).digest();
  return {
    sign(method, path, lifeSeconds, nowMs = Date.now()) {
      if (!/^\/[^?#\n]*$/.test(path)) throw new RangeError('not a path');
      if (!Number.isSafeInteger(lifeSeconds) || lifeSeconds < 1) throw new RangeError('not a life in whole seconds');
      const expires = Math.floor(nowMs / 1000) + lifeSeconds;
      return `${publicUrl}${path}?expires=${expires}&signature=${signatureOf(method, path, expires).toString('base64url')}`;
    },
    check(method, path, { expires, signature }, nowMs = Date.now()) {
      const given = Buffer.from(signature, 'base64url');
      const right = signatureOf(method, path, expires);
      // One spelling a signature: base64url ignores bits at the end.
      if (given.length !== right.length || !timingSafeEqual(given, right) || given.toString('base64url') !== signature)
        throw new Refusal('ADDRESS_INVALID');
      if (nowMs >= expires * 1000) throw new Refusal('ADDRESS_EXPIRED');
    },
  };
}
