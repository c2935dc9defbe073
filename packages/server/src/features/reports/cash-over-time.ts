// What bank and cash accounts held at the end of each day, from the sums per day, and what is value-dated ahead.

import { CASH_FLOWS_MAX, type CashOverTime } from '@countinghouse/contract/features/reports';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { flowsAhead, runningBalances, translateSeries } from '@countinghouse/kernel/reports/cash';
import { addDays } from '@countinghouse/kernel/reports/days';
import { makeTranslator } from '@countinghouse/kernel/reports/figures';
import { listGlAccounts } from '@countinghouse/store/features/gl-accounts/reads';
import { getReportSettings, listFlows, listMovements, listRatesInForce } from '@countinghouse/store/features/reports/reads';
import type { Tx } from '@countinghouse/store/reader';
import type { Standpoint } from '../../statements/load.ts';
import { minor, toWireTranslation } from '../../statements/wire.ts';
import { listCashAt } from './cash-position.ts';

/** As far back in the log as postings that are value-dated ahead are looked for by name. */
const FLOW_EVENTS_MAX = 20_000;
const FLOW_ROWS_MAX = 500;

interface Asked {
  readonly asOf: string;
  readonly back: number;
  readonly ahead: number;
  readonly currency: string | undefined;
}

export async function loadCashOverTime(tx: Tx, at: Standpoint, { asOf, back, ahead, currency }: Asked): Promise<CashOverTime> {
  const settings = await getReportSettings(tx, at.tenantId);
  const chart = new Map((await listGlAccounts(tx, at.tenantId)).map((g) => [g.id, g]));
  const from = addDays(asOf, -back);
  const through = addDays(asOf, ahead);
  const days = Array.from({ length: back + ahead + 1 }, (_, i) => addDays(from, i));
  const cash = await listCashAt(tx, at, from, chart);
  const accountIds = cash.map((a) => a.id);
  const moved = await listMovements(tx, at.tenantId, { accountIds, after: from, through, knownAtSeq: at.knownAtSeq });
  const currencyOf = new Map(cash.map((a) => [a.id, a.currency]));
  const series = runningBalances(
    days,
    cash.map((a) => ({ currency: a.currency, balanceE8: parseBalanceE8(a.balances[0] ?? '0') })),
    moved.map((m) => ({ currency: currencyOf.get(m.account_id) ?? '', day: m.value_date, netE8: parseBalanceE8(m.net) })),
  );
  const rates = await listRatesInForce(tx, at.tenantId, asOf);
  const translator = makeTranslator([...series.keys()], currency ?? settings.reporting_currency, settings.reporting_currency, [rates]);
  const translated = translateSeries(series, days.length, translator);
  const named = await listFlows(tx, at.tenantId, {
    accountIds,
    after: asOf,
    through,
    bookedAfterSeq: at.position.seq - FLOW_EVENTS_MAX,
    limit: FLOW_ROWS_MAX,
  });
  const accounts = new Map(cash.map((a) => [a.id, a]));
  const flows = flowsAhead(
    moved.filter((m) => m.value_date > asOf).map((m) => ({ accountId: m.account_id, day: m.value_date, netE8: parseBalanceE8(m.net) })),
    named.map((f) => ({ ...f, accountId: f.account_id, day: f.value_date, amountE8: parseBalanceE8(f.amount) })),
  );
  return {
    organisation: settings.name,
    entity: at.entity,
    generated_at: at.generatedAt,
    position: { ...at.position, value_date: asOf },
    as_of: asOf,
    days,
    currencies: [...series].map(([code, balancesE8]) => ({
      currency: code,
      minorUnits: minorUnitsOf(code),
      accounts: cash.filter((a) => a.currency === code).length,
      balances: balancesE8.map((e8) => minor(e8, code)),
    })),
    translation: toWireTranslation(
      translator,
      [...series].map(([code, balancesE8]) => ({ amounts: new Map([[code, [balancesE8.find((e8) => e8 !== 0n) ?? 0n]]]) })),
    ),
    translated: translated?.map((e8) => minor(e8, translator.currency)) ?? null,
    flows: flows.slice(0, CASH_FLOWS_MAX).map((flow) => {
      const { code = '', currency: own = '' } = accounts.get(flow.accountId) ?? {};
      return {
        intent_id: flow.intent_id,
        narrative: flow.narrative,
        value_date: flow.day,
        account_code: code,
        currency: own,
        minorUnits: minorUnitsOf(own),
        amount: minor(flow.amountE8, own),
      };
    }),
  };
}
