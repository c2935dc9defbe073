// An owner has somebody outside witness the log, sees who has cosigned it, and is alarmed by one that was shown another log.

import { WitnessProcess } from '@countinghouse/testkit/witness-process';
import { expect, test } from '@playwright/test';
import { expectAccessible, inBothThemes } from './axe.ts';
import { openBooks } from './books.ts';
import { get } from './organisations.ts';
import { listenForFaults } from './people.ts';
import { keepPicture } from './walk.ts';

const COSIGNED_WITHIN_MS = 60_000;

test('two witnesses are added and one of them runs; what they say stands beside the anchors, and a refusal on Kernel Health', async ({
  page,
  browser,
}, info) => {
  test.setTimeout(180_000);
  const faults = listenForFaults(page);
  const id = await (await openBooks(page)).postIntent({ debit: 'BANK', credit: 'SALES', amount: '1250' });
  await page.goto('/dashboard/audit');
  const panel = page.getByRole('region', { name: 'Witnesses' });
  await expect(panel.getByText(/^Nobody outside cosigns this log yet\./)).toBeVisible();
  const { log_vkey } = (await get(page, '/api/v1/witnesses')) as { readonly log_vkey: string };
  const [a, b] = ['a', 'b'].map((name) => new WitnessProcess(info.outputPath(`witness-${name}`), `witness.example/${name}`)) as [
    WitnessProcess,
    WitnessProcess,
  ];
  await a.start([log_vkey]);
  try {
    const add = async (key: string, url: string): Promise<void> => {
      await panel.getByRole('button', { name: 'Add witness' }).click();
      const form = page.getByRole('dialog', { name: 'Add a witness' });
      await form.getByLabel('Key of the witness').fill(key);
      await form.getByLabel('Address').fill(url);
      await form.getByRole('button', { name: 'Add witness' }).click();
    };
    // What is wrong is told beside its field.
    await add(log_vkey, a.url);
    const form = page.getByRole('dialog', { name: 'Add a witness' });
    await expect(form.getByText(/^Use the key of a witness as it says it/)).toBeVisible();
    await form.getByLabel('Key of the witness').fill(a.vkey);
    await form.getByRole('button', { name: 'Add witness' }).click();
    await expect(page.getByText('witness.example/a is asked to witness the log')).toBeVisible();
    // Nobody listens there.
    await add(b.vkey, 'http://127.0.0.1:1');
    await page.getByRole('button', { name: 'Anchor now' }).first().click();
    await expect(panel.getByText(/is witnessed by 1 of 2: witness\.example\/a\.$/)).toBeVisible({ timeout: COSIGNED_WITHIN_MS });
    await expect(panel.getByText('The address can’t be reached.')).toBeVisible({ timeout: COSIGNED_WITHIN_MS });
    await page.reload();
    await expect(page.getByRole('table', { name: 'Anchors' }).getByRole('cell', { name: 'witness.example/a' })).toBeVisible();
    await inBothThemes(page, async (theme) => {
      await expectAccessible(page);
      await keepPicture(page, `witnesses-${theme}`, { fullPage: true });
    });

    // A receipt, handed to somebody who knows both witnesses.
    const receipt = await (await page.request.get(`/api/v1/intents/${id}/proof`)).text();
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto('/verify-receipt');
    await stranger.getByLabel('Receipt', { exact: true }).fill(receipt);
    const demand = async (policy: string): Promise<void> => {
      await stranger.getByLabel('Witnesses that you demand').fill(policy);
      await stranger.getByRole('button', { name: 'Check receipt' }).click();
    };
    const verdict = stranger.getByRole('status');
    await demand('somebody');
    await expect(stranger.getByText(/^This is neither a policy nor keys of witnesses: line 1/)).toBeVisible();
    await demand(`${a.vkey}\n${b.vkey}`);
    await expect(verdict).toContainText('This receipt does not meet your policy');
    const known = `witness a ${a.vkey}\nwitness b ${b.vkey}\n`;
    await demand(known);
    await expect(stranger.getByText(/^The policy has no line “quorum”/)).toBeVisible();
    await demand(`${known}group both 2 a b\nquorum both\n`);
    await expect(verdict).toContainText('the policy demands: 2 of a, b; only a cosigned it.');
    await demand(`log ${log_vkey}\n${known}group one any a b\nquorum one\n`);
    await expect(verdict).toContainText(`ProvenIntent ${id} was executed, signed under the key that you gave.`);
    await expect(stranger.getByText(/^as your policy demands \(1 of a, b\)/)).toBeVisible();
    // The same receipt as a COSE receipt.
    const cose = await (await page.request.get(`/api/v1/intents/${id}/proof.cose`)).body();
    const name = 'receipt.cose';
    await stranger.getByLabel('File of a receipt').setInputFiles({ name, mimeType: 'application/cose', buffer: cose });
    await stranger.getByRole('button', { name: 'Check receipt' }).click();
    await expect(verdict).toContainText(`ProvenIntent ${id} was executed, signed under the key that you gave.`);
    await expect(stranger.getByText(/^as your policy demands \(1 of a, b\)/)).toBeVisible();
    cose.writeUInt8(cose.readUInt8(cose.length - 1) ^ 1, cose.length - 1);
    await stranger.getByLabel('File of a receipt').setInputFiles({ name, mimeType: 'application/cose', buffer: cose });
    await stranger.getByRole('button', { name: 'Check receipt' }).click();
    await expect(verdict).toContainText('This receipt does not hold: the COSE signature over the root does not hold.');
    await demand(`log ${log_vkey}\n${known}group one any a b\nquorum one\n`);
    await expectAccessible(stranger);
    await keepPicture(stranger, 'receipt', { fullPage: true });
    await stranger.context().close();

    await panel.getByRole('button', { name: 'Remove witness.example/b' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await expect(panel.getByText(/is witnessed by 1 of 1: witness\.example\/a\.$/)).toBeVisible();

    // Had it been shown another log.
    await page.route('**/api/v1/health', async (route) => {
      const response = await route.fetch();
      const body = (await response.json()) as { ok: boolean; witnesses: { state: string; refused_at: string; last_error: string }[] };
      const refusing = {
        state: 'refused',
        refused_at: new Date().toISOString(),
        last_error: 'It has cosigned another log of the same size.',
      };
      await route.fulfill({ response, json: { ...body, ok: false, witnesses: body.witnesses.map((w) => ({ ...w, ...refusing })) } });
    });
    await page.goto('/dashboard/health');
    await expect(page.getByRole('alert').filter({ hasText: 'The witness witness.example/a refuses this log' })).toContainText(
      'It has cosigned another log of the same size.',
    );
    await expect(page.getByText('Attention')).toBeVisible();
    await expectAccessible(page);
    await keepPicture(page, 'refused', { fullPage: true });
  } finally {
    await a.stop('SIGKILL');
  }
  expect(faults.filter((f) => !f.includes('400'))).toEqual([]);
});
