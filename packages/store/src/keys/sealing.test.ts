import { randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { blindIndexUnder, blindKeyFrom, seal, tokenUnder, unseal } from './sealing.ts';

const [key, other] = [randomBytes(32), randomBytes(32)];
const as = { tenantId: 'acme', token: 'pii_x', version: 3 };

describe('sealed words', () => {
  test.each(['Jane Doe', '', 'Ünal 🏦', 'x'.repeat(5_000)])('open to what they were: %#', (words) => {
    const sealed = seal(key, as, words);
    expect(unseal(key, as, sealed)).toBe(words);
    expect(seal(key, as, words)).not.toBe(sealed);
    if (words !== '') expect(Buffer.from(sealed, 'base64url').includes(Buffer.from(words))).toBe(false);
  });
  test('do not open under another key, organisation, token or version, nor with a bit changed', () => {
    const sealed = seal(key, as, 'Jane Doe');
    expect(() => unseal(other, as, sealed)).toThrow();
    for (const moved of [{ tenantId: 'other' }, { token: 'pii_y' }, { version: 4 }])
      expect(() => unseal(key, { ...as, ...moved }, sealed)).toThrow();
    const bytes = Buffer.from(sealed, 'base64url');
    for (let i = 0; i < bytes.length; i++) {
      const changed = Buffer.from(bytes);
      changed.writeUInt8((changed[i] ?? 0) ^ 1, i);
      expect(() => unseal(key, as, changed.toString('base64url'))).toThrow();
    }
    for (const short of ['', 'AAAA', sealed.slice(0, 20)]) expect(() => unseal(key, as, short)).toThrow();
  });
});

describe('tokens and the blind index', () => {
  test('a token tells kind and case apart, and says nothing without its key', () => {
    expect(tokenUnder(key, 'email', 'a@b.test')).toBe(tokenUnder(key, 'email', 'a@b.test'));
    expect(tokenUnder(key, 'email', 'a@b.test')).toMatch(/^pii_[\w-]{43}$/);
    const differ = [
      tokenUnder(key, 'email', 'A@b.test'),
      tokenUnder(key, 'party-label', 'a@b.test'),
      tokenUnder(other, 'email', 'a@b.test'),
    ];
    expect(new Set([tokenUnder(key, 'email', 'a@b.test'), ...differ]).size).toBe(4);
  });
  test('the index is of one organisation, and the same for the same words in any case', () => {
    const blind = blindKeyFrom(key, 'acme');
    expect(blind).not.toEqual(key);
    expect(blindKeyFrom(key, 'other')).not.toEqual(blind);
    expect(blindIndexUnder(blind, ' Jane@Example.test ')).toBe(blindIndexUnder(blind, 'jane@example.TEST'));
    expect(blindIndexUnder(blind, 'jane@example.test')).not.toBe(blindIndexUnder(blind, 'jan@example.test'));
  });
});
