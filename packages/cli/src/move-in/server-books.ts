// What an organisation has that an import needs to know, and what the import adds to it before it posts.

import type { Client } from '@countinghouse/client/client';
import { ACCOUNTS_LIST_MAX, accounts, type ListedAccount } from '@countinghouse/contract/features/accounts';
import { currencies } from '@countinghouse/contract/features/currencies';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import type { Existing, Plan } from './plan.ts';

export async function listAccounts(client: Client): Promise<readonly ListedAccount[]> {
  const all: ListedAccount[] = [];
  let after: string | null = null;
  do {
    const query = { limit: ACCOUNTS_LIST_MAX, ...(after === null ? {} : { after }) };
    const page: { readonly accounts: readonly ListedAccount[]; readonly next: string | null } = await client.call(accounts.search, {
      query,
    });
    all.push(...page.accounts);
    after = page.next;
  } while (after !== null);
  return all;
}

export async function readExisting(client: Client): Promise<Existing> {
  const { gl } = await client.call(glAccounts.list, {});
  const allowed = (await client.call(currencies.tenantList, {})).currencies;
  return { gl, accounts: await listAccounts(client), currencies: new Set(allowed.map(({ code }) => code)) };
}

/** Adds currencies, GL accounts and accounts that the plan needs, in this order: what is there when it is cut off is found by the next plan. */
export async function open(client: Client, plan: Plan, onOpened: (count: number) => void): Promise<void> {
  for (const code of plan.currencies) await client.call(currencies.add, { body: { code } });
  for (const { code, title, class: glClass } of plan.gl) await client.call(glAccounts.create, { body: { code, title, class: glClass } });
  const ids = new Map((await client.call(glAccounts.list, {})).gl.map(({ code, id }) => [code, id]));
  for (const [i, { code, currency, externalRef, gl }] of plan.accounts.entries()) {
    const body = { code, currency, ledgerAccountId: ids.get(gl) ?? '', external_ref: externalRef };
    await client.call(accounts.create, { body });
    onOpened(i + 1);
  }
}

/** The exchange rates that the intents name: one snapshot of this import, whichever of its runs took it. */
export async function snapshotOf(client: Client, importName: string): Promise<string> {
  const label = `Import ${importName}`;
  const taken = (await client.call(snapshots.list, { query: { kind: 'fx', limit: 500 } })).snapshots.find((one) => one.label === label);
  if (taken !== undefined) return taken.id;
  return (await client.call(snapshots.takeV1, { body: { kind: 'fx', label, source: 'import' } })).snapshot.id;
}
