import { generateKeyPairSync, sign } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { signReport } from '@countinghouse/verifier/audit-report';
import { NotAnArchive } from '@countinghouse/verifier/faults';
import { importKey } from '@countinghouse/verifier/jws';
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest';
import { packArchive, verifyReports } from './audit-pack.ts';

const archive = fileURLToPath(new URL('../../../../vectors/archives/intent-twice.sound.jsonl', import.meta.url));
const dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-audit-pack-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
afterEach(() => vi.restoreAllMocks());

/** What a command writes to the standard output. */
function listen(): () => string {
  const spy = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  return () => spy.mock.calls.map(([text]) => String(text)).join('');
}
const write = (name: string, text: string): string => {
  writeFileSync(path.join(dir, name), text);
  return path.join(dir, name);
};

describe('countinghouse audit-pack', () => {
  test('writes one page, and says how large it is', async () => {
    const said = listen();
    const file = path.join(dir, 'books.html');
    expect(await packArchive(archive, file, null, true)).toBe(0);
    const page = readFileSync(file, 'utf8');
    expect(JSON.parse(said())).toEqual({ file, bytes: Buffer.byteLength(page) });
    expect(page).toMatch(/^<!doctype html>/);
    expect(page).toContain("connect-src 'none'");
    expect(page).not.toMatch(/(?:src|href)="/);
  });
  test('leaves no half of a page behind, and takes no key that is none', async () => {
    const file = path.join(dir, 'none.html');
    await expect(packArchive(write('odd.jsonl', '{}\n'), file, null, true)).rejects.toBeInstanceOf(NotAnArchive);
    await expect(packArchive(archive, file, write('odd.jwk', 'x'), true)).rejects.toThrow('is neither JSON nor PEM nor a thumbprint');
    expect([existsSync(file), existsSync(`${file}.part`)]).toEqual([false, false]);
  });
});

test('countinghouse verify-report: 3 without a key, 0 with the auditor’s, 1 with another’s or where a word was changed', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { kty, crv, x } = publicKey.export({ format: 'jwk' }) as Record<string, string>;
  const jwk = { crv: String(crv), kty: String(kty), x: String(x) };
  const thumbprint = importKey(jwk)?.thumbprint ?? expect.fail('a key');
  const body = { auditor: 'Ada', text: 'All.', findings: ['None.'], verdict: 'proven', verdict_text: 'Fine.', archive: { sha256: null } };
  const text = await signReport(body, { jwk, thumbprint }, async (data) => sign(null, data, privateKey));
  const report = write('report.json', text);
  const said = listen();
  expect(await verifyReports([report], [], false)).toBe(3);
  expect(said()).toContain('Whose key this is');
  expect(await verifyReports([report], [write('auditor.jwk', JSON.stringify(jwk))], false)).toBe(0);
  expect(await verifyReports([report], [write('thumbprint.txt', `${thumbprint}\n`)], true)).toBe(0);
  expect(await verifyReports([report], [write('other.txt', 'A'.repeat(43))], false)).toBe(1);
  expect(await verifyReports([write('changed.json', text.replace('None.', 'Some.'))], [], true)).toBe(1);
  expect(await verifyReports([write('odd.json', '[]')], [], false)).toBe(1);
});
