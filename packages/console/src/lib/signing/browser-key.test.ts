import type { IntentInput } from '@countinghouse/contract/features/intents';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { canHoldKeys, findBrowserKey, makeBrowserKey, signIntent } from './browser-key.ts';

const intent: IntentInput = {
  intent_id: 'i',
  tenant_id: '00000000-0000-4000-8000-000000000001',
  use_case: 'manual_post',
  value_date: '2026-06-15',
  proposed_actions: [{ debitAccount: 'B', creditAccount: 'A', amount: '1.00000000', currency: 'USD', narrative: 'Grüße' }],
  consent: { scope: ['x'], granted_at: '', expires_at: '' },
};
/** JCS by hand: members in the order of their names. */
const CANONICAL =
  '{"consent":{"expires_at":"","granted_at":"","scope":["x"]},"intent_id":"i","proposed_actions":[{"amount":"1.00000000","creditAccount":"A","currency":"USD","debitAccount":"B","narrative":"Grüße"}],"tenant_id":"00000000-0000-4000-8000-000000000001","use_case":"manual_post","value_date":"2026-06-15"}';

const decode = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
const encode = (text: string): string =>
  btoa(Array.from(new TextEncoder().encode(text), (b) => String.fromCharCode(b)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

afterEach(() => vi.restoreAllMocks());

describe.each(['EdDSA', 'ES256'] as const)('a key of a browser that has %s', (alg) => {
  test('signs the canonical intent without its signature, and does not let its private part out', async () => {
    if (alg === 'ES256') {
      const { generateKey } = crypto.subtle;
      vi.spyOn(crypto.subtle, 'generateKey').mockImplementation(((how: unknown, ...rest: [boolean, KeyUsage[]]) =>
        how === 'Ed25519'
          ? Promise.reject(new DOMException('no such algorithm', 'NotSupportedError'))
          : generateKey.call(crypto.subtle, how as EcKeyGenParams, ...rest)) as typeof generateKey);
    }
    const made = await makeBrowserKey();
    expect(made.algorithm).toBe(alg);
    expect(Object.keys(made.publicJwk).sort()).toEqual(alg === 'ES256' ? ['crv', 'kty', 'x', 'y'] : ['crv', 'kty', 'x']);
    await expect(crypto.subtle.exportKey('pkcs8', made.privateKey)).rejects.toThrow();

    const signature = await signIntent({ ...made, kid: 'k' }, { ...intent, signature: 'an old one' });
    const [header = '', payload, bytes = ''] = signature.split('.');
    expect([JSON.parse(new TextDecoder().decode(decode(header))), payload]).toEqual([{ alg, kid: 'k' }, '']);
    const [kind, how] =
      alg === 'EdDSA'
        ? (['Ed25519', 'Ed25519'] as const)
        : ([
            { name: 'ECDSA', namedCurve: 'P-256' },
            { name: 'ECDSA', hash: 'SHA-256' },
          ] as const);
    const key = await crypto.subtle.importKey('jwk', made.publicJwk, kind, false, ['verify']);
    const input = new TextEncoder().encode(`${header}.${encode(CANONICAL)}`);
    expect(await crypto.subtle.verify(how, key, decode(bytes), input)).toBe(true);
  });
});

test('where nothing can be kept there is no key, and that is no error', async () => {
  expect(canHoldKeys()).toBe(false);
  expect(await findBrowserKey('t', 'u')).toBeNull();
});
