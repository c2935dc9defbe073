// Books of two entities and two currencies over the end of a year, for what reports tell of them.
import { accounts } from '@countinghouse/contract/features/accounts';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { type Organisation, openOrganisation, row } from './organisation.ts';
import type { TestServer } from './test-server.ts';

export interface ReportBooks extends Organisation {
  readonly hq: string;
  readonly de: string;
  readonly us: Readonly<Record<string, string>>;
  post(debit: string, credit: string, amount: string, valueDate: string, currency?: string): Promise<void>;
}

/**
 * Entities HQ (USD) and DE (EUR); a chart of every class. In 2025 sales of 100 USD; in 2026 capital of 1,000 EUR, sales of 300 EUR,
 * rent of 40 EUR, 250 EUR sent from DE to HQ; a rate of 1.10 since New Year 2026, 1.20 since June.
 */
export async function openReportBooks(testServer: TestServer): Promise<ReportBooks> {
  const o = await openOrganisation(testServer, 'Müller & Söhne');
  const us = { 'x-tenant-id': o.tenantId };
  const gl = async (code: string, title: string, glClass: 'A' | 'L' | 'E' | 'I' | 'X', parentId?: string): Promise<string> => {
    const normalBalance = glClass === 'A' || glClass === 'X' ? 'DR' : 'CR';
    return (
      await o.owner.call(glAccounts.create, { body: { code, title, class: glClass, normalBalance, ...(parentId && { parentId }) } }, us)
    ).body.gl.id;
  };
  const bank = await gl('1010', 'Bank', 'A', o.glAccountId);
  const [capital, sales, rent] = [await gl('3000', 'Capital', 'E'), await gl('4000', 'Sales', 'I'), await gl('5000', 'Rent', 'X')];
  const [hq, de] = [await o.entity('HQ'), await o.entity('DE')];
  const open = async (code: string, currency: string, ledgerAccountId: string, entity: string, kind = 'operational'): Promise<void> => {
    const { status } = await o.owner.call(
      accounts.create,
      { body: { code, currency, ledgerAccountId, kind } },
      { ...us, 'x-entity-id': entity },
    );
    if (status !== 200) throw new Error(`an account was not opened: ${status}`);
  };
  await open('HQ-BANK', 'USD', bank, hq, 'Bank');
  await open('HQ-EUR', 'EUR', bank, hq, 'bank');
  await open('HQ-SALES', 'USD', sales, hq);
  await open('DE-BANK', 'EUR', bank, de, 'bank');
  await open('DE-TILL', 'EUR', bank, de, 'cash');
  await open('DE-SALES', 'EUR', sales, de);
  await open('DE-RENT', 'EUR', rent, de);
  await open('DE-CAPITAL', 'EUR', capital, de);
  for (const [rate, asof] of [
    [1.1, '2026-01-01T00:00:00Z'],
    [1.2, '2026-06-01T00:00:00Z'],
  ] as const)
    await o.owner.call(fx.upsert, { body: { base_currency: 'EUR', quote_currency: 'USD', rate, asof } }, us);
  const post: ReportBooks['post'] = async (debit, credit, amount, valueDate, currency = 'EUR') => {
    const body = o.intent({ value_date: valueDate, proposed_actions: [row(debit, credit, amount, { currency, valueDate })] });
    const answer = await o.owner.call(intents.execute, { body }, us);
    if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  };
  await post('HQ-BANK', 'HQ-SALES', '100', '2025-12-31', 'USD');
  await post('DE-BANK', 'DE-CAPITAL', '1000', '2026-01-01');
  await post('DE-BANK', 'DE-SALES', '300', '2026-05-31');
  await post('DE-RENT', 'DE-BANK', '40', '2026-06-15');
  await post('HQ-EUR', 'DE-BANK', '250', '2026-06-30');
  return { ...o, us, hq, de, post };
}
