// An organisation with books to look at: the standard chart, accounts BANK and SALES in dollars, and postings as they are asked for.
import { randomUUID } from 'node:crypto';
import type { BrowserContext, Page } from '@playwright/test';
import { get, newOrganisation, post, signUp } from './organisations.ts';

type Caller = Pick<BrowserContext, 'request'>;

interface BookRow {
  readonly debit: string;
  readonly credit: string;
  readonly amount: string;
  readonly currency?: string;
  readonly narrative?: string;
  readonly valueDate?: string;
}

export interface Books {
  readonly tenantId: string;
  /** Ids by code. */
  readonly accounts: Readonly<Record<string, string>>;
  /** Opens an account of a GL account; answers its id. */
  openAccount(code: string, glCode: string, currency: string): Promise<string>;
  /** What is sent to post an intent. */
  intentOf(...rows: readonly BookRow[]): { readonly intent_id: string };
  /** Posts an intent; answers its id. */
  postIntent(...rows: readonly BookRow[]): Promise<string>;
}

const DAY_MS = 86_400_000;
export const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

export async function openBooks(who: Caller): Promise<Books> {
  await signUp(who);
  const tenantId = await newOrganisation(who);
  await post(who, '/api/internal/ledger-accounts/standard-chart', {});
  const { gl } = (await get(who, '/api/internal/ledger-accounts/list')) as { gl: { id: string; code: string }[] };
  const accounts: Record<string, string> = {};
  const openAccount: Books['openAccount'] = async (code, glCode, currency) => {
    const ledgerAccountId = gl.find((a) => a.code === glCode)?.id;
    const { account } = (await post(who, '/api/internal/accounts/create', { code, ledgerAccountId, currency })) as {
      account: { id: string };
    };
    accounts[code] = account.id;
    return account.id;
  };
  await openAccount('BANK', '1100', 'USD');
  await openAccount('SALES', '4100', 'USD');
  await openAccount('SPARE', '1990', 'USD');
  const { snapshot } = (await post(who, '/api/internal/snapshots/take', { kind: 'fx' })) as { snapshot: { id: string } };
  const intentOf: Books['intentOf'] = (...rows) => ({
    intent_id: randomUUID(),
    tenant_id: tenantId,
    use_case: 'manual_post',
    idem_key: randomUUID(),
    value_date: daysAgo(0),
    proposed_actions: rows.map(({ debit, credit, ...row }) => ({
      debitAccount: debit,
      creditAccount: credit,
      currency: 'USD',
      ...row,
    })),
    snapshot_ids: { fx: snapshot.id },
    consent: {
      scope: ['ledger:post'],
      granted_at: new Date(Date.now() - 1000).toISOString(),
      expires_at: new Date(Date.now() + DAY_MS).toISOString(),
    },
  });
  return {
    tenantId,
    accounts,
    openAccount,
    intentOf,
    async postIntent(...rows) {
      const intent = intentOf(...rows);
      await post(who, '/api/v1/intents/execute', intent);
      return intent.intent_id;
    },
  };
}

/** Chooses an account in the first row of the form that posts. */
export async function chooseAccount(page: Page, label: string, code: string): Promise<void> {
  const field = page.getByRole('group', { name: 'Row 1' }).getByRole('combobox', { name: label });
  await field.click();
  await field.fill(code);
  await page.getByRole('option', { name: new RegExp(`^${code}`) }).click();
}
