import { PresignedQuery } from '@countinghouse/contract/fields';
import { describe, expect, test } from 'vitest';
import { openPresignedAddresses } from './presigned.ts';

const SECRET = 'a secret of at least thirty-two characters';
const HOST = 'https://books.example.test';
const PATH = '/api/files/0197-acme/aa';
const NOW_MS = Date.UTC(2026, 0, 31, 12, 0, 0, 250);

const addresses = openPresignedAddresses(SECRET, HOST);
const queryOf = (address: string): PresignedQuery => PresignedQuery.parse(Object.fromEntries(new URL(address).searchParams));
const signed = () => queryOf(addresses.sign('GET', PATH, 300, NOW_MS));
const refused = (code: string) => expect.objectContaining({ code }) as Error;

describe('a presigned address', () => {
  test('is below the public address and names its end, and nothing else', () => {
    const address = new URL(addresses.sign('GET', PATH, 300, NOW_MS));
    expect([address.origin, address.pathname]).toEqual([HOST, PATH]);
    expect([...address.searchParams.keys()]).toEqual(['expires', 'signature']);
    expect(Number(address.searchParams.get('expires'))).toBe(Math.floor(NOW_MS / 1000) + 300);
  });
  test('opens until its last second, of every server that has the secret', () => {
    const query = signed();
    addresses.check('GET', PATH, query, NOW_MS);
    addresses.check('GET', PATH, query, query.expires * 1000 - 1);
    openPresignedAddresses(SECRET, 'https://other.example.test').check('GET', PATH, query, NOW_MS);
    expect(() => addresses.check('GET', PATH, query, query.expires * 1000)).toThrow(refused('ADDRESS_EXPIRED'));
  });
  test('whose end was moved is refused as one that was never signed, also once it is over', () => {
    const query = signed();
    const later = { ...query, expires: query.expires + 1 };
    for (const nowMs of [NOW_MS, later.expires * 1000])
      expect(() => addresses.check('GET', PATH, later, nowMs)).toThrow(refused('ADDRESS_INVALID'));
  });
  test('opens no other path, and none with another secret', () => {
    const query = signed();
    for (const path of [`${PATH}/`, `${PATH}b`, PATH.toUpperCase(), PATH.replace('acme', 'evil'), encodeURI(`${PATH} `)])
      expect(() => addresses.check('GET', path, query, NOW_MS)).toThrow(refused('ADDRESS_INVALID'));
    const stranger = openPresignedAddresses(`${SECRET}!`, HOST);
    expect(() => stranger.check('GET', PATH, query, NOW_MS)).toThrow(refused('ADDRESS_INVALID'));
  });
  test('is refused with any character of its signature changed, cut off or added', () => {
    const query = signed();
    const { signature } = query;
    const altered = [...signature].map((c, i) => signature.slice(0, i) + (c === 'A' ? 'B' : 'A') + signature.slice(i + 1));
    expect(altered).toHaveLength(43);
    for (const s of [...altered, signature.slice(1), signature.slice(0, -1), `${signature}A`, `${signature}=`, '', 'é'])
      expect(() => addresses.check('GET', PATH, { ...query, signature: s }, NOW_MS)).toThrow(refused('ADDRESS_INVALID'));
  });
  test.each(['', 'api/files', '/api?x=1', '/api#x', '/api\nx'])('is never made for %j', (path) => {
    expect(() => addresses.sign('GET', path, 300)).toThrow(RangeError);
  });
  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('is never made for a life of %d s', (lifeSeconds) => {
    expect(() => addresses.sign('GET', PATH, lifeSeconds)).toThrow(RangeError);
  });
});
