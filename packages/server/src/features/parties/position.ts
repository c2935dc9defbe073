// What a party comes to: what is held for it, owed to it and owed by it; and its statement of account, on the screen, as CSV and on paper.

import { DAY_MAX } from '@countinghouse/contract/as-of';
import {
  HELD_KINDS,
  PARTY_MONTHS,
  PARTY_MOVEMENTS,
  PARTY_STATEMENT_LINES_MAX,
  type PartyMovement,
  type PartyPosition,
  type PartyStatement,
} from '@countinghouse/contract/features/parties';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { addDays, monthsEarlier } from '@countinghouse/kernel/reports/days';
import { addAmounts, figuresOf, makeTranslator } from '@countinghouse/kernel/reports/figures';
import {
  listPartyMonths,
  listPartyMovements,
  listPartyStatement,
  type Of,
  type PartyMovementRow,
  sumPartyAccounts,
  sumPartyAt,
} from '@countinghouse/store/features/parties/position';
import { findExposureLimit } from '@countinghouse/store/features/parties/reads';
import { getReportSettings, listRatesInForce } from '@countinghouse/store/features/reports/reads';
import type { Tx } from '@countinghouse/store/reader';
import { csvOf } from '../../documents/csv.ts';
import type { PrintedDocument } from '../../documents/document.ts';
import { refuseField } from '../../http/refusal.ts';
import { minor } from '../../statements/wire.ts';
import { decimalsFor, figure, sayDay, showOnSide, showSided, standsAt } from '../../statements/words.ts';

interface Sums {
  heldE8: bigint;
  owedToThemE8: bigint;
  owedToUsE8: bigint;
}

export async function loadPosition(tx: Tx, tenantId: string, of: Of, today: string): Promise<PartyPosition> {
  const found = await sumPartyAccounts(tx, tenantId, of, HELD_KINDS, today);
  const sums = new Map<string, Sums>();
  for (const { currency, class: glClass, named, balance } of found) {
    if (glClass !== 'A' && glClass !== 'L') continue;
    const sum = sums.get(currency) ?? { heldE8: 0n, owedToThemE8: 0n, owedToUsE8: 0n };
    sum[glClass === 'A' ? 'owedToUsE8' : named ? 'heldE8' : 'owedToThemE8'] += parseBalanceE8(balance);
    sums.set(currency, sum);
  }
  const months = await listPartyMonths(tx, tenantId, of, `${monthsEarlier(`${today.slice(0, 8)}01`, PARTY_MONTHS - 1)}`, lastOf(today));
  const movements = await listPartyMovements(tx, tenantId, of, PARTY_MOVEMENTS);
  const ahead = await listPartyStatement(tx, tenantId, of, addDays(today, 1), DAY_MAX, PARTY_MOVEMENTS);
  return {
    exposure: await loadExposure(tx, tenantId, of.partyId, today),
    accounts: found.reduce((sum, row) => sum + row.accounts, 0),
    sums: [...sums]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([currency, { heldE8, owedToThemE8, owedToUsE8 }]) => ({
        currency,
        minorUnits: minorUnitsOf(currency),
        held: minor(heldE8, currency),
        owed_to_them: minor(owedToThemE8, currency),
        owed_to_us: minor(owedToUsE8, currency),
      })),
    months: months.map(({ month, currency, debits, credits }) => ({
      month,
      currency,
      minorUnits: minorUnitsOf(currency),
      debits: minor(parseBalanceE8(debits), currency),
      credits: minor(parseBalanceE8(credits), currency),
    })),
    movements: movements.map(toMovement),
    ahead: ahead.map(toMovement),
  };
}

/** The limit, and what of it is used: of all entities, whichever is active. */
async function loadExposure(tx: Tx, tenantId: string, partyId: string, today: string): Promise<PartyPosition['exposure']> {
  const limit = await findExposureLimit(tx, tenantId, partyId);
  if (limit === null) return null;
  const { currency, amount, set_at, set_by } = limit;
  const found = await sumPartyAccounts(tx, tenantId, { partyId, entityId: null }, HELD_KINDS, today);
  const owed = addAmounts(found.filter((row) => row.class === 'A').map((row) => new Map([[row.currency, [parseBalanceE8(row.balance)]]])));
  const { reporting_currency } = await getReportSettings(tx, tenantId);
  const translator = makeTranslator([...owed.keys()], currency, reporting_currency, [await listRatesInForce(tx, tenantId, today)]);
  const [usedE8 = null] = figuresOf(owed, translator).translatedE8;
  return {
    currency,
    minorUnits: minorUnitsOf(currency),
    limit: minor(parseBalanceE8(amount), currency),
    used: usedE8 === null ? null : minor(usedE8 < 0n ? 0n : usedE8, currency),
    set_at,
    set_by,
  };
}

/** The last day of the month of a day. */
const lastOf = (day: string): string => addDays(monthsEarlier(`${day.slice(0, 8)}01`, -1), -1);

function toMovement({ amount, ...row }: PartyMovementRow): PartyMovement {
  return { ...row, minorUnits: minorUnitsOf(row.currency), amount: minor(parseBalanceE8(amount), row.currency) };
}

/** Throws VALIDATION_ERROR for a range that is turned round, or has more movements than a statement takes. */
export async function loadStatement(
  tx: Tx,
  tenantId: string,
  of: Of,
  { from, to }: { readonly from: string; readonly to: string },
): Promise<Pick<PartyStatement, 'organisation' | 'from' | 'to' | 'currencies'>> {
  if (from > to) throw refuseField('from', 'Choose a first day that is not after the last.');
  const { name } = await getReportSettings(tx, tenantId);
  const sums = await sumPartyAt(tx, tenantId, of, addDays(from, -1), to);
  const rows = await listPartyStatement(tx, tenantId, of, from, to, PARTY_STATEMENT_LINES_MAX + 1);
  if (rows.length > PARTY_STATEMENT_LINES_MAX)
    throw refuseField('from', `Choose fewer days: these have more than ${PARTY_STATEMENT_LINES_MAX.toLocaleString('en-GB')} movements.`);
  return {
    organisation: name,
    from,
    to,
    currencies: sums.map(({ currency, opening, closing }) => {
      let balanceE8 = parseBalanceE8(opening);
      return {
        currency,
        minorUnits: minorUnitsOf(currency),
        opening: minor(balanceE8, currency),
        closing: minor(parseBalanceE8(closing), currency),
        lines: rows
          .filter((row) => row.currency === currency)
          .map((row) => {
            balanceE8 += parseBalanceE8(row.amount);
            return { ...toMovement(row), balance: minor(balanceE8, currency) };
          }),
      };
    }),
  };
}

export const csvOfStatement = ({ currencies, from, to }: PartyStatement): string =>
  csvOf([
    [
      'value_date',
      'booked_at',
      'seq',
      'line',
      'intent_id',
      'account',
      'other_account',
      'narrative',
      'currency',
      'amount (debit positive)',
      'balance',
    ],
    ...currencies.flatMap(({ currency, opening, closing, lines }) => [
      [from, '', '', '', '', '', '', 'Opening balance', currency, '', figure(opening, currency)],
      ...lines.map((l) => [
        l.value_date,
        l.booked_at,
        { figure: String(l.seq) },
        { figure: String(l.line) },
        l.intent_id ?? '',
        l.account_code,
        l.other_code,
        l.narrative,
        currency,
        figure(l.amount, currency),
        figure(l.balance, currency),
      ]),
      [to, '', '', '', '', '', '', 'Closing balance', currency, '', figure(closing, currency)],
    ]),
  ]);

export function printPartyStatement(statement: PartyStatement): PrintedDocument {
  const { organisation, party, from, to, currencies, position, generated_at } = statement;
  return {
    title: 'Statement of account',
    organisation,
    facts: [party.label, `From ${sayDay(from)} to ${sayDay(to)}, by value date`],
    tables: currencies.map(({ currency, opening, closing, lines }) => {
      const decimals = decimalsFor([opening, closing, ...lines.flatMap((l) => [l.amount, l.balance])], currency);
      return {
        heading: currency,
        columns: [
          { label: 'Value date', align: 'left', weight: 1.3 },
          { label: 'Narrative', align: 'left', weight: 4 },
          { label: 'Account', align: 'left', weight: 2 },
          { label: 'Debit', align: 'right', weight: 1.8 },
          { label: 'Credit', align: 'right', weight: 1.8 },
          { label: 'Balance', align: 'right', weight: 2.2 },
        ],
        rows: [
          { style: 'plain', depth: 0, cells: [sayDay(from), 'Opening balance', '', '', '', showSided(opening, currency, decimals)] },
          ...lines.map((l) => ({
            style: 'plain' as const,
            depth: 0,
            cells: [
              sayDay(l.value_date),
              l.narrative,
              l.account_code,
              showOnSide(l.amount, currency, 'Dr', decimals),
              showOnSide(l.amount, currency, 'Cr', decimals),
              showSided(l.balance, currency, decimals),
            ],
          })),
          { style: 'total', depth: 0, cells: [sayDay(to), 'Closing balance', '', '', '', showSided(closing, currency, decimals)] },
        ],
      };
    }),
    notes: currencies.length === 0 ? ['The party has no accounts.'] : [],
    footer: standsAt(position, generated_at),
    createdAt: new Date(generated_at),
  };
}
