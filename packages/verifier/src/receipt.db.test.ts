// Receipts as the server hands them out, checked with nothing but the file and a key: by the verifier, and by the programs of
// docs/reference/receipt-format.md.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { anchors, COSE_TYPE } from '@countinghouse/contract/features/anchors';
import { intents } from '@countinghouse/contract/features/intents';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import { thumbprint } from '@countinghouse/store/keys/thumbprint';
import { holdBack, openApprovals } from '@countinghouse/testkit/approvals';
import { useDatabase } from '@countinghouse/testkit/database';
import { makeKey } from '@countinghouse/testkit/made-log';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../../tools/system-programs.ts';
import { parseCheckpoint } from './checkpoint.js';
import { parseGivenKeys } from './given-keys.js';
import { verifyReceipt } from './receipt.js';
import { cosign } from './witness/cosign.js';
import { makeWitnessKey, parseWitnessKey } from './witness/key.js';

const verifier = fileURLToPath(new URL('../bin/verify.js', import.meta.url));
const page = readFileSync(new URL('../../../docs/reference/receipt-format.md', import.meta.url), 'utf8');

const db = useDatabase();
let testServer: TestServer;
let dir: string;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-receipt-'));
});
afterAll(async () => {
  await testServer.close();
  rmSync(dir, { recursive: true, force: true });
});

const receiptOf = async (o: Organisation, intentId: string): Promise<string> => {
  const answer = await o.owner.send('GET', anchors.receipt.path.replace(':intent_id', intentId));
  expect(answer.status).toBe(200);
  return String((answer.body as { readonly text?: unknown }).text);
};
const coseOf = async (o: Organisation, intentId: string): Promise<Buffer> => {
  const answer = await o.owner.send('GET', anchors.coseReceipt.path.replace(':intent_id', intentId));
  expect([answer.status, answer.headers['content-type']]).toEqual([200, COSE_TYPE]);
  return answer.bytes;
};
async function post(o: Organisation, more = {}): Promise<string> {
  const body = o.intent(more);
  await o.owner.call(intents.execute, { body });
  return body.intent_id;
}
const chainKeys = async (o: Organisation): Promise<readonly JsonObject[]> =>
  (
    await testServer.opened.loginPool.query<{ public_jwk: string }>(
      "select public_jwk from signing_keys where tenant_id = $1 and purpose = 'chain' order by created_at",
      [o.tenantId],
    )
  ).rows.map((r) => JSON.parse(r.public_jwk) as JsonObject);
const keyFile = (jwk: JsonObject): string => {
  const file = path.join(dir, `${String(jwk['x'])}.json`);
  writeFileSync(file, JSON.stringify(jwk));
  return file;
};
const saved = (text: string | Buffer, name = 'r.tlog-proof'): string => {
  const file = path.join(dir, name);
  writeFileSync(file, text);
  return file;
};
const run = (...args: readonly string[]) => {
  const done = spawnSync(process.execPath, [verifier, 'receipt', ...args], { encoding: 'utf8' });
  return { exit: done.status, text: `${done.stdout}${done.stderr}` };
};
const verify = (text: string) => verifyReceipt(Buffer.from(text), null);
const codeOf = async (text: string): Promise<string> => (await verify(text)).fault?.code ?? 'proven';

/** The text with its extra line changed, and the hashes that follow from the event left as they were. */
function withExtra(text: string, change: (extra: Record<string, unknown> & { event: Record<string, unknown> }) => void): string {
  const lines = text.split('\n');
  const extra = JSON.parse(Buffer.from(lines[1]?.slice('extra '.length) ?? '', 'base64').toString());
  change(extra);
  lines[1] = `extra ${Buffer.from(canonicalize(extra)).toString('base64')}`;
  return lines.join('\n');
}

describe('a receipt', () => {
  test('of an executed intent proves what was posted, before any anchor and under one', async () => {
    const o = await openOrganisation(testServer);
    const id = await post(o);
    const fresh = await receiptOf(o, id);
    const { proven } = await verify(fresh);
    const head = await o.headSeq();
    expect(proven).toMatchObject({
      tenantId: o.tenantId,
      intentId: id,
      eventType: 'intent.executed',
      seq: head,
      treeSize: head,
      errorCode: null,
    });
    expect(proven?.rows).toMatchObject([{ debit_account_id: o.cash, credit_account_id: o.bank, amount: '10.00000000' }]);
    for (let i = 0; i < 5; i++) await post(o);
    const { anchor } = (await o.owner.call(anchors.make, { body: {} })).body;
    await post(o);
    const anchored = await receiptOf(o, id);
    expect(anchored.endsWith(`\n\n${anchor.checkpoint}`)).toBe(true);
    expect((await verify(anchored)).proven).toMatchObject({ seq: head, treeSize: anchor.to_seq });

    const [key = {}] = await chainKeys(o);
    expect(run('--key', keyFile(key), saved(anchored))).toMatchObject({
      exit: 0,
      text: expect.stringMatching(/^PROVEN [\s\S]+executed at/),
    });
    expect(run(saved(anchored))).toMatchObject({ exit: 3, text: expect.stringMatching(/^CONSISTENT/) });
    expect(run('--key', keyFile(makeKey().jwk), saved(anchored))).toMatchObject({ exit: 1, text: expect.stringContaining('code   key') });
    expect(run(path.join(dir, 'nowhere'))).toMatchObject({ exit: 2 });
  });

  test('as a COSE receipt proves the same, before any anchor and under one, and under a key that took over since', async () => {
    const o = await openOrganisation(testServer);
    const id = await post(o);
    const sound = { format: 'cose', tenantId: o.tenantId, intentId: id, seq: await o.headSeq() };
    expect((await verifyReceipt(await coseOf(o, id), null)).proven).toMatchObject({ ...sound, treeSize: sound.seq });
    for (let i = 0; i < 3; i++) await post(o);
    const { anchor } = (await o.owner.call(anchors.make, { body: {} })).body;
    const [first = {}] = await chainKeys(o);
    await o.owner.call(signingKeys.create, { body: { action: 'generate', label: 'Second', purpose: 'chain' } });
    const bytes = await coseOf(o, id);
    const [, second = {}] = await chainKeys(o);
    const keys = parseGivenKeys(JSON.stringify(first));
    const { proven } = await verifyReceipt(bytes, typeof keys === 'string' ? expect.fail(keys) : keys);
    expect(proven).toMatchObject({ ...sound, treeSize: anchor.to_seq });
    expect(proven?.thumbprint).toBe(thumbprint(second));
    expect(run('--key', keyFile(first), saved(bytes, 'r.cose'))).toMatchObject({ exit: 0, text: expect.stringMatching(/^PROVEN /) });
    expect(run('--key', keyFile(makeKey().jwk), saved(bytes, 'r.cose'))).toMatchObject({
      exit: 1,
      text: expect.stringContaining('code   key'),
    });
  });

  test('is not signed as a COSE receipt under a checkpoint that no key of ours signed', async () => {
    const o = await openOrganisation(testServer);
    const id = await post(o);
    await o.owner.call(anchors.make, { body: {} });
    const stranger = makeKey();
    const size = await o.headSeq();
    const { root_hash } = (await o.owner.call(anchors.list, { query: {} })).body.anchors[0] ?? expect.fail('an anchor');
    const forged = signCheckpoint(
      { ...stranger, header: '' },
      { origin: `countinghouse/${o.tenantId}`, size, root: Buffer.from(root_hash, 'hex') },
    );
    await testServer.opened.loginPool.query('update anchors set checkpoint = $2 where tenant_id = $1', [o.tenantId, forged]);
    expect(await o.owner.send('GET', anchors.coseReceipt.path.replace(':intent_id', id))).toMatchObject({ status: 500 });
  });

  test('of what was rejected says why; of what waits, that it waits, until it is decided', async () => {
    const o = await openApprovals(testServer);
    const rejected = await post(o, { proposed_actions: [row('CASH', 'NOWHERE', '1')] });
    expect((await verify(await receiptOf(o, rejected))).proven).toMatchObject({
      eventType: 'intent.rejected',
      errorCode: 'ACCOUNT_NOT_FOUND',
      rows: [],
    });
    const held = await holdBack(o, o.maker);
    const waiting = await receiptOf(o, held.intentId);
    expect((await verify(waiting)).proven).toMatchObject({ eventType: 'intent.proposed', intentId: held.intentId });
    await o.checker.send('POST', `/api/internal/approvals/${held.approvalId}/approve`, { comment: 'Seen' });
    expect((await verify(await receiptOf(o, held.intentId))).proven).toMatchObject({ eventType: 'intent.executed' });
  });

  test('holds under a key that a later one was endorsed by', async () => {
    const o = await openOrganisation(testServer);
    await post(o);
    const [before = {}] = await chainKeys(o);
    await o.owner.call(signingKeys.create, { body: { action: 'generate', label: 'Second', purpose: 'chain' } });
    const text = await receiptOf(o, await post(o));
    expect(run('--key', keyFile(before), saved(text))).toMatchObject({ exit: 0 });
    const other = withExtra(text, ({ chain_keys }) => {
      (chain_keys as { endorsement?: { signature: string } }[])[1] = {
        ...(chain_keys as object[])[1],
        endorsement: { ...(chain_keys as { endorsement: { signature: string } }[])[1]?.endorsement, signature: 'e30..AAAA' } as never,
      };
    });
    expect(await codeOf(other)).toBe('key');
  });

  test('that was touched anywhere is refused', async () => {
    const o = await openOrganisation(testServer);
    for (let i = 0; i < 6; i++) await post(o);
    const text = await receiptOf(o, await post(o));
    const lines = text.split('\n');
    const path = lines.slice(3, lines.indexOf(''));
    expect(path.length).toBeGreaterThan(1);
    const without = (n: number): string => lines.toSpliced(n, 1).join('\n');
    const tampered: readonly (readonly [string, string])[] = [
      [text.replace('@v1', '@v2'), 'form'],
      [`${text}x`, 'checkpoint'],
      [without(1), 'form'],
      [text.replace(/\nindex (\d+)/, (_, n: string) => `\nindex ${Number(n) - 1}`), 'inclusion'],
      [text.replace(/\nindex /, '\nindex 0'), 'form'],
      [without(3), 'inclusion'],
      [lines.toSpliced(3, 0, path[0] ?? '').join('\n'), 'inclusion'],
      [text.replace(path[0] ?? '', Buffer.alloc(32).toString('base64')), 'inclusion'],
      [text.replace(/\n(\d+)\n([A-Za-z0-9+/]{43}=\n\n— )/, (_, n: string, rest: string) => `\n${Number(n) + 1}\n${rest}`), 'inclusion'],
      [text.replace(/— (\S+) (\S{8})/, '— $1 AAAAAAAA'), 'checkpoint'],
      [withExtra(text, ({ event }) => (event['payload'] = String(event['payload']).replace('10.00000000', '99.00000000'))), 'event'],
      [withExtra(text, ({ event }) => (event['actor_id'] = 'somebody')), 'event'],
      [withExtra(text, ({ event }) => (event['signature'] = 'e30..AAAA')), 'event'],
      [withExtra(text, (extra) => (extra['tenant_id'] = '00000000-0000-4000-8000-000000000000')), 'event'],
      [withExtra(text, (extra) => (extra['version'] = 2)), 'form'],
      [withExtra(text, (extra) => (extra['chain_keys'] = [])), 'form'],
      [withExtra(text, (extra) => (extra['chain_keys'] = [{ kid: makeKey().kid, public_jwk: makeKey().jwk }])), 'key'],
      [withExtra(text, (extra) => (extra['chain_keys'] = [madeUp].map(({ kid, jwk }) => ({ kid, public_jwk: jwk })))), 'checkpoint'],
    ];
    for (const [other, code] of tampered) expect([await codeOf(other), other === text]).toEqual([code, false]);
  });
  const madeUp = makeKey();
});

describe.each([
  ['python', 'python3', ['check.py']],
  ['go', 'go', ['run', 'check.go']],
] as const)('the program of the format page in %s', (language, command, args) => {
  test.runIf(has(command))('takes a receipt, and none that was touched', { timeout: 120_000 }, async () => {
    const program = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? '';
    writeFileSync(path.join(dir, args.at(-1) ?? ''), program);
    const o = await openOrganisation(testServer);
    for (let i = 0; i < 4; i++) await post(o);
    const id = await post(o);
    const text = await receiptOf(o, id);
    const [key = {}] = await chainKeys(o);
    const check = (told: string, x = String(key['x'])) =>
      spawnSync(command, [...args, saved(told), x], {
        cwd: dir,
        encoding: 'utf8',
        env: { ...process.env, GOFLAGS: '-mod=mod', GOCACHE: path.join(dir, 'go') },
      });
    const witness = parseWitnessKey(makeWitnessKey('witness.example/a').secret) ?? expect.fail('a key');
    const cosigned = text + cosign(parseCheckpoint(text.slice(text.indexOf('\n\n') + 2))?.text ?? '', witness, new Date());
    for (const sound of [text, cosigned]) expect(check(sound)).toMatchObject({ status: 0, stdout: expect.stringContaining(id) });
    const touched = withExtra(text, ({ event }) => (event['payload'] = String(event['payload']).replace('10.00000000', '99.00000000')));
    const elsewhere = text.replace(/\n[A-Za-z0-9+/]{43}=\n/, `\n${Buffer.alloc(32).toString('base64')}\n`);
    const unsigned = text.replace(/(— \S+ \S{20})(\S)/, (_, before: string, c: string) => `${before}${c === 'A' ? 'B' : 'A'}`);
    for (const other of [touched, elsewhere, unsigned]) expect(check(other).status).not.toBe(0);
    expect(check(text, String(makeKey().jwk['x'])).status).not.toBe(0);
  });
});
