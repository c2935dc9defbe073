// Every request that the system makes to an address which somebody typed in goes through here. It leads to public addresses
// alone: https, no name or password, no private, link-local, loopback or metadata address, neither as a literal, nor in what DNS
// answers at the moment of connecting, nor after a redirect. Time and size are bounded. Hosts in EGRESS_ALLOW are exempt.

import dns from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { Agent } from 'undici';
import { inCall } from '../tracing/turn.ts';

// Source: decision 0034.
const CONNECT_WITHIN_MS = 5_000;
const REDIRECTS_MAX = 3;
const CONNECTIONS_MAX = 8;

/** Public as addresses go, and yet inside: the metadata and wire services of clouds. */
const metadata: ReadonlySet<string> = new Set(['168.63.129.16']);

/** All of IPv6 that was ever given out. Source: IANA, IPv6 Global Unicast Address Assignments. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** Why a request did not come to an answer. The message may be told to whoever typed the address in. */
export class EgressRefused extends Error {}

export interface Sending {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For all of it, redirects included. */
  readonly withinMs: number;
  /** Of the answer's body, as it comes over the wire: nothing is decompressed. */
  readonly bytesMax: number;
  /** `false`: an answer that sends on is answered as it is. A header that opens something is not carried elsewhere. */
  readonly follows?: false;
}

export interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

/** Whether an address is one that everybody can reach. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address) || metadata.has(address)) return false;
  const parsed = ipaddr.parse(address);
  // An IPv4 address within an IPv6 one is never public: mapped, compatible (::/96), behind NAT64, 6to4 and Teredo are other ranges.
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_UNICAST));
}

/** Looks a name up and hands on nothing unless every address it has is public. */
function guarded(lookup: LookupFunction): LookupFunction {
  return (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, found) => {
      if (error !== null) return done(error, '', 4);
      const addresses = Array.isArray(found) ? found : [{ address: found, family: isIP(found) }];
      if (addresses.length === 0 || addresses.some(({ address }) => !isPublicAddress(address)))
        return done(new EgressRefused('The address leads to a network that is not public.'), '', 4);
      if (options.all === true) return done(null, addresses);
      const [first] = addresses;
      done(null, first?.address ?? '', first?.family ?? 4);
    });
  };
}

interface EgressOptions {
  /** Hosts, each with or without a port, that may be anywhere and speak plain http. */
  readonly allow: readonly string[];
  readonly lookup?: LookupFunction;
}

interface Requests {
  readonly request: typeof import('undici').request;
  readonly toPublic: Agent;
  readonly toExempt: Agent;
}

/** The library is loaded by the first request. */
async function openRequests(lookup: LookupFunction): Promise<Requests> {
  const { Agent, request } = await import('undici');
  const by = (looked: LookupFunction): Agent =>
    new Agent({ connections: CONNECTIONS_MAX, maxResponseSize: -1, connect: { lookup: looked, timeout: CONNECT_WITHIN_MS } });
  return { request, toPublic: by(guarded(lookup)), toExempt: by(lookup) };
}

export class Egress {
  private readonly allow: ReadonlySet<string>;
  private readonly lookup: LookupFunction;
  private opened: Promise<Requests> | undefined;

  constructor({ allow, lookup = dns.lookup as LookupFunction }: EgressOptions) {
    this.allow = new Set(allow.map((host) => host.toLowerCase()));
    this.lookup = lookup;
  }

  /** What is wrong with an address as it is written, for whoever typed it in; null where nothing is. Asks no network. */
  faultOf(address: string): string | null {
    const url = URL.parse(address);
    if (url === null) return 'Use an address that begins with https://.';
    if (url.username !== '' || url.password !== '') return 'Leave name and password out of the address.';
    if (this.isExempt(url))
      return url.protocol === 'https:' || url.protocol === 'http:' ? null : 'Use an address that begins with https://.';
    if (url.protocol !== 'https:') return 'Use an address that begins with https://.';
    const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
    if (isIP(host) !== 0 ? !isPublicAddress(host) : host === 'localhost' || host.endsWith('.localhost'))
      return 'The address leads to a network that is not public.';
    return null;
  }

  /** Throws EgressRefused: an address that is barred, no answer in time, one that is too long, or too many redirects. */
  async send({ url, method = 'GET', headers = {}, body, withinMs, bytesMax, follows }: Sending): Promise<Answered> {
    const signal = AbortSignal.timeout(withinMs);
    let at = url;
    for (let hop = 0; hop <= REDIRECTS_MAX; hop++) {
      const fault = this.faultOf(at);
      if (fault !== null) throw new EgressRefused(fault);
      const answered = await this.once(at, { method, headers, body: body ?? null, signal, bytesMax });
      const to = answered.status >= 300 && answered.status < 400 ? answered.headers['location'] : undefined;
      // What is posted is posted to the address that was given, or not at all.
      if (method !== 'GET' || follows === false || typeof to !== 'string') return answered;
      at = URL.parse(to, at)?.href ?? '';
    }
    throw new EgressRefused('The address sends on too many times.');
  }

  async close(): Promise<void> {
    const requests = await this.opened;
    await Promise.all([requests?.toPublic.destroy(), requests?.toExempt.destroy()]);
  }

  private isExempt(url: URL): boolean {
    return this.allow.has(url.hostname) || this.allow.has(url.host);
  }

  private async once(
    url: string,
    o: { method: 'GET' | 'POST'; headers: Readonly<Record<string, string>>; body: string | null; signal: AbortSignal; bytesMax: number },
  ): Promise<Answered> {
    try {
      this.opened ??= openRequests(this.lookup);
      const { request, toPublic, toExempt } = await this.opened;
      const dispatcher = this.isExempt(new URL(url)) ? toExempt : toPublic;
      const answer = await inCall(o.method, url, (carried) =>
        request(url, { method: o.method, headers: { ...o.headers, ...carried }, body: o.body, signal: o.signal, dispatcher }),
      );
      const parts: Buffer[] = [];
      let bytes = 0;
      for await (const part of answer.body as AsyncIterable<Buffer>) {
        bytes += part.length;
        if (bytes > o.bytesMax) {
          answer.body.destroy();
          throw new EgressRefused(`The answer is longer than ${o.bytesMax} bytes.`);
        }
        parts.push(part);
      }
      return { status: answer.statusCode, headers: answer.headers, body: Buffer.concat(parts) };
    } catch (error) {
      if (error instanceof EgressRefused) throw error;
      throw new EgressRefused(o.signal.aborted ? 'No answer came in time.' : 'The address can’t be reached.', { cause: error });
    }
  }
}
