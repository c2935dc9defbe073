// What the writer reads from the database for some commands, taken from the events of a ledger in memory.

import type { OriginalIntent } from '@countinghouse/kernel/intents/commands';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Posting } from '@countinghouse/kernel/ledger/posting';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import type { MetadataCommand } from '@countinghouse/kernel/metadata/commands';
import type { MetadataChanges } from '@countinghouse/kernel/metadata/events';
import { metadataIn } from '@countinghouse/kernel/metadata/given';
import type { MetadataReading } from '@countinghouse/kernel/metadata/reading';
import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { findPeriod } from '@countinghouse/kernel/periods/days';
import { type FileRow, type KnownRow, postingKey, type ReconReading } from '@countinghouse/kernel/recon/reading';
import { isForeign } from '@countinghouse/kernel/revaluations/figures';
import type { ForeignReading, FrozenRate } from '@countinghouse/kernel/revaluations/reading';
import { addDays, addYears } from '@countinghouse/kernel/time/instant';
import type { YearReading } from '@countinghouse/kernel/year-ends/reading';

interface Log {
  readonly state: TenantState;
  readonly events: readonly ChainedEvent[];
  readonly postings: readonly Posting[];
}

const sides = (p: Posting) =>
  [
    [p.debit, p.amountE8],
    [p.credit, -p.amountE8],
  ] as const;

export function foreignOf(
  { state, events, postings }: Log,
  { start, end, valuationSnapshotId }: { readonly start: string; readonly end: string; readonly valuationSnapshotId: string | null },
): ForeignReading {
  const period = findPeriod(state, start, end);
  const started = events.find((e) => e.type === 'period.closing' && e.payload.id === period?.id);
  const id = valuationSnapshotId ?? (started?.type === 'period.closing' ? started.payload.valuation_snapshot_id : '');
  const taken = events.find((e) => e.type === 'snapshot.taken' && e.payload.id === id);
  const days = new Map<string, Map<string, bigint>>();
  for (const posting of postings)
    for (const [account, e8] of sides(posting)) {
      const { value_date } = posting.row;
      if (value_date > end || !isForeign(state, account)) continue;
      const own = days.get(account.id) ?? new Map<string, bigint>();
      days.set(account.id, own.set(value_date, (own.get(value_date) ?? 0n) + e8));
    }
  const posted = new Map<string, bigint>();
  for (const e of events)
    if (e.type === 'intent.executed' && e.payload.revaluation?.period_id === period?.id)
      for (const line of e.payload.revaluation?.lines ?? [])
        posted.set(line.account_id, (posted.get(line.account_id) ?? 0n) + parseBalanceE8(line.posted));
  return {
    asOf: end,
    knownAtSeq: state.head.seq,
    snapshot:
      taken?.type !== 'snapshot.taken'
        ? null
        : {
            id,
            kind: taken.payload.kind,
            effectiveAt: taken.payload.effective_at,
            rates: taken.payload.kind === 'fx' ? (taken.payload.metadata['rates'] as unknown as readonly FrozenRate[]) : null,
          },
    days: new Map(
      [...days].map(([account, own]) => [
        account,
        [...own].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, e8]) => ({ date, net: formatAmountE8(e8) })),
      ]),
    ),
    posted: new Map([...posted].map(([account, e8]) => [account, formatAmountE8(e8)])),
    runs: events.filter((e) => e.type === 'period.revalued' && e.payload.id === period?.id).length,
  };
}

export function yearOf({ state, events, postings }: Log, end: string): YearReading {
  const start = addYears(addDays(end, 1), -1);
  const yearEnds = new Set(events.filter((e) => e.type === 'intent.executed' && e.payload.year_end !== undefined).map((e) => e.seq));
  const moved = new Map<string, { net: bigint; closed: bigint }>();
  for (const posting of postings) {
    const { value_date } = posting.row;
    if (value_date < start || value_date > end) continue;
    for (const [account, e8] of sides(posting)) {
      const glClass = state.glAccounts.get(account.glAccountId)?.class;
      if (glClass !== 'I' && glClass !== 'X') continue;
      const own = moved.get(account.id) ?? { net: 0n, closed: 0n };
      moved.set(account.id, { net: own.net + e8, closed: own.closed + (yearEnds.has(posting.seq) ? e8 : 0n) });
    }
  }
  const closed = events.flatMap((e) => (e.type === 'year.closed' && e.payload.year_end === end ? [e.payload] : []));
  return {
    start,
    end,
    knownAtSeq: state.head.seq,
    moved: [...moved].map(([accountId, own]) => ({ accountId, net: formatAmountE8(own.net), closed: formatAmountE8(own.closed) })),
    runs: closed.length,
    closings: closed
      .flatMap((c) => c.intent_ids)
      .filter((id) => !state.reversals.has(id))
      .flatMap((id) => events.flatMap((e) => (e.type === 'intent.executed' && e.intentId === id ? [originalOf(e.seq, e.payload)] : []))),
  };
}

const originalOf = (seq: number, payload: { intent_id: string; use_case: string; rows: OriginalIntent['rows'] }): OriginalIntent => ({
  intentId: payload.intent_id,
  seq,
  status: 'executed',
  useCase: payload.use_case,
  rows: payload.rows,
});

/** The metadata that the events of a thing leave it. */
export function metadataOf({ state, events }: Log, command: MetadataCommand): MetadataReading {
  const id = command.type === 'intent.annotate' ? command.intentId : command.id;
  const values = new Map<string, string>();
  const change = (changes: MetadataChanges): void => {
    for (const [key, value] of Object.entries(changes)) {
      if (value === null) values.delete(key);
      else values.set(key, value);
    }
  };
  const decided = events.flatMap((e) =>
    (e.type === 'intent.executed' || e.type === 'intent.proposed' || e.type === 'intent.rejected') && e.payload.intent_id === id ? [e] : [],
  );
  const [first] = decided;
  const last = decided.at(-1);
  if (command.type === 'intent.annotate' && first !== undefined) change(metadataIn(first.payload.request));
  for (const e of events) {
    if (e.type === 'intent.annotated' && command.type === 'intent.annotate' && e.payload.intent_id === id) change(e.payload.changes);
    const isOwn = (e.type === 'account.annotated' || e.type === 'entity.annotated' || e.type === 'party.annotated') && e.payload.id === id;
    if (isOwn) change(e.payload.changes);
    const isMade = (e.type === 'account.created' || e.type === 'entity.created' || e.type === 'party.created') && e.payload.id === id;
    if (isMade) change(e.payload.metadata ?? {});
  }
  const rows =
    last?.type === 'intent.executed' ? last.payload.rows : last?.type === 'intent.proposed' ? last.payload.approval.payload.rows : [];
  return {
    knownAtSeq: state.head.seq,
    values,
    intent:
      command.type !== 'intent.annotate' || first === undefined
        ? null
        : {
            seq: first.seq,
            executedSeq: last?.type === 'intent.executed' ? last.seq : null,
            accountIds: [...new Set(rows.flatMap((r) => [r.debit_account_id, r.credit_account_id]))],
          },
  };
}

/** What imports brought of files, whichever: a test has one. */
function fileRowsOf(events: readonly ChainedEvent[]): readonly FileRow[] {
  const imports = events.flatMap((e) => (e.type === 'recon.imported' && e.payload.file_sha256 !== null ? e.payload.statements : []));
  const statements = new Map(imports.map((s) => [s.id, s]));
  return events
    .flatMap((e) => (e.type === 'recon.rows_added' ? e.payload.rows : []))
    .flatMap(({ id, statement_id, line, posted_on, amount }) => {
      const of = statements.get(statement_id);
      if (of === undefined) return [];
      return [{ id, accountId: of.account_id, source: of.source, line, postedOn: posted_on, amountE8: parseBalanceE8(amount) }];
    });
}

/** Every row, posting and match that there is: more than a command names. */
export function reconOf({ state, events, postings }: Log): ReconReading {
  const rows = new Map<string, KnownRow>();
  const accountOf = new Map<string, string>();
  const matches = new Map<string, { readonly accountId: string; readonly postings: readonly string[] }>();
  const change = (id: string, to: Partial<KnownRow>): void => {
    const row = rows.get(id);
    if (row !== undefined) rows.set(id, { ...row, ...to });
  };
  for (const e of events) {
    if (e.type === 'recon.imported') for (const s of e.payload.statements) accountOf.set(s.id, s.account_id);
    if (e.type === 'recon.rows_added')
      for (const r of e.payload.rows)
        rows.set(r.id, {
          accountId: accountOf.get(r.statement_id) ?? '',
          postedOn: r.posted_on,
          amountE8: parseBalanceE8(r.amount),
          matchId: null,
          isException: false,
        });
    if (e.type === 'recon.matched')
      for (const m of e.payload.matches) {
        matches.set(m.id, { accountId: m.account_id, postings: m.postings.map((p) => postingKey(p.seq, p.line)) });
        for (const id of m.row_ids) change(id, { matchId: m.id, isException: false });
      }
    if (e.type === 'recon.unmatched') {
      matches.delete(e.payload.match_id);
      for (const [id, row] of rows) if (row.matchId === e.payload.match_id) change(id, { matchId: null });
    }
    if (e.type === 'recon.exception_set') change(e.payload.row_id, { isException: true });
    if (e.type === 'recon.exception_cleared') change(e.payload.row_id, { isException: false });
  }
  return {
    knownAtSeq: state.head.seq,
    rows,
    ofFile: fileRowsOf(events),
    postings: new Map(
      postings.map(({ seq, row, debit, credit, amountE8 }) => {
        const key = postingKey(seq, row.line);
        const matchedOn = [...matches.values()].filter((m) => m.postings.includes(key)).map((m) => m.accountId);
        return [key, { debitAccountId: debit.id, creditAccountId: credit.id, valueDate: row.value_date, amountE8, matchedOn }];
      }),
    ),
    matches: new Set(matches.keys()),
  };
}
