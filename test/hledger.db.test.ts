// An independent program reads the journal and comes to the same balances. It shares nothing with us but the file.
import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { balances } from '@countinghouse/contract/features/balances';
import { currencies } from '@countinghouse/contract/features/currencies';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { reports } from '@countinghouse/contract/features/reports';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { formatAmountE8, parseAmountE8, parseMinor } from '@countinghouse/kernel/money/amount';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { has } from '../tools/system-programs.ts';

const db = useDatabase();
const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-hledger-'));
let testServer: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
});
afterAll(async () => {
  await testServer.close();
  rmSync(folder, { recursive: true, force: true });
});

const INTENTS = inForm(20_000, 100_000);
const AT_ONCE = 5_000;
const ACCOUNTS_A_CURRENCY = 20;
const DAY_MS = 86_400_000;
const DAYS = 300;
/** JPY has no decimals, BHD three; amounts go below the minor unit too. */
const kept = ['USD', 'EUR', 'JPY', 'BHD'] as const;

test.skipIf(!has('hledger'))(`${INTENTS} intents: hledger comes to the same balance for every account`, { timeout: 300_000 }, async () => {
  const o = await openOrganisation(testServer, 'Books for another program');
  for (const code of kept.slice(2)) await o.owner.call(currencies.add, { body: { code } });
  await o.owner.call(glAccounts.useStandardChart, { body: {} });
  const [hq, sub] = [await o.entity('HQ'), await o.entity('SUB')];
  const accounts = new Map<string, string[]>();
  for (const currency of kept) {
    const ids: string[] = [];
    for (let i = 0; i < ACCOUNTS_A_CURRENCY; i++)
      ids.push(await o.account(`${currency}-${i}`, { currency, ...(i % 3 === 0 ? {} : { entityId: i % 3 === 1 ? hq : sub }) }));
    accounts.set(currency, ids);
  }
  const day = (n: number): string => new Date(Date.now() - (n % DAYS) * DAY_MS).toISOString().slice(0, 10);
  const intent = (n: number): ExecuteIntent => {
    const currency = kept[n % kept.length] ?? 'USD';
    const ids = accounts.get(currency) ?? [];
    const [debit = '', credit = ''] = [ids[(n * 7) % ids.length], ids[(n * 7 + 1 + (n % (ids.length - 1))) % ids.length]];
    const amountE8 = BigInt(((n * 7919) % 10_000_019) + 1) * (n % 5 === 0 ? 1n : 1_000_000n) * (n % 11 === 0 ? -1n : 1n);
    const row = { debit, credit, amountE8, currency, valueDate: day(n), narrative: n % 4 === 0 ? `Nr. ${n}; “a|b” (x)` : '' };
    return {
      type: 'intent.execute',
      actor: { kind: 'user', id: o.owner.id },
      intentId: randomUUID(),
      idemKey: randomUUID(),
      tenantId: o.tenantId,
      useCase: 'manual_post',
      valueDate: day(n),
      constraints: {},
      rows: [row],
      fxSnapshotId: o.fxSnapshotId,
      consent: {
        scope: ['ledger:post'],
        grantedAt: new Date(Date.now() - 1000).toISOString(),
        expiresAt: new Date(Date.now() + DAY_MS).toISOString(),
      },
      signature: null,
      signatureCheck: { is: 'absent' },
      request: {},
    };
  };
  const { ledger } = testServer.opened.services;
  for (let from = 0; from < INTENTS; from += AT_ONCE) {
    const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, (_, i) => ledger.submit(o.tenantId, intent(from + i))));
    for (const outcome of outcomes) expect(outcome).toMatchObject({ kind: 'written', events: [{ type: 'intent.executed' }] });
  }

  const file = path.join(folder, 'journal.hledger');
  const journal = await o.owner.send('GET', reports.journalHledger.path, undefined, { 'x-entity-id': 'all' });
  writeFileSync(file, String(journal.body['text']));
  const ran = spawnSync('hledger', ['-f', file, 'balance', '--flat', '--empty', '--no-total', '-O', 'csv'], {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  });
  expect([ran.status, ran.stderr]).toEqual([0, '']);
  const theirs = new Map<string, string>();
  for (const [, name = '', amount = ''] of ran.stdout.matchAll(/^"([^"]+)","([^"]*)"$/gm)) {
    if (name === 'account') continue;
    const [quantity = '0', currency = ''] = amount.split(' ');
    const code = name.slice(name.lastIndexOf(':') + 1);
    theirs.set(code, `${formatAmountE8(parseAmountE8(quantity) ?? -1n)} ${currency}`.replace('0.00000000 ', '0'));
  }
  const ours = (await o.owner.call(balances.get, { query: {} }, { 'x-entity-id': 'all' })).body.accounts;
  expect(ours.length).toBeGreaterThan(kept.length * ACCOUNTS_A_CURRENCY);
  let moved = 0;
  for (const { code, currency, balance, minorUnits } of ours) {
    const told = `${formatAmountE8(parseMinor(balance, minorUnits) ?? -1n)} ${currency}`.replace('0.00000000 ', '0');
    if (balance !== '0') moved += 1;
    expect([code, theirs.get(code) ?? (balance === '0' ? told : undefined)]).toEqual([code, told]);
  }
  expect(moved).toBe(kept.length * ACCOUNTS_A_CURRENCY);
});
