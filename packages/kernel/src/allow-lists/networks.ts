// From where somebody may call: addresses and networks (CIDR) that an owner names, as the log writes them, and whether an address is in one of
// them. An IPv4 address counts as one however it comes, mapped into IPv6 (`::ffff:203.0.113.7`) too; the networks of IPv6 hold none.

import ipaddr from 'ipaddr.js';
import type { AllowedNetwork } from './events.ts';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

const BITS = { ipv4: 32, ipv6: 128 } as const;
/** Bits before the IPv4 address in a mapped one. Source: RFC 4291, 2.5.5.2. */
const MAPPED_BITS = 96;
const EXAMPLES = 'Use an address or a network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/48.';

/** null: not an address. Of the ways to write IPv4 the one with four decimal numbers alone: others mean different things to different programs. */
function parse(text: string): Address | null {
  if (ipaddr.IPv4.isValidFourPartDecimal(text)) return ipaddr.IPv4.parse(text);
  return ipaddr.IPv6.isValid(text) ? ipaddr.process(text) : null;
}

/** The address of a caller as it is said and compared: the zone that a link-local one brings along is this server’s alone. */
function parseCaller(text: string): Address | null {
  return parse(text.replace(/%.*$/, ''));
}

/** The address of a caller in its one spelling; what is none stays as it is. */
export const spellAddress = (text: string): string => parseCaller(text)?.toString() ?? text;

/** The first address of the network. */
function baseOf(address: Address, bits: number): Address {
  const masked = address.toByteArray().map((byte, i) => byte & (0xff << (8 - Math.min(8, Math.max(0, bits - 8 * i)))) & 0xff);
  return ipaddr.fromByteArray(masked);
}

const spell = (address: Address, bits: number): string =>
  bits === BITS[address.kind()] ? address.toString() : `${address.toString()}/${bits}`;

/** A network in its one spelling; of a single address, that. Else what is wrong with it, for whoever typed it in. */
export function readNetwork(typed: string): { readonly network: string } | { readonly fault: string } {
  const text = typed.trim();
  if (text.includes('%')) return { fault: 'Leave out the zone: what stands behind % means something on one machine alone.' };
  const [written = '', length, ...more] = text.split('/');
  const address = parse(written);
  if (address === null || more.length > 0) return { fault: EXAMPLES };
  const most = BITS[address.kind()];
  const before = address.kind() === 'ipv4' && written.includes(':') ? MAPPED_BITS : 0;
  const bits = length === undefined ? most : /^(?:0|[1-9]\d{0,2})$/.test(length) ? Number(length) - before : -1;
  if (bits < 0 || bits > most) return { fault: `Use a number from ${before} to ${before + most} behind the slash.` };
  const base = baseOf(address, bits);
  if (base.toString() !== address.toString())
    return {
      fault: `This names a host and a network at once. Use ${spell(base, bits)} for the network, or ${address} for the one address.`,
    };
  return { network: spell(base, bits) };
}

/** Whether callers from an address are let in: made once of a list, as the log has it. An empty one lets everybody in, others no text that is no address. */
export function admitterOf(list: readonly AllowedNetwork[]): (address: string) => boolean {
  if (list.length === 0) return () => true;
  const ranges = list.map(({ network }): readonly [Address, number] => {
    const [written = '', bits] = network.split('/');
    const address = ipaddr.parse(written);
    return [address, bits === undefined ? BITS[address.kind()] : Number(bits)];
  });
  return (text) => {
    const address = parseCaller(text);
    return address !== null && ranges.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits));
  };
}
