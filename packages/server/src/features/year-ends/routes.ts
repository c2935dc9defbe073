import { yearEnds as contract, type FiscalYear, type YearLine } from '@countinghouse/contract/features/year-ends';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { addDays, fiscalYearStart } from '@countinghouse/kernel/reports/days';
import { addYears } from '@countinghouse/kernel/time/instant';
import { figuresOfYear, type YearFigure } from '@countinghouse/kernel/year-ends/decide';
import { listPeriods, type PeriodRow } from '@countinghouse/store/features/periods/reads';
import { getReportSettings } from '@countinghouse/store/features/reports/reads';
import { findEarningDays, listYearEnds, type YearEndRow } from '@countinghouse/store/features/year-ends/reads';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import { type Handler, handler, type RequestContext } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { minor } from '../../statements/wire.ts';
import { barredBy } from '../../wire/barred.ts';

export const list = handler(contract.list, async ({ tenant: { tenant_id } }, services) => ({
  years: await listYears(services, tenant_id),
}));

export const get = handler(contract.get, ({ tenant: { tenant_id }, input }, services) => load(services, tenant_id, input.params.year_end));

export const close = handler(contract.close, (asked, services) => submit('year.close', asked, services));

export const reopen = handler(contract.reopen, (asked, services) => submit('year.reopen', asked, services));

/** From the year of the first income or expense to the running one, and whatever else was closed (the year may have begun elsewhere then). */
async function listYears(services: Services, tenantId: string): Promise<FiscalYear[]> {
  const { month, earned, acts, periods } = await readYears(services, tenantId);
  const years = new Map(acts.map((a) => [a.year_end, a.year_start]));
  const today = services.clock.today();
  if (earned !== null) {
    const last = earned.last > today ? earned.last : today;
    for (let start = fiscalYearStart(earned.first, month); start <= last; start = addYears(start, 1))
      years.set(addDays(addYears(start, 1), -1), start);
  }
  return [...years]
    .sort(([a], [b]) => (a < b ? 1 : -1))
    .map(([year_end, year_start]) => toYear({ year_start, year_end }, acts, periods, today));
}

const readYears = ({ readerPool }: Services, tenantId: string) =>
  read(readerPool, { tenantId }, async (tx) => ({
    month: (await getReportSettings(tx, tenantId)).fiscal_year_start,
    earned: await findEarningDays(tx, tenantId),
    acts: await listYearEnds(tx, tenantId),
    periods: await listPeriods(tx, tenantId),
  }));

function toYear(
  { year_start, year_end }: Pick<FiscalYear, 'year_start' | 'year_end'>,
  acts: readonly YearEndRow[],
  periods: readonly PeriodRow[],
  today: string,
): FiscalYear {
  const own = acts.filter((a) => a.year_end === year_end);
  const reversedBy = new Map(
    own.flatMap((a) => a.intents.map((i) => [i.intent_id, i.reversed_by ?? null] as const)).filter(([, by]) => by !== null),
  );
  const stands = own.some((a) => a.act === 'closed' && a.intents.some((i) => !reversedBy.has(i.intent_id)));
  const lock = periods.find((p) => p.status !== 'closing' && p.period_start <= year_end && p.period_end >= year_end);
  return {
    year_start,
    year_end,
    status: stands ? 'closed' : year_end >= today ? 'running' : 'open',
    locked_by: lock?.period_code ?? null,
    acts: own.map(({ seq, act, run, accounts, intents, done_at, done_by }) => ({
      seq,
      act,
      run,
      accounts,
      done_at,
      done_by,
      intents: intents.map(({ intent_id }) => ({ intent_id, reversed_by: reversedBy.get(intent_id) ?? null })),
    })),
  };
}

/** What closing the year would book now, by the kernel itself. Throws NOT_FOUND for a day on which no year ends. */
async function load(services: Services, tenantId: string, yearEnd: string) {
  const { month, acts, periods } = await readYears(services, tenantId);
  const next = addDays(yearEnd, 1);
  const known = acts.find((a) => a.year_end === yearEnd);
  if (known === undefined && fiscalYearStart(next, month) !== next) throw new Refusal('NOT_FOUND');
  const year = toYear(
    { year_start: known?.year_start ?? fiscalYearStart(yearEnd, month), year_end: yearEnd },
    acts,
    periods,
    services.clock.today(),
  );
  // As the system: who may press it is the caller's right, not what it comes to.
  const command = { type: 'year.close', actor: systemActor, end: yearEnd } as const;
  return services.ledger.rehearse(tenantId, command, ({ state, facts, decision }) => {
    const figures = facts.year === undefined ? [] : figuresOfYear(state, facts.year);
    return { year, lines: figures.map((f) => toLine(state, f)), barred: barredBy(decision) };
  });
}

function toLine(state: TenantState, { account, resultE8, bookedE8, leftE8, inactive }: YearFigure): YearLine {
  const { id, code, entityId, currency } = account;
  const gl = state.glAccounts.get(account.glAccountId);
  return {
    account_id: id,
    code,
    entity_id: entityId,
    entity_code: entityId === null ? null : (state.entities.get(entityId)?.code ?? null),
    class: gl?.class === 'I' ? 'I' : 'X',
    gl_code: gl?.code ?? '',
    currency,
    minorUnits: minorUnitsOf(currency),
    result: minor(resultE8, currency),
    booked: minor(bookedE8, currency),
    left: minor(leftE8, currency),
    inactive,
  };
}

async function submit(
  type: 'year.close' | 'year.reopen',
  { tenant: { tenant_id }, caller: { actor }, input: { body } }: RequestContext<typeof contract.close | typeof contract.reopen>,
  services: Services,
) {
  done(await services.ledger.submit(tenant_id, { type, actor, end: body.year_end }));
  return load(services, tenant_id, body.year_end);
}

export const yearEndsHandlers: readonly Handler[] = [list, get, close, reopen];
