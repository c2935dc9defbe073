// Cookies of a request, and ours in an answer.

import type { FastifyRequest } from 'fastify';

/** What every cookie of this server begins with. */
export const COOKIE_PREFIX = 'countinghouse';

/** The value of a cookie as it was sent, or null. Of several with one name the first counts. */
export function cookieOf(request: FastifyRequest, name: string): string | null {
  for (const part of request.headers.cookie?.split(';') ?? []) {
    const [key = '', ...value] = part.split('=');
    if (key.trim() === name) return value.join('=').trim();
  }
  return null;
}

/** A `set-cookie` line that scripts cannot read and other sites do not send. */
export function cookieLine(
  name: string,
  value: string,
  o: { readonly path: string; readonly maxAgeSeconds: number; readonly secure: boolean },
): string {
  return `${name}=${value}; Path=${o.path}; Max-Age=${o.maxAgeSeconds}; HttpOnly; SameSite=Lax${o.secure ? '; Secure' : ''}`;
}
