// An auditor opens the one file from disk: what the page finds is what the command finds, of every archive of the vectors; the books are
// looked at, a report is signed; and no request leaves the page.

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { executed, intentOf, MadeLog, rowOf } from '@countinghouse/testkit/made-log';
import { auditPack } from '@countinghouse/verifier/audit-pack';
import { verifyReport } from '@countinghouse/verifier/audit-report';
import { parseCheckpoint } from '@countinghouse/verifier/checkpoint';
import { NotAnArchive } from '@countinghouse/verifier/faults';
import { parseGivenKeys } from '@countinghouse/verifier/given-keys';
import { parseKeptHead } from '@countinghouse/verifier/kept';
import { sha256Hex } from '@countinghouse/verifier/platform';
import { parsePolicy } from '@countinghouse/verifier/policy';
import { toText } from '@countinghouse/verifier/report';
import { verifyArchive } from '@countinghouse/verifier/verify';
import { expect, type Page, test } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { listenForFaults } from './people.ts';
import { keepPicture } from './walk.ts';
import { drawAt } from './widths.ts';

interface Vector {
  readonly file: string;
  readonly key?: JsonObject;
  readonly kept?: { readonly checkpoints: readonly string[]; readonly heads: readonly JsonObject[] };
  readonly policy?: string;
  readonly refused?: true;
}

const GROUPS = 4;
const PHONE_PX = 390;
const folder = new URL('../../vectors/archives/', import.meta.url);
const vectors = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8')) as readonly Vector[];
let dir = '';
test.beforeAll(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-audit-pack-'));
});
test.afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** Writes the page of an archive; answers its address. */
async function pack(archive: AsyncIterable<Uint8Array>, keys: string | null = null): Promise<string> {
  const file = path.join(dir, `${randomUUID()}.html`);
  await pipeline(Readable.from(auditPack(archive, keys)), createWriteStream(file));
  return pathToFileURL(file).href;
}

/** Requests beside the file and what the page makes itself. */
function listenForRequests(page: Page): readonly string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (!/^(?:file|blob):/.test(request.url())) requests.push(request.url());
  });
  return requests;
}

/** What the command says, without its time: it differs from run to run. */
const timeless = (text: string): string => text.replace(/, in \d+\.\d s\n/, '\n').trim();

function known<T>(value: T | null): T {
  if (value === null) throw new Error('what a vector keeps is none');
  return value;
}

async function byCommand({ file, key, kept, policy }: Vector): Promise<string> {
  const keys = key === undefined ? null : parseGivenKeys(JSON.stringify(key));
  if (typeof keys === 'string') throw new Error(keys);
  try {
    const result = await verifyArchive(createReadStream(new URL(file, folder)), {
      keys,
      kept: (kept?.checkpoints ?? []).map((note) => known(parseCheckpoint(note))),
      keptHeads: (kept?.heads ?? []).map((head) => known(parseKeptHead(JSON.stringify(head)))),
      policy: policy === undefined ? null : parsePolicy(policy),
    });
    return timeless(toText(result, 0));
  } catch (error) {
    if (!(error instanceof NotAnArchive)) throw error;
    return `Nothing was proven: ${error.message}.`;
  }
}

async function byPage(page: Page, { file, key, kept, policy }: Vector): Promise<string> {
  let address: string;
  try {
    address = await pack(createReadStream(new URL(file, folder)));
  } catch (error) {
    if (!(error instanceof NotAnArchive)) throw error;
    return `Nothing was proven: ${error.message}.`;
  }
  await page.goto(address);
  if (key !== undefined) await page.getByLabel('Chain key that you know').fill(JSON.stringify(key));
  const files = [...(kept?.checkpoints ?? []), ...(kept?.heads ?? []).map((head) => JSON.stringify(head))];
  if (files.length > 0)
    await page
      .getByLabel('Checkpoints and signed heads')
      .setInputFiles(files.map((text, i) => ({ name: `${i}.txt`, mimeType: 'text/plain', buffer: Buffer.from(text) })));
  if (policy !== undefined)
    await page.getByLabel('Policy of witnesses').setInputFiles({ name: 'policy', mimeType: 'text/plain', buffer: Buffer.from(policy) });
  await page.getByRole('button', { name: 'Verify' }).click();
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict).toBeVisible();
  const said = await verdict.locator('pre').allTextContents();
  return said[0] === undefined ? ((await verdict.locator('.sentence').textContent()) ?? '') : timeless(said[0]);
}

for (let group = 0; group < GROUPS; group++)
  test(`the page says of each archive what the command says (${group + 1} of ${GROUPS})`, async ({ page }) => {
    test.setTimeout(300_000);
    const requests = listenForRequests(page);
    const faults = listenForFaults(page);
    const mine = vectors.filter((_, i) => i % GROUPS === group);
    expect(mine.length).toBeGreaterThan(10);
    for (const vector of mine) expect(await byPage(page, vector), vector.file).toBe(await byCommand(vector));
    expect(requests).toEqual([]);
    expect(faults).toEqual([]);
  });

/** Books with a little of everything that the page shows. */
function madeBooks(): MadeLog {
  const made = new MadeLog();
  made.append('gl_account.created', { id: randomUUID(), code: '1000', title: 'Cash', class: 'A', normal_balance: 'DR', parent_id: null });
  made.append('member.added', { user_id: 'olive', role: 'owner' });
  made.append('member.added', { user_id: 'paul', role: 'member' });
  for (let n = 0; n < 250; n++)
    made.append(
      'intent.executed',
      executed(`i${n}`, {
        rows: [
          rowOf({ amount: `${n + 1}.00000000`, value_date: n % 2 === 0 ? '2026-01-30' : '2026-01-31', narrative: `Invoice ${n + 1}` }),
        ],
      }),
    );
  // The largest amount that a row can have is told to the last digit.
  made.append('intent.executed', executed('large', { rows: [rowOf({ amount: '99999999999999999999.12345678', narrative: 'Größe' })] }));
  const rows = [rowOf({ amount: '700.00000000', narrative: 'Needs two' })];
  const payload = {
    intent_id: 'held',
    idem_key: 'held',
    maker_id: 'paul',
    use_case: 'manual_post',
    value_date: '2026-01-31',
    constraints: {},
    rows,
    snapshot_ids: { fx: null },
    consent: { scope: [], granted_at: '2026-01-31', expires_at: '2026-02-28' },
    signature: null,
    signing_kid: null,
    fingerprint: 'f'.repeat(64),
    original: null,
  };
  const asked = {
    id: 'ap1',
    payload_hash: sha256Hex(canonicalize(payload)),
    payload,
    needed: 1,
    eligible: 1,
    expires_at: '2026-02-28T12:00:00.000000Z',
  };
  const held_for = { code: 'HIGH_RISK_AMOUNT', limit: '500.00000000', amount: '700.00000000', currency: 'EUR', rates: [] };
  const approval = { ...asked, held_for, entity_ids: [], unassigned: true };
  made.append('intent.proposed', { ...intentOf('held'), actor_id: 'paul', request: {}, approval }, { actorId: 'paul' });
  made.append(
    'approval.approved',
    { id: 'ap1', payload_hash: asked.payload_hash, comment: 'Seen', remaining: 0, follows: 2 },
    { actorId: 'olive' },
  );
  made.append('intent.executed', executed('held', { actor_id: 'paul', rows, approval_id: 'ap1' }), { actorId: 'paul' });
  made.append('member.removed', { user_id: 'paul' });
  return made;
}

test('an auditor reads the books, sees who approved and who held which right, and signs a report with a key of their own', async ({
  page,
}) => {
  test.setTimeout(180_000);
  const requests = listenForRequests(page);
  const faults = listenForFaults(page);
  const made = madeBooks();
  const archive = made.archive();
  await page.goto(await pack(Readable.from([Buffer.from(archive)]), JSON.stringify(made.chain.jwk)));

  // A key in the file proves nothing; the thumbprint from elsewhere does.
  await page.getByText('The file carries a key').click();
  await expect(page.getByText('by itself it proves nothing')).toBeVisible();
  await page.getByRole('button', { name: 'Verify' }).click();
  const verdict = page.getByRole('region', { name: 'Verdict' });
  await expect(verdict.getByRole('heading')).toHaveText('CONSISTENT');
  await page.getByLabel('Chain key that you know').fill('no key');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('What is given as the key is neither JSON nor PEM nor a thumbprint.')).toBeVisible();
  await page.getByLabel('Chain key that you know').fill(made.chain.kid);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(verdict.getByRole('heading')).toHaveText('PROVEN');
  await expect(verdict).toContainText(`All ${made.seq} events of Made`);
  await expect(verdict).toContainText(`proven by the key that you gave: ${made.chain.kid}`);

  const table = (name: string) => page.getByRole('table', { name });
  const panel = page.getByRole('tabpanel');
  await expect(panel.getByText('252 postings, 100,000,000,000,000,032,074.12345678 EUR')).toBeVisible();
  await expect(table('Journal').getByRole('row')).toHaveCount(101);
  await panel.getByRole('button', { name: 'Next' }).click();
  await expect(panel.getByText('101 to 200 of 252')).toBeVisible();
  await panel.getByLabel('Narrative has').fill('INVOICE 2');
  await panel.getByLabel('Value date from').fill('2026-01-31');
  await panel.getByLabel('Amount from').fill('200');
  await panel.getByRole('button', { name: 'Find' }).click();
  await expect(panel.getByText('26 postings, 5,850.00 EUR')).toBeVisible();
  await panel.getByLabel('Narrative has').fill('größe');
  await panel.getByRole('button', { name: 'Find' }).click();
  await expect(table('Journal').getByRole('cell', { name: '99,999,999,999,999,999,999.12345678' })).toBeVisible();
  await table('Journal').getByRole('button').first().click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('"narrative": "Größe"');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('tab', { name: 'Trial balance' }).click();
  await panel.getByLabel('At the end of value date').fill('2026-01-30');
  await panel.getByLabel('By').selectOption('accounts');
  await expect(panel.getByText('Debits equal credits in EUR.')).toBeVisible();
  // 1 + 3 + … + 249.
  await expect(table('Trial balance, EUR').getByRole('row', { name: /^Total/ })).toContainText('15,625.00');
  await keepPicture(page, 'trial-balance', { fullPage: true });
  await panel.getByLabel('At the end of value date').fill('2026-01-29');
  await expect(panel.getByText('On this day no account holds anything.')).toBeVisible();

  await page.getByRole('tab', { name: 'Trial balance' }).press('ArrowRight');
  const approvals = table('Approvals');
  await expect(approvals.getByRole('row')).toHaveCount(2);
  await expect(approvals).toContainText('approved by olive');
  await expect(approvals).toContainText(
    sha256Hex(
      canonicalize(
        JSON.parse(String(JSON.parse(archive.split('\n').find((l) => l.includes('intent.proposed')) ?? '').payload)).approval.payload,
      ),
    ),
  );
  await expect(approvals).toContainText('executed by event');
  await keepPicture(page, 'approvals', { fullPage: true });

  await page.getByRole('tab', { name: 'Rights' }).click();
  await expect(table('Rights')).toContainText('olive');
  await expect(table('Rights')).not.toContainText('paul');
  await panel.getByLabel('At the end of').fill('2026-01-30');
  await expect(panel.getByText('0 rights')).toBeVisible();

  await page.getByRole('tab', { name: 'Report' }).click();
  await panel.getByLabel('Auditor').fill('Ada Auditor');
  await panel.getByLabel('What was examined').fill('All of it.');
  await panel.getByLabel('Findings').fill('One is large.\nNo other.');
  await panel.getByRole('button', { name: 'Sign the report' }).click();
  await expect(panel.getByText('The private key is no JSON.')).toBeVisible();
  await panel.getByRole('button', { name: 'Make a key' }).click();
  await expect(panel.getByRole('button', { name: 'Save the private key' })).toBeVisible();
  await panel.getByRole('button', { name: 'Sign the report' }).click();
  const [saved] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Save the report' }).click()]);
  const report = readFileSync(await saved.path(), 'utf8');
  const { report: told, thumbprint } = await verifyReport(report, null);
  expect(told).toMatchObject({
    auditor: 'Ada Auditor',
    findings: ['One is large.', 'No other.'],
    verdict: 'proven',
    given_keys: [made.chain.kid],
  });
  expect((await verifyReport(report, [{ kid: null, thumbprint: String(thumbprint), key: null }])).why).toBe(null);
  expect((await verifyReport(report, [{ kid: null, thumbprint: made.chain.kid, key: null }])).why).toContain('none of those given');
  expect((await verifyReport(report.replace('No other.', 'No others.'), null)).why).toContain('changed since');

  await page.getByRole('tab', { name: 'Archive' }).click();
  const [gz] = await Promise.all([page.waitForEvent('download'), panel.getByRole('button', { name: 'Save the archive' }).click()]);
  const bytes = readFileSync(await gz.path());
  expect(told?.['archive']).toMatchObject({ sha256: sha256Hex(bytes), events: made.seq });
  expect(await verifyArchive(Readable.from([bytes]))).toMatchObject({ fault: null, events: made.seq });

  for (const name of ['Journal', 'Trial balance', 'Approvals', 'Rights', 'Report', 'Archive'])
    for (const [theme, width] of [
      ['light', 1440],
      ['dark', PHONE_PX],
    ] as const) {
      await page.emulateMedia({ colorScheme: theme });
      await drawAt(page, width);
      await page.getByRole('tab', { name }).click();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      await expectAccessible(page, `${name}, ${theme}`);
      await keepPicture(page, `${name}-${theme}`, { fullPage: true });
    }
  expect(requests).toEqual([]);
  expect(faults).toEqual([]);
});

test('a page whose script was changed does not run it, and one that would call an address cannot', async ({ page }) => {
  let heard = 0;
  const receiver = createServer(({ url }, response) => {
    if (url === '/probe') heard += 1;
    response.setHeader('access-control-allow-origin', '*').end();
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  const outside = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const probe = `${outside}probe`;
  const callFrom = () =>
    page.evaluate(async (url) => {
      const image = new Promise((resolve, reject) => Object.assign(new Image(), { onload: resolve, onerror: reject, src: url }));
      return (await Promise.allSettled([fetch(url), image])).map(({ status }) => status);
    }, probe);
  const address = await pack(createReadStream(new URL('intent-twice.sound.jsonl', folder)));
  await page.goto(address);
  expect(await callFrom()).toEqual(['rejected', 'rejected']);
  expect(heard).toBe(0);
  // A page without such a policy is heard.
  await page.goto(outside);
  await callFrom();
  expect(heard).toBe(2);
  receiver.close();
  const file = path.join(dir, 'changed.html');
  writeFileSync(file, readFileSync(new URL(address), 'utf8').replace("'use strict';", "'use strict'; "));
  await page.goto(pathToFileURL(file).href);
  await expect(page.getByText('Reading the file…')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Verify' })).toHaveCount(0);
});
