import { createHmac, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { FlattenedSign } from 'jose';
import { describe, expect, test } from 'vitest';
import { readDetachedJws, verifyDetached } from './detached-jws.ts';
import { type PublicKey, readPublicKey } from './public-key.ts';

interface Pair {
  readonly privateKey: KeyObject;
  readonly key: PublicKey;
}
function makePair(type: 'ed25519' | 'ec'): Pair {
  const { publicKey, privateKey } = type === 'ec' ? generateKeyPairSync('ec', { namedCurve: 'P-256' }) : generateKeyPairSync('ed25519');
  return { privateKey, key: readPublicKey(publicKey.export({ format: 'jwk' }) as Record<string, unknown>) as PublicKey };
}
const pairs = { EdDSA: makePair('ed25519'), ES256: makePair('ec') } as const;
const PAYLOAD = '{"a":1}';
const encode = (text: string | Buffer): string => Buffer.from(text).toString('base64url');

function signWith({ privateKey, key }: Pair, header: string, payload = PAYLOAD): string {
  const input = Buffer.from(`${encode(header)}.${encode(payload)}`);
  const bytes = sign(key.algorithm === 'ES256' ? 'sha256' : null, input, { key: privateKey, dsaEncoding: 'ieee-p1363' });
  return `${encode(header)}..${encode(bytes)}`;
}
async function accepts(text: string, key: PublicKey, payload = PAYLOAD): Promise<boolean> {
  const jws = readDetachedJws(text);
  return jws !== null && verifyDetached(jws, payload, key);
}

describe.each(['EdDSA', 'ES256'] as const)('a detached signature by %s', (alg) => {
  const pair = pairs[alg];
  const header = JSON.stringify({ alg, kid: 'k' });
  test('made by another library verifies, over its payload alone', async () => {
    const made = await new FlattenedSign(Buffer.from(PAYLOAD)).setProtectedHeader({ alg, kid: 'k', typ: 'JOSE' }).sign(pair.privateKey);
    const text = `${made.protected}..${made.signature}`;
    expect(await accepts(text, pair.key)).toBe(true);
    expect(await accepts(text, pair.key, '{"a":2}')).toBe(false);
    expect(await accepts(text, makePair(alg === 'ES256' ? 'ec' : 'ed25519').key)).toBe(false);
  });
  test.each([
    ['no algorithm', '{"kid":"k"}'],
    ['no key', JSON.stringify({ alg })],
    ['the algorithm twice', `{"alg":"${alg}","kid":"k","alg":"${alg}"}`],
    ['the algorithm twice, once escaped', `{"alg":"${alg}","kid":"k","\\u0061lg":"${alg}"}`],
    ['the key twice', `{"alg":"${alg}","kid":"j","kid":"k"}`],
    ['crit', JSON.stringify({ alg, kid: 'k', crit: ['b64'] })],
    ['b64', JSON.stringify({ alg, kid: 'k', b64: false })],
    ['a key of its own', JSON.stringify({ alg, kid: 'k', jwk: pair.key.jwk })],
    ['an address of keys', JSON.stringify({ alg, kid: 'k', jku: 'https://example.com' })],
    ['a number', JSON.stringify({ alg, kid: 7 })],
    ['none', JSON.stringify({ alg: 'none', kid: 'k' })],
    ['HS256', JSON.stringify({ alg: 'HS256', kid: 'k' })],
    ['the other algorithm', JSON.stringify({ alg: alg === 'ES256' ? 'EdDSA' : 'ES256', kid: 'k' })],
    ['an empty name', JSON.stringify({ alg, kid: '' })],
    ['a name without end', JSON.stringify({ alg, kid: 'k'.repeat(201) })],
    ['something behind it', `${header}x`],
    ['a byte order mark', `\ufeff${header}`],
  ])('with a header that has %s is refused, although it is signed', async (_what, odd) => {
    expect(await accepts(signWith(pair, header), pair.key)).toBe(true);
    expect(await accepts(signWith(pair, odd), pair.key)).toBe(false);
  });
  test('in any other spelling is refused', async () => {
    const good = signWith(pair, header);
    const [head = '', , tail = ''] = good.split('.');
    const last = tail.at(-1) ?? '';
    const loose = `${tail.slice(0, -1)}${String.fromCharCode(last.charCodeAt(0) + 1)}`;
    const mac = createHmac('sha256', JSON.stringify(pair.key.jwk))
      .update(`${head}.${encode(PAYLOAD)}`)
      .digest();
    for (const odd of [
      `${head}.${encode(PAYLOAD)}.${tail}`,
      `${good}.`,
      `${good}=`,
      `${head}..${loose}`,
      `${head}..${tail.slice(0, -2)}`,
      `${head}..`,
      `${head}=..${tail}`,
      `..${tail}`,
      '',
      '..',
      `${encode(Buffer.from([0xff, 0xfe]))}..${tail}`,
      `${head}..${encode(Buffer.alloc(64))}`,
      `${head}..${encode(mac)}`,
      `${head}..${encode(Buffer.concat([mac, mac]))}`,
    ])
      expect(await accepts(odd, pair.key)).toBe(false);
  });
});

test('ES256 in DER is not the format of a JWS', async () => {
  const { privateKey, key } = pairs.ES256;
  const header = encode(JSON.stringify({ alg: 'ES256', kid: 'k' }));
  const der = sign('sha256', Buffer.from(`${header}.${encode(PAYLOAD)}`), privateKey);
  expect(await accepts(`${header}..${encode(der)}`, key)).toBe(false);
});
