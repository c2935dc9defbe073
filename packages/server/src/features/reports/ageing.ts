// What parties owe, or are owed, by how long it has been due. What was paid settles the oldest charge first: decision 0158.

import { HELD_KINDS } from '@countinghouse/contract/features/parties';
import { ERASED } from '@countinghouse/contract/features/privacy';
import { AGEING_ACCOUNTS_MAX, type AgedFigures, type Ageing, type AgeingSide, CASH_KINDS } from '@countinghouse/contract/features/reports';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { type Aged, addAged, ageOf, noneAged } from '@countinghouse/kernel/reports/ageing';
import { listPartiesById } from '@countinghouse/store/features/parties/reads';
import { listAgeing } from '@countinghouse/store/features/reports/ageing';
import { getReportSettings } from '@countinghouse/store/features/reports/reads';
import type { Tx } from '@countinghouse/store/reader';
import { csvOf } from '../../documents/csv.ts';
import type { DocumentRow, PrintedDocument } from '../../documents/document.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Standpoint } from '../../statements/load.ts';
import { minor } from '../../statements/wire.ts';
import { decimalOf, figure, grouped, sayDay, standsAt } from '../../statements/words.ts';

interface Asked {
  readonly asOf: string;
  readonly side: AgeingSide;
  readonly partyId: string | null;
}

/** A bank's accounts are no receivables, and what is held for somebody is not due. */
const withoutKinds = { receivable: CASH_KINDS, payable: HELD_KINDS } satisfies Record<AgeingSide, readonly string[]>;

/** As the wire has it, but for the names of parties: `labelToken` is what stands for them. */
export interface Loaded extends Omit<Ageing, 'rows'> {
  readonly rows: readonly (Omit<Ageing['rows'][number], 'label'> & { readonly labelToken: string })[];
}

export async function loadAgeing(tx: Tx, at: Standpoint, { asOf, side, partyId }: Asked): Promise<Loaded> {
  const settings = await getReportSettings(tx, at.tenantId);
  if (partyId !== null && (await listPartiesById(tx, at.tenantId, [partyId])).length === 0) throw new Refusal('NOT_FOUND');
  const found = await listAgeing(tx, at.tenantId, {
    asOf,
    side,
    withoutKinds: withoutKinds[side],
    entityId: at.entity?.id ?? null,
    partyId,
    limit: AGEING_ACCOUNTS_MAX + 1,
  });
  const rows = new Map<string, { partyId: string; currency: string; accounts: number; aged: Aged }>();
  const totals = new Map<string, Aged>();
  for (const { party_id, currency, owed, ahead, today, up_to_30, up_to_60, up_to_90 } of found.slice(0, AGEING_ACCOUNTS_MAX)) {
    const aged = ageOf(parseBalanceE8(owed), {
      aheadE8: parseBalanceE8(ahead),
      todayE8: parseBalanceE8(today),
      upTo30E8: parseBalanceE8(up_to_30),
      upTo60E8: parseBalanceE8(up_to_60),
      upTo90E8: parseBalanceE8(up_to_90),
    });
    const row = rows.get(`${party_id} ${currency}`);
    rows.set(`${party_id} ${currency}`, {
      partyId: party_id,
      currency,
      accounts: (row?.accounts ?? 0) + 1,
      aged: addAged(row?.aged ?? noneAged, aged),
    });
    totals.set(currency, addAged(totals.get(currency) ?? noneAged, aged));
  }
  const open = [...rows.values()].filter(({ aged }) => Object.values(aged).some((e8) => e8 !== 0n));
  const tokens = new Map(
    (await listPartiesById(tx, at.tenantId, [...new Set(open.map((row) => row.partyId))])).map((p) => [p.id, p.label_token]),
  );
  return {
    organisation: settings.name,
    entity: at.entity,
    generated_at: at.generatedAt,
    position: { ...at.position, value_date: asOf },
    as_of: asOf,
    side,
    rows: open.map(({ partyId: party_id, currency, accounts, aged }) => ({
      party_id,
      labelToken: tokens.get(party_id) ?? '',
      accounts,
      currency,
      minorUnits: minorUnitsOf(currency),
      ...toWire(aged, currency),
    })),
    totals: [...totals]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, aged]) => ({ currency, minorUnits: minorUnitsOf(currency), ...toWire(aged, currency) })),
    complete: found.length <= AGEING_ACCOUNTS_MAX,
  };
}

/** With what parties are called, by that. */
export function nameAgeing({ rows, ...report }: Loaded, wordOf: (token: string) => string | null): Ageing {
  const named = rows.map(({ labelToken, ...row }) => ({ ...row, label: wordOf(labelToken) ?? ERASED }));
  return { ...report, rows: named.sort((a, b) => a.label.localeCompare(b.label, 'en') || (a.currency < b.currency ? -1 : 1)) };
}

function toWire(aged: Aged, currency: string): AgedFigures {
  const { currentE8, upTo30E8, upTo60E8, upTo90E8, olderE8, advanceE8 } = aged;
  return {
    current: minor(currentE8, currency),
    up_to_30: minor(upTo30E8, currency),
    up_to_60: minor(upTo60E8, currency),
    up_to_90: minor(upTo90E8, currency),
    older: minor(olderE8, currency),
    advance: minor(advanceE8, currency),
    total: minor(currentE8 + upTo30E8 + upTo60E8 + upTo90E8 + olderE8 - advanceE8, currency),
  };
}

const columns = [
  ['current', 'Current'],
  ['up_to_30', '1–30 days'],
  ['up_to_60', '31–60 days'],
  ['up_to_90', '61–90 days'],
  ['older', 'Over 90 days'],
  ['advance', 'In advance'],
  ['total', 'Total'],
] as const satisfies readonly (readonly [keyof AgedFigures, string])[];

export const csvOfAgeing = ({ rows }: Ageing): string =>
  csvOf([
    ['party', 'party_id', 'currency', ...columns.map(([name]) => name)],
    ...rows.map((row) => [row.label, row.party_id, row.currency, ...columns.map(([name]) => figure(row[name], row.currency))]),
  ]);

export const titleOf = (side: AgeingSide): string => (side === 'receivable' ? 'Ageing of receivables' : 'Ageing of payables');

const showFigure = (minorText: string, currency: string): string => (minorText === '0' ? '–' : grouped(decimalOf(minorText, currency)));

export function printAgeing(report: Ageing): PrintedDocument {
  const { organisation, entity, as_of, side, rows, totals, complete, position, generated_at } = report;
  const lineOf = (label: string, style: DocumentRow['style'], figures: AgedFigures & { readonly currency: string }): DocumentRow => ({
    style,
    depth: 0,
    cells: [label, figures.currency, ...columns.map(([name]) => showFigure(figures[name], figures.currency))],
  });
  return {
    title: titleOf(side),
    organisation,
    facts: [
      entity === null ? 'All entities' : `Entity ${entity.code}, ${entity.name}`,
      `As of ${sayDay(as_of)}, by value date; payments settle the oldest first`,
    ],
    tables: [
      {
        heading: null,
        columns: [
          { label: 'Party', align: 'left', weight: 3 },
          { label: 'Currency', align: 'left', weight: 1.1 },
          ...columns.map(([, label]) => ({ label, align: 'right' as const, weight: 1.7 })),
        ],
        rows: [
          ...rows.map((row) => lineOf(row.label, 'plain', row)),
          ...totals.map((total) => lineOf(`Total ${total.currency}`, 'total', total)),
        ],
      },
    ],
    notes: complete ? [] : [`More than ${AGEING_ACCOUNTS_MAX.toLocaleString('en-GB')} accounts have a party: the rest is left out.`],
    footer: standsAt(position, generated_at),
    createdAt: new Date(generated_at),
  };
}
