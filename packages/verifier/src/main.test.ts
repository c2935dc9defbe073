import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { MadeLog, makeKey, TENANT } from '@countinghouse/testkit/made-log';
import { after, signedLog } from '@countinghouse/testkit/verified';
import { afterAll, describe, expect, test } from 'vitest';
import { main } from './main.js';

/** A line whose kind clears the screen, and goes on with a verdict. */
const SPOKEN = JSON.stringify({ kind: '\u001b[2JPROVEN\nproven' });

describe('the command', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-verifier-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const file = (name: string, text: string | Uint8Array): string => {
    writeFileSync(path.join(folder, name), text);
    return path.join(folder, name);
  };
  const run = async (...args: readonly string[]): Promise<{ readonly code: number; readonly said: string }> => {
    const said: string[] = [];
    const [out, err] = [process.stdout.write, process.stderr.write];
    const listen = ((text: string) => said.push(text) > 0) as typeof process.stdout.write;
    process.stdout.write = listen;
    process.stderr.write = listen;
    try {
      return { code: await main(['--threads', '0', ...args]), said: said.join('') };
    } finally {
      process.stdout.write = out;
      process.stderr.write = err;
    }
  };
  const made = signedLog(makeKey());
  const archive = file('archive', after(made));
  test('answers 3 where nobody gave a key: the log contradicts nothing, and could be made up whole', async () => {
    const { code, said } = await run(archive);
    expect(code).toBe(3);
    expect(said).not.toContain('PROVEN organisation');
    for (const words of [
      `CONSISTENT organisation ${TENANT} (Made)`,
      'consistent through 6',
      '1 to 6, none missing',
      '1 signature of clients',
      'NOT PROVEN',
      'That the keys of clients are of the people',
      'Give --key',
    ])
      expect(said).toContain(words);
    expect(JSON.parse((await run('--json', archive)).said)).toMatchObject({ ok: false, verdict: 'consistent', through: 6, fault: null });
  });
  test('answers 0 and what was proven by a key from elsewhere, and what was not', async () => {
    const trusted = await run('--key', file('key.json', JSON.stringify({ keys: [made.chain.jwk] })), archive);
    expect(trusted.code).toBe(0);
    expect(trusted.said).not.toContain('Give --key');
    expect(trusted.said).toContain('by a key that was given with --key');
    for (const words of [`PROVEN organisation ${TENANT} (Made)`, 'proven through 6', 'NOT PROVEN']) expect(trusted.said).toContain(words);
    const told = JSON.parse((await run('--json', '--key', path.join(folder, 'key.json'), archive)).said) as JsonObject;
    expect(told).toMatchObject({ ok: true, verdict: 'proven', through: 6, fault: null, proven: { events: 6, heads: 5, clientSigned: 1 } });
  });
  test('answers 1 and the first fault with its seq', async () => {
    const altered = file('altered', after(made).replaceAll('12.50000000', '12.60000000'));
    const { code, said } = await run(altered);
    expect(code).toBe(1);
    expect(said).toMatch(/^FAULT at seq 6: the payload of event 6 is not the one that was hashed\n/);
    expect(JSON.parse((await run('--json', altered)).said)).toMatchObject({
      ok: false,
      verdict: 'fault',
      through: 5,
      fault: { seq: 6, code: 'payload_hash' },
      proven: { events: 5 },
    });
  });
  test('says the words of a log in its own lines', async () => {
    const named = new MadeLog();
    named.append('tenant.renamed', { name: 'A\u009b2J\u202e\nB' });
    expect((await run(file('named', after(named)))).said).toMatch(/^CONSISTENT organisation \S+ \(A\\u009b2J\\u202e\\u000aB\), in /);
  });
  test.each<readonly [string, readonly string[], RegExp]>([
    ['no archive is named', [], /Name one archive[\s\S]*usage/],
    [
      'a line would write a verdict of its own',
      [file('moving', after(made).replace('\n', `\n${SPOKEN}\n`))],
      /“\\u001b\[2JPROVEN\\u000aproven”/,
    ],
    ['two are', [archive, archive], /Name one archive/],
    ['an option is unknown', ['--trust', archive], /usage/],
    ['the file is not there', [path.join(folder, 'nowhere')], /Nothing was proven: ENOENT/],
    ['the file is no archive', [file('other', 'hello\n')], /Nothing was proven: the first line is not JSON/],
    ['a key is none', ['--key', file('no-key', '{"kty":"RSA"}'), archive], /not Ed25519 or P-256/],
    ['a checkpoint is none', ['--anchor', file('no-note', 'x'), archive], /is not a checkpoint/],
    ['threads are no number', ['--threads', 'many', archive], /takes a number/],
  ])('answers 2 where %s', async (_what, args, words) => {
    const { code, said } = await run(...args);
    expect([code, words.test(said), said]).toEqual([2, true, said]);
  });
});
