// Which Host a request may name: that of PUBLIC_URL, or a loopback address. Anything else is a rebinding attempt or a mistake.

import type { FastifyRequest } from 'fastify';
import { Refusal } from './refusal.ts';

const loopback = new Set(['127.0.0.1', 'localhost', '[::1]']);

/** Whether an address of the product is one of this machine alone. */
export const isOfThisMachine = (publicUrl: string): boolean => loopback.has(new URL(publicUrl).hostname);

/** Names and values take turns. */
const countHosts = (rawHeaders: readonly string[]): number =>
  rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === 'host').length;

/** The host that a request names in its first line, as to a proxy: it goes before the header. Source: RFC 9112, section 3.2.2. */
const namedInTarget = (target: string): string | undefined => /^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(target)?.[1];

export function guardHost(publicUrl: string): (request: FastifyRequest) => Promise<void> {
  const own = new URL(publicUrl);
  return async (request) => {
    // Of two one would be believed here, and the other perhaps by whatever stands before us. Source: RFC 9112, section 3.2.
    if (countHosts(request.raw.rawHeaders) > 1) throw new Refusal('INVALID_HOST');
    const named = namedInTarget(request.raw.url ?? '') ?? request.headers.host ?? '';
    if (named === own.host) return;
    const hostname = named.replace(/:\d+$/, '').toLowerCase();
    if (!loopback.has(hostname)) throw new Refusal('INVALID_HOST');
  };
}

/** Origins of a browser that has loaded the console from here. */
export function trustedOriginsOf(publicUrl: string): ReadonlySet<string> {
  const { protocol, port, hostname, origin } = new URL(publicUrl);
  const found = new Set([origin]);
  if (loopback.has(hostname)) for (const h of loopback) found.add(new URL(`${protocol}//${h}${port === '' ? '' : `:${port}`}`).origin);
  return found;
}
