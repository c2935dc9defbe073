// What the accounts of each GL account hold in one currency.

import { DAY_MAX } from '@countinghouse/contract/as-of';
import type { GlBalances } from '@countinghouse/contract/features/reports';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { listGlAccounts } from '@countinghouse/store/features/gl-accounts/reads';
import { getReportSettings, listGlReported } from '@countinghouse/store/features/reports/reads';
import type { Tx } from '@countinghouse/store/reader';
import { csvOf } from '../../documents/csv.ts';
import type { PrintedDocument } from '../../documents/document.ts';
import type { Standpoint } from '../../statements/load.ts';
import { minor } from '../../statements/wire.ts';
import { decimalsFor, figure, sayDay, showSided, standsAt } from '../../statements/words.ts';

/** By code; GL accounts without an account in the currency are not in it. */
export async function loadGlBalances(tx: Tx, at: Standpoint, currency: string, asOf: string | undefined): Promise<GlBalances> {
  const { name } = await getReportSettings(tx, at.tenantId);
  const entityId = at.entity?.id ?? null;
  const held = await listGlReported(tx, at.tenantId, { dates: [asOf ?? DAY_MAX], knownAtSeq: at.knownAtSeq, entityId });
  const totals = new Map(held.filter((g) => g.currency === currency).map((g) => [g.gl_account_id, g.balances[0] ?? '0']));
  const chart = await listGlAccounts(tx, at.tenantId);
  return {
    currency,
    balances: chart.flatMap((g) => {
      const total = totals.get(g.id);
      if (total === undefined) return [];
      return [{ code: g.code, title: g.title, class: g.class, gl_account_id: g.id, total: minor(parseBalanceE8(total), currency) }];
    }),
    minorUnits: minorUnitsOf(currency),
    organisation: name,
    entity: at.entity,
    generated_at: at.generatedAt,
    position: { ...at.position, value_date: asOf ?? null },
  };
}

export const csvOfGlBalances = ({ balances, currency }: GlBalances): string =>
  csvOf([
    ['code', 'title', 'class', 'currency', 'total (debit positive)'],
    ...balances.map((b) => [b.code, b.title, b.class, currency, figure(b.total, currency)]),
  ]);

export function printGlBalances({ balances, currency, organisation, entity, position, generated_at }: GlBalances): PrintedDocument {
  const decimals = decimalsFor(
    balances.map((b) => b.total),
    currency,
  );
  return {
    title: `Balances by GL, ${currency}`,
    organisation,
    facts: [
      entity === null ? 'All entities' : `Entity ${entity.code}, ${entity.name}`,
      position.value_date === null ? 'Every value date' : `As of ${sayDay(position.value_date)}`,
    ],
    tables: [
      {
        heading: null,
        columns: [
          { label: 'Code', align: 'left', weight: 1.2 },
          { label: 'Title', align: 'left', weight: 4 },
          { label: `Total, ${currency}`, align: 'right', weight: 2 },
        ],
        rows: balances.map((b) => ({ style: 'plain', depth: 0, cells: [b.code, b.title, showSided(b.total, currency, decimals)] })),
      },
    ],
    notes: [],
    footer: standsAt(position, generated_at),
    createdAt: new Date(generated_at),
  };
}
