// A page of one's own, with the client as it is published and nothing else: somebody types a key into it and posts.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { buildClient } from '../../tools/build-client.ts';
import { openBooks } from './books.ts';
import { post } from './organisations.ts';
import { listenForFaults } from './people.ts';

const DAY_MS = 86_400_000;
const COMPILED_WITHIN_MS = 300_000; // on a loaded machine
const root = fileURLToPath(new URL('../../', import.meta.url));
const example = path.join(root, 'sdks/typescript/examples/post-intent.html');
let folder: string;

test.beforeAll(async () => {
  test.setTimeout(COMPILED_WITHIN_MS);
  folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-client-page-'));
  await buildClient(folder);
});
test.afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('the client as it is published runs in a page by itself: it posts with an API key, reads back, and repeats without posting twice', async ({
  page,
  browser,
}) => {
  await openBooks(page);
  const asked = { name: 'Page', grant: 'post', expires_at: new Date(Date.now() + DAY_MS).toISOString() };
  const { secret } = await post(page, '/api/internal/api-keys', asked);

  // Somebody who is signed in nowhere: the key alone opens the books.
  const theirs = await browser.newContext();
  const plain = await theirs.newPage();
  const faults = listenForFaults(plain);
  await plain.route('**/plain/**', (route) => {
    const [, within = ''] = new URL(route.request().url()).pathname.split('/plain/');
    const file = within.replace(/^node_modules\/@countinghouse\/client/, folder).replace(/^node_modules/, path.join(root, 'node_modules'));
    return route.fulfill({ path: within === '' ? example : file });
  });
  await plain.goto('/plain/');
  const submit = async (amount: string): Promise<void> => {
    await plain.getByLabel('Amount').fill(amount);
    await plain.getByRole('button', { name: 'Post' }).click();
  };
  await plain.getByLabel('API key').fill(String(secret));
  await plain.getByLabel('Debit').fill('BANK');
  await plain.getByLabel('Credit').fill('SALES');
  await submit('12.50');
  await expect(plain.getByRole('status')).toHaveText(
    'posted: executed, duplicate: false\nread back: executed, 12.50000000 USD\nposted again: executed, duplicate: true, the same event: true\n',
  );
  await submit('twelve');
  await expect(plain.getByRole('status')).toHaveText('refused: 400 VALIDATION_ERROR amount\n');
  expect(faults).toEqual([]);
  await theirs.close();
});
