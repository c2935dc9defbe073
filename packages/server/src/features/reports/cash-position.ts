// What bank and cash accounts hold at the end of a day, and what is already value-dated on the days after it.

import { CASH_KINDS, type CashPosition } from '@countinghouse/contract/features/reports';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { sumAt } from '@countinghouse/kernel/money/sums';
import { type Ahead, aheadOf, totalsByCurrency, translateAhead } from '@countinghouse/kernel/reports/cash';
import { addDays } from '@countinghouse/kernel/reports/days';
import { makeTranslator } from '@countinghouse/kernel/reports/figures';
import { type AccountAt, listAccountsAt } from '@countinghouse/store/balances-at';
import { listEntities } from '@countinghouse/store/features/entities/reads';
import { type GlAccountRow, listGlAccounts } from '@countinghouse/store/features/gl-accounts/reads';
import { getReportSettings, listMovements, listRatesInForce } from '@countinghouse/store/features/reports/reads';
import type { Tx } from '@countinghouse/store/reader';
import { csvOf } from '../../documents/csv.ts';
import type { PrintedDocument } from '../../documents/document.ts';
import type { Standpoint } from '../../statements/load.ts';
import { minor, toWireTranslation } from '../../statements/wire.ts';
import { figure, roundedNote, sayDay, showMovement, showSided, standsAt, translationNotes } from '../../statements/words.ts';

const kinds: readonly string[] = CASH_KINDS;

interface Asked {
  readonly asOf: string;
  readonly days: number;
  readonly currency: string | undefined;
  readonly userId: string;
}

/** Accounts of kind `bank` or `cash` that map to an asset, with what they held at the end of a day. Source: decision 0017. */
export async function listCashAt(
  tx: Tx,
  at: Standpoint,
  day: string,
  chart: ReadonlyMap<string, GlAccountRow>,
): Promise<readonly AccountAt[]> {
  const held = await listAccountsAt(tx, at.tenantId, { dates: [day], knownAtSeq: at.knownAtSeq, entityId: at.entity?.id ?? null });
  return held.filter((a) => kinds.includes(a.kind.toLowerCase()) && chart.get(a.gl_account_id)?.class === 'A');
}

/** By entity and code. */
export async function loadCashPosition(tx: Tx, at: Standpoint, { asOf, days, currency, userId }: Asked): Promise<CashPosition> {
  const settings = await getReportSettings(tx, at.tenantId);
  const chart = new Map((await listGlAccounts(tx, at.tenantId)).map((g) => [g.id, g]));
  const entities = new Map((await listEntities(tx, at.tenantId, userId)).map((e) => [e.id, e.code]));
  const cash = await listCashAt(tx, at, asOf, chart);
  const through = addDays(asOf, days);
  const moved = await listMovements(tx, at.tenantId, {
    accountIds: cash.map((a) => a.id),
    after: asOf,
    through,
    knownAtSeq: at.knownAtSeq,
  });
  const byPlace = new Map(moved.map((m) => [`${m.account_id} ${m.value_date}`, parseBalanceE8(m.net)]));
  const dates = Array.from({ length: days }, (_, i) => addDays(asOf, i + 1));
  const accounts = cash
    .map((a) => ({
      ...a,
      entity_code: entities.get(a.entity_id ?? '') ?? null,
      gl: chart.get(a.gl_account_id),
      ...aheadOf(
        parseBalanceE8(a.balances[0] ?? '0'),
        dates.map((d) => sumAt(byPlace, `${a.id} ${d}`)),
      ),
    }))
    .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  const totals = totalsByCurrency(accounts);
  const currencies = totals.map((t) => t.currency);
  const rates = await listRatesInForce(tx, at.tenantId, asOf);
  const translator = makeTranslator(currencies, currency ?? settings.reporting_currency, settings.reporting_currency, [rates]);
  const translated = translateAhead(totals, days, translator);
  return {
    organisation: settings.name,
    entity: at.entity,
    generated_at: at.generatedAt,
    position: { ...at.position, value_date: asOf },
    as_of: asOf,
    days: dates,
    accounts: accounts.map((a) => ({
      id: a.id,
      code: a.code,
      entity_code: a.entity_code,
      gl_code: a.gl?.code ?? '',
      gl_title: a.gl?.title ?? '',
      currency: a.currency,
      minorUnits: minorUnitsOf(a.currency),
      ...toWire(a, a.currency),
    })),
    totals: totals.map((t) => ({ currency: t.currency, minorUnits: minorUnitsOf(t.currency), ...toWire(t, t.currency) })),
    translation: toWireTranslation(
      translator,
      totals.map((t) => ({ amounts: new Map([[t.currency, [t.balanceE8 === 0n ? largestOf(t) : t.balanceE8]]]) })),
    ),
    translated: translated === null ? null : toWire(translated, translator.currency),
  };
}

const orderOf = (a: { readonly entity_code: string | null; readonly code: string }): string => `${a.entity_code ?? '\uffff'} ${a.code}`;
/** A currency that only moves ahead needs its rate too. */
const largestOf = (a: Ahead): bigint => a.movementsE8.find((e8) => e8 !== 0n) ?? 0n;

const toWire = (a: Ahead, currency: string) => ({
  balance: minor(a.balanceE8, currency),
  movements: a.movementsE8.map((e8) => minor(e8, currency)),
  projected: minor(a.projectedE8, currency),
});

export const csvOfCashPosition = ({ accounts, as_of, days }: CashPosition): string =>
  csvOf([
    [
      'entity',
      'account',
      'gl_code',
      'gl_title',
      'currency',
      `balance ${as_of} (debit positive)`,
      ...days,
      `projected ${days.at(-1) ?? as_of}`,
    ],
    ...accounts.map((a) => [
      a.entity_code ?? '',
      a.code,
      a.gl_code,
      a.gl_title,
      a.currency,
      figure(a.balance, a.currency),
      ...a.movements.map((m) => figure(m, a.currency)),
      figure(a.projected, a.currency),
    ]),
  ]);

interface Figures {
  readonly balance: string;
  readonly movements: readonly string[];
  readonly projected: string;
}

/** Only days on which something moves have a column: the rest would be zeros. */
export function printCashPosition(report: CashPosition): PrintedDocument {
  const { organisation, entity, as_of, days, accounts, totals, translation, translated, position, generated_at } = report;
  const busy = days.flatMap((day, i) => (accounts.some((a) => a.movements[i] !== '0') ? [{ day, i }] : []));
  const last = days.at(-1) ?? as_of;
  const figuresOf = (a: Figures, currency: string, decimals?: number): readonly string[] => [
    showSided(a.balance, currency, decimals),
    ...busy.map(({ i }) => showMovement(a.movements[i] ?? '0', currency, decimals)),
    showSided(a.projected, currency, decimals),
  ];
  const all = translated === null ? [] : [{ ...translated, currency: translation.currency, label: 'All currencies, translated' }];
  return {
    title: 'Cash position',
    organisation,
    facts: [
      entity === null ? 'All entities' : `Entity ${entity.code}, ${entity.name}`,
      `As of ${sayDay(as_of)}, with what is value-dated through ${sayDay(last)}`,
    ],
    tables: [
      {
        heading: null,
        columns: [
          { label: 'Account', align: 'left', weight: 3 },
          { label: 'Currency', align: 'left', weight: 1 },
          { label: sayDay(as_of), align: 'right', weight: 2 },
          ...busy.map(({ day }) => ({ label: sayDay(day), align: 'right' as const, weight: 1.8 })),
          { label: `Projected ${sayDay(last)}`, align: 'right', weight: 2 },
        ],
        rows: [
          ...accounts.map((a) => ({
            style: 'plain' as const,
            depth: 0,
            cells: [`${a.entity_code === null ? '' : `${a.entity_code}  `}${a.code}`, a.currency, ...figuresOf(a, a.currency)],
          })),
          ...totals.map((t) => ({
            style: 'total' as const,
            depth: 0,
            cells: [`Total ${t.currency}`, t.currency, ...figuresOf(t, t.currency)],
          })),
          ...all.map((t) => ({
            style: 'total' as const,
            depth: 0,
            cells: [t.label, t.currency, ...figuresOf(t, t.currency, minorUnitsOf(t.currency))],
          })),
        ],
      },
    ],
    notes: [...(translated === null ? [] : [roundedNote(translation.currency)]), ...translationNotes(translation)],
    footer: standsAt(position, generated_at),
    createdAt: new Date(generated_at),
  };
}
