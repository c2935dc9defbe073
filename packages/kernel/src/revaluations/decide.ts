// The revaluation of a period that is closing, and at once its reversal on the day after. One decision: either all of it is in the
// log or nothing. A run after adjustments posts what has changed since the runs before it. Source: decision 0027.

import { INTENT_ROWS_MAX } from '../bounds.ts';
import { SystemPosting } from '../intents/system-posting.ts';
import type { Actor } from '../ledger/actor.ts';
import { append, type Decision, type Facts, refuse } from '../ledger/decision.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8 } from '../money/amount.ts';
import { amountAt } from '../money/sums.ts';
import { findPeriod } from '../periods/days.ts';
import { refuseState } from '../periods/decide.ts';
import type { PeriodState } from '../periods/state.ts';
import type { RevaluePeriod } from './commands.ts';
import type { RevaluationLine, RevaluationPart, ValuationRate } from './events.ts';
import { figuresOfRevaluation, type RevaluationFigure } from './figures.ts';
import type { ForeignReading } from './reading.ts';

export const UNREALISED_FX = { title: 'Unrealised FX', code: '7900' } as const;
/** What the accounts are called that carry differences, and that these go against. */
export const REVALUATION_KIND = 'fx_revaluation';

/**
 * Refuses, first match wins: as `guardWrite` (owner), SNAPSHOT_NOT_FOUND, PERIOD_STATE (not closing), FX_RATE_MISSING, then as the
 * ladder: ACCOUNT_CLOSED. With nothing left to post it changes nothing.
 */
export function decideRevaluePeriod(state: TenantState, command: RevaluePeriod, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'owner');
  if (refusal !== null) return refusal;
  const named = command.valuationSnapshotId;
  if (named !== null && !state.snapshots.has(named)) return refuse('SNAPSHOT_NOT_FOUND', { snapshot_id: named });
  const period = findPeriod(state, command.start, command.end);
  if (period === null || period.status !== 'closing') return refuseState(period, 'closing');
  const { foreign } = facts;
  if (foreign === undefined || foreign.asOf !== period.end || foreign.knownAtSeq !== state.head.seq)
    throw new Error(`the foreign accounts at ${period.end} were not read where the log ends`);
  if (foreign.snapshot === null) throw new Error(`the snapshot of ${period.code} is not there`);
  const figures = figuresOfRevaluation(state, foreign);
  const missing = new Set(figures.filter((f) => f.rate === null && !f.inactive).map((f) => `${f.account.currency}/${f.base}`));
  if (missing.size > 0) return refuse('FX_RATE_MISSING', { pairs: [...missing], snapshot_id: foreign.snapshot.id });
  const due = figures.filter((f) => f.leftE8 !== 0n);
  if (due.length === 0) return append();
  return post(state, command.actor, period, foreign, due, facts);
}

function post(
  state: TenantState,
  actor: Actor,
  period: PeriodState,
  foreign: ForeignReading,
  due: readonly RevaluationFigure[],
  facts: Facts,
): Decision {
  const { snapshot, knownAtSeq } = foreign;
  if (snapshot === null) throw new Error('no snapshot');
  const act = new SystemPosting(state, facts);
  const lines = due.map((figure) => lineOf(state, act, figure));
  const run = foreign.runs + 1;
  const asked = { requested_by: actor.id, period_code: period.code, valuation_snapshot_id: snapshot.id };
  const intents: { intent_id: string; reversed_by: string }[] = [];
  const dueE8 = due.map((figure) => figure.leftE8);
  for (let from = 0; from < due.length; from += INTENT_ROWS_MAX) {
    const own = lines.slice(from, from + INTENT_ROWS_MAX);
    const part: RevaluationPart = {
      period_id: period.id,
      period_code: period.code,
      as_of: period.end,
      run,
      valuation_snapshot_id: snapshot.id,
      known_at_seq: knownAtSeq,
      rates: ratesOf(due.slice(from, from + INTENT_ROWS_MAX)),
      lines: own,
    };
    const intentId = `revaluation:${period.code}:${run}${from === 0 ? '' : `:${from / INTENT_ROWS_MAX + 1}`}`;
    const posted = act.execute({
      intentId,
      request: { ...asked, use_case: 'fx_revaluation', value_date: period.end },
      useCase: 'fx_revaluation',
      valueDate: period.end,
      fxSnapshotId: snapshot.kind === 'fx' ? snapshot.id : null,
      constraints: {},
      part: { revaluation: part },
      rows: own.map((line, i) => ({
        debit: line.adjustment_account_id,
        credit: line.unrealised_account_id,
        amountE8: amountAt(dueE8, from + i),
        currency: line.base_currency,
        valueDate: period.end,
        narrative: `Revaluation of ${line.code} at ${due[from + i]?.rate?.rate ?? ''}`,
      })),
    });
    if ('refused' in posted) return posted.refused;
    const reversed = act.execute({
      intentId: `reversal:${intentId}`,
      request: { ...asked, use_case: 'reversal', reverses: intentId },
      useCase: 'reversal',
      valueDate: period.end,
      fxSnapshotId: null,
      constraints: { reverses: intentId },
      part: { revaluation: { ...part, rates: [], lines: [] } },
      rows: [],
      original: posted.executed,
    });
    if ('refused' in reversed) return reversed.refused;
    intents.push({ intent_id: intentId, reversed_by: reversed.executed.intentId });
  }
  return append(...act.drafts, {
    type: 'period.revalued',
    payload: {
      id: period.id,
      period_code: period.code,
      period_start: period.start,
      period_end: period.end,
      run,
      valuation_snapshot_id: snapshot.id,
      snapshot_kind: snapshot.kind,
      known_at_seq: knownAtSeq,
      accounts: due.length,
      intents,
    },
  });
}

/** The account in the base currency that carries the difference: mapped as the account itself, so that one line shows both. */
function lineOf(state: TenantState, act: SystemPosting, figure: RevaluationFigure): RevaluationLine {
  const { account, base } = figure;
  const { id, code, entityId, currency, glAccountId } = account;
  const unrealisedGl = act.glAccount(UNREALISED_FX.title, ['X', 'I'], UNREALISED_FX.code);
  const entity = entityId === null ? '' : `-${state.entities.get(entityId)?.code ?? ''}`;
  const own = { currency: base, entityId, kind: REVALUATION_KIND };
  return {
    account_id: id,
    code,
    entity_id: entityId,
    currency,
    base_currency: base,
    balance: formatAmountE8(figure.balanceE8),
    carrying: formatAmountE8(figure.carryingE8),
    valued: formatAmountE8(figure.valuedE8),
    difference: formatAmountE8(figure.differenceE8),
    posted: formatAmountE8(figure.leftE8),
    adjustment_account_id: act.account({ ...own, code: `${code}-FX`, glAccountId }).id,
    unrealised_account_id: act.account({ ...own, code: `UNREALISED-${base}${entity}`, glAccountId: unrealisedGl }).id,
  };
}

function ratesOf(figures: readonly RevaluationFigure[]): readonly ValuationRate[] {
  const rates = new Map<string, ValuationRate>();
  for (const { account, base, rate } of figures) {
    if (rate === null) continue;
    const { derived, via, legs } = rate;
    rates.set(`${account.currency}/${base}`, { currency: account.currency, base_currency: base, rate: rate.rate, derived, via, legs });
  }
  return [...rates.values()];
}
