// Each planted secret is put together here, or this file would be found.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { checkSecrets } from './secrets.ts';

const find = (text: string): readonly number[] => checkSecrets({ path: 'x', text }).map((f) => f.line);
const chance = (length: number): string => `aB3${'9kQz7XwLp2VtR8sYh4NcJ6mGf1DuE5bTo0'.repeat(3)}`.slice(0, length);
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = String(privateKey.export({ format: 'pem', type: 'pkcs8' }));

describe('a secret that is planted is found', () => {
  test.each([
    ['a key as PEM', `// here\n${pem}`, [2]],
    ['a key as PEM in a string', `const k = ${JSON.stringify(pem)};`, [1]],
    ['a key as JWK', JSON.stringify(privateKey.export({ format: 'jwk' })), [1]],
    ['of AWS', `aws: ${'AK'}IA${'ABCDEFGHIJKLMNOP'}`, [1]],
    ['of GitHub', `x ${'gh'}p_${chance(36)}`, [1]],
    ['of npm', `x ${'np'}m_${chance(36)}`, [1]],
    ['of Slack', `${'xo'}xb-1234567890-${chance(24)}`, [1]],
    ['of Stripe', `${'sk'}_live_${chance(24)}`, [1]],
    ['of Google', `${'AI'}za${chance(35)}`, [1]],
    ['a JSON web token', `${'ey'}J${chance(20)}.${'ey'}J${chance(30)}.${chance(40)}`, [1]],
    ['an API key of ours', `Bearer ${'ch'}k_${chance(43)}`, [1]],
    ['behind a word', `\n\nAUTH_${'SECRET'}=${chance(40)}\n`, [3]],
    ['behind a word in code', `const pass${'word'}: '${chance(28)}'`, [1]],
  ])('%s', (_what, text, lines) => {
    expect(find(text)).toEqual(lines);
  });
});

test.each([
  ['a public key', `"x": "${chance(43)}"`],
  ['the marks of a key without one', '-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----'],
  ['a hash', `sha256: ${'0123456789abcdef'.repeat(4)}`],
  ['a name in code', 'const token = readTheTokenOfThisSession(request);'],
  ['a phrase for tests', "password: 'correct-horse-battery-staple'"],
  ['an integrity', `"integrity": "sha512-${randomBytes(64).toString('base64')}"`],
])('%s is none', (_what, text) => {
  expect(find(text)).toEqual([]);
});
