// Signing and posting as somebody at a terminal does it: a process of its own against a server, over HTTP.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { IntentInput } from '@countinghouse/contract/features/intents';
import { settings } from '@countinghouse/contract/features/settings';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import { useDatabase } from '@countinghouse/testkit/database';
import { type Organisation, openOrganisation } from '@countinghouse/testkit/organisation';
import { makeSigner } from '@countinghouse/testkit/signer';
import { openTerminal, type Terminal } from '@countinghouse/testkit/terminal';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { postIntent } from './intents.ts';

const db = useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-cli-'));
let testServer: TestServer;
let terminal: Terminal;
let acme: Organisation;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  acme = await openOrganisation(testServer);
  terminal = await openTerminal(testServer, acme.owner);
});
afterAll(async () => {
  terminal.close();
  await testServer.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Misuse {
  readonly key?: object;
  readonly url?: string;
  readonly token?: string;
  readonly cookie?: string;
}
const keep = (name: string, content: unknown): string => {
  const file = path.join(folder, name);
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
};

describe('countinghouse intent', () => {
  test('signs with a generated key and posts; asked again it posts nothing; what was changed is rejected', async () => {
    await acme.owner.call(settings.changeSigning, { body: { signing_mode: 'DEV', enforce_signed_intents: true } });
    const made = await acme.owner.call(signingKeys.create, { body: { action: 'generate', label: 'Robot' } });
    const key = keep('key.json', made.body.private_jwk);
    const [file, out] = [keep('intent.json', acme.intent()), path.join(folder, 'signed.json')];
    expect(await terminal.run('intent', 'sign', file, '--key', key, '--out', out)).toEqual({ code: 0, out: '', err: '' });
    expect(await terminal.run('intent', 'post', out)).toMatchObject({ code: 0, out: expect.stringMatching(/^executed as event \d+\n$/) });
    expect(await terminal.run('--json', 'intent', 'post', out)).toMatchObject({
      code: 0,
      out: expect.stringContaining('"duplicate":true'),
    });
    expect(await terminal.run('intent', 'post', keep('unsigned.json', acme.intent()))).toMatchObject({
      code: 1,
      out: expect.stringMatching(/^rejected as event \d+, SIGNATURE_REQUIRED: /),
    });
    const signed = JSON.parse(readFileSync(out, 'utf8')) as IntentInput;
    const changed = { ...acme.intent(), signature: signed.signature ?? null };
    expect(await terminal.run('intent', 'post', keep('changed.json', changed))).toMatchObject({
      code: 1,
      out: expect.stringContaining('SIGNATURE_INVALID'),
    });
  });
  test('signs and posts in one go, with a P-256 key without a name in its file', async () => {
    const signer = makeSigner('ec');
    await acme.owner.call(signingKeys.create, { body: { action: 'register', label: 'Terminal', public_jwk: signer.publicJwk } });
    const key = keep('ec.json', signer.privateKey.export({ format: 'jwk' }));
    expect(await terminal.run('intent', 'post', keep('once.json', acme.intent()), '--key', key)).toMatchObject({ code: 0 });
    const printed = await terminal.run('intent', 'sign', keep('named.json', acme.intent()), '--key', key, '--kid', 'theirs');
    const [header = ''] = (JSON.parse(printed.out) as { readonly signature: string }).signature.split('.');
    expect(JSON.parse(Buffer.from(header, 'base64url').toString())).toEqual({ alg: 'ES256', kid: 'theirs' });
  });
  test('takes the receipt of an intent away, and checks it without the server', async () => {
    const intent = acme.intent();
    await acme.owner.call(settings.changeSigning, { body: { signing_mode: 'DEV', enforce_signed_intents: false } });
    expect(await terminal.run('intent', 'post', keep('receipt.json', intent))).toMatchObject({ code: 0 });
    const file = path.join(folder, 'receipt.tlog-proof');
    expect(await terminal.run('intent', 'receipt', intent.intent_id, '--out', file)).toEqual({ code: 0, out: '', err: '' });
    expect(await terminal.run('verify-receipt', file)).toMatchObject({ code: 3, out: expect.stringMatching(/^CONSISTENT/) });
    const keys = await testServer.opened.loginPool.query<{ public_jwk: string }>(
      "select public_jwk from signing_keys where tenant_id = $1 and purpose = 'chain'",
      [acme.tenantId],
    );
    const key = keep('chain.json', keys.rows[0]?.public_jwk ?? '');
    expect(await terminal.run('verify-receipt', file, '--key', key)).toMatchObject({
      code: 0,
      out: expect.stringContaining(intent.intent_id),
    });
    const forged = keep('forged.tlog-proof', readFileSync(file, 'utf8').replace(/index (\d+)/, 'index 1'));
    expect(await terminal.run('verify-receipt', forged, '--key', key)).toMatchObject({ code: 1 });
    expect(await terminal.run('intent', 'receipt', 'nowhere')).toMatchObject({ code: 2, err: expect.stringContaining('404 NOT_FOUND') });
  });
  test('takes the receipt with the answer, as a COSE receipt where its name says so', async () => {
    const intent = acme.intent();
    await acme.owner.call(settings.changeSigning, { body: { signing_mode: 'DEV', enforce_signed_intents: false } });
    const cose = path.join(folder, 'receipt.cose');
    expect(await terminal.run('intent', 'post', keep('cose.json', intent), '--receipt', cose)).toMatchObject({
      code: 0,
      out: expect.stringMatching(/^executed as event \d+\n$/),
    });
    const checked = await terminal.run('--json', 'verify-receipt', cose);
    expect([checked.code, JSON.parse(checked.out)]).toMatchObject([3, { proven: { format: 'cose', intentId: intent.intent_id } }]);
  });
  test('posts with an API key, from a file too, instead of a session', async () => {
    const { secret } = await makeProgram(testServer, acme, 'post');
    const file = keep('by-key.json', { ...acme.intent(), signature: null });
    const inFile = path.join(folder, 'api-key');
    writeFileSync(inFile, `${secret}\n`);
    vi.stubEnv('COUNTINGHOUSE_API_KEY_FILE', inFile);
    vi.stubEnv('COUNTINGHOUSE_API_KEY', secret);
    expect(await terminal.run('intent', 'post', file)).toEqual({
      code: 78,
      out: '',
      err: `COUNTINGHOUSE_API_KEY is set, and COUNTINGHOUSE_API_KEY_FILE names ${inFile} too; set one of them\n`,
    });
    vi.stubEnv('COUNTINGHOUSE_API_KEY', '');
    const ran = await terminal.run('--json', 'intent', 'post', file);
    vi.unstubAllEnvs();
    expect(ran.out).toMatch(/"seq":\d+/);
    const { rows } = await testServer.opened.loginPool.query(
      `select payload::jsonb ? 'api_key_id' as by_key from events where tenant_id = $1 order by seq desc limit 1`,
      [acme.tenantId],
    );
    expect(rows).toEqual([{ by_key: true }]);
  });
  test('says in one line why it could not', async () => {
    const ran = await terminal.run('intent', 'post', path.join(folder, 'none.json'));
    expect(ran).toMatchObject({ code: 2, out: '', err: expect.stringContaining('none.json is not readable as JSON') });
    expect(ran.err.trim().split('\n')).toHaveLength(1);
  });
  test.each([
    ['no intent', { value_date: 'x' }, {}, 'value_date: Use a day of the calendar'],
    ['no idempotency key', { idem_key: undefined }, {}, 'give it an idem_key'],
    ['a public key', {}, { key: makeSigner().publicJwk }, 'no private JWK'],
    ['a key of another kind', {}, { key: { kty: 'oct', k: 'AAAA', d: 'AAAA' } }, 'no private JWK'],
    ['nobody there', {}, { url: 'http://127.0.0.1:1' }, 'could not be reached'],
    ['another organisation', { tenant_id: crypto.randomUUID() }, {}, '404 NOT_FOUND'],
    ['a wrong credential', {}, { token: 'x' }, '401 UNAUTHORIZED'],
    ['no credential', {}, { cookie: '' }, 'COUNTINGHOUSE_API_KEY'],
  ])('posts nothing with %s', async (_what, change, { key, url, token = '', cookie }: Misuse, says) => {
    vi.stubEnv('COUNTINGHOUSE_API_KEY', token);
    vi.stubEnv('COUNTINGHOUSE_COOKIE', cookie ?? terminal.cookie);
    const before = await acme.headSeq();
    const file = keep('misused.json', { ...acme.intent(), ...change });
    const options = {
      url: url ?? terminal.url,
      ...(key === undefined ? {} : { key: keep('misused-key.json', key) }),
    };
    await expect(postIntent(file, options, false)).rejects.toThrow(says);
    expect(await acme.headSeq()).toBe(before);
    vi.unstubAllEnvs();
  });
});
