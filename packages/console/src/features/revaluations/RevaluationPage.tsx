import { type Revaluation, type RevaluationLine, revaluations } from '@countinghouse/contract/features/revaluations';
import { Alert, Paper, SimpleGrid } from '@mantine/core';
import { IconAlertTriangle, IconArrowsExchange, IconLock, IconScale } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { touchedByPosting } from '../../lib/calls/posting.ts';
import { given, q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { readMinorE8, sumByCurrency } from '../../lib/values/money.ts';
import { dayAfter, showDay, showInstant } from '../../lib/values/time.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { SnapshotField } from '../../ui/form/SnapshotField.tsx';
import { ExportButton } from '../../ui/list/ExportButton.tsx';
import { ListGrid } from '../../ui/list/ListGrid.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { Money } from '../../ui/money/Money.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { StatCard } from '../../ui/page/StatCard.tsx';
import { sentenceCase } from '../../ui/value/status.ts';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { columns } from './columns.tsx';
import { Runs } from './Runs.tsx';
import { RevaluationSearch } from './search.ts';

const MIN_WIDTH_PX = 1060;
const keep = (l: RevaluationLine, { q: typed }: RevaluationSearch): boolean => says(typed, l.code, l.entity_code, l.currency);

/** The revaluation of a period, account by account, before and after it is posted. */
export function RevaluationPage() {
  const { periodId = '' } = useParams({ strict: false });
  const [search, setSearch] = useUrlState(RevaluationSearch);
  const { snapshot } = search;
  const source = useQuery(q(revaluations.get, { params: { id: periodId }, query: given({ valuation_snapshot_id: snapshot }) }));
  const revaluation = source.data?.revaluation;
  const list = useList({
    id: 'revaluation',
    columns,
    source,
    rows: revaluation?.lines,
    rowId: (l) => l.account_id,
    search,
    setSearch,
    keep,
  });
  const code = revaluation?.period.period_code ?? '';
  return (
    <Page>
      <PageHeader
        title={`Revaluation ${code}`.trim()}
        description={
          revaluation === undefined ? (
            'Assets and liabilities in another currency than their entity’s.'
          ) : (
            <>
              Foreign accounts as of {showDay(revaluation.period.period_end, '')}, against Unrealised FX; taken back on{' '}
              {showDay(dayAfter(revaluation.period.period_end), '')}.{' '}
              <TextLink to={paths.periodClose} search={{ open: periodId }} inText>
                Back to the close
              </TextLink>
            </>
          )
        }
        actions={
          <>
            <ExportButton grid={list.grid} fileName={`revaluation-${code}.csv`} />
            {revaluation === undefined ? null : <PostButton revaluation={revaluation} snapshot={snapshot} />}
          </>
        }
      />
      {revaluation === undefined ? null : (
        <Standing revaluation={revaluation} snapshot={snapshot} onSnapshot={(id) => setSearch({ snapshot: id })} />
      )}
      <ListGrid
        list={list}
        label="Accounts in a foreign currency"
        failed="Could not load the revaluation"
        minWidth={MIN_WIDTH_PX}
        empty={
          <EmptyState icon={IconScale} title="Nothing to revalue">
            No account of assets or liabilities holds another currency than that of its entity, or else the reporting currency.
          </EmptyState>
        }
        filter={{ label: 'Filter accounts', placeholder: 'Filter by account, entity, currency…' }}
        counts="accounts"
      />
      {revaluation === undefined || revaluation.runs.length === 0 ? null : (
        <Runs runs={revaluation.runs} day={revaluation.period.period_end} dayAfter={dayAfter(revaluation.period.period_end)} />
      )}
    </Page>
  );
}

function PostButton({ revaluation, snapshot }: { readonly revaluation: Revaluation; readonly snapshot: string | undefined }) {
  const role = useWritePermission(revaluations.post);
  const left = revaluation.lines.filter((l) => readMinorE8(l.left, l.baseMinorUnits) !== 0n).length;
  const reason =
    revaluation.barred !== null
      ? revaluation.barred.message
      : left > 0
        ? ''
        : revaluation.runs.length === 0
          ? 'No account is worth more or less than it is carried at.'
          : 'All of it is posted. After an adjustment the rest can be.';
  const { period_start, period_end, period_code } = revaluation.period;
  const post = useWrite(revaluations.post, {
    input: () => ({ body: { period_start, period_end, valuation_snapshot_id: snapshot ?? null } }),
    said: () => `${period_code} revalued`,
    touches: touchedByPosting,
  });
  return (
    <GuardedButton
      permission={role.allowed && reason !== '' ? { allowed: false, reason } : role}
      loading={post.isPending}
      leftSection={<IconArrowsExchange size={14} />}
      onClick={() => post.mutate()}
    >
      {revaluation.runs.length === 0 ? 'Post revaluation' : 'Post what has changed'}
    </GuardedButton>
  );
}

interface StandingProps {
  readonly revaluation: Revaluation;
  readonly snapshot: string | undefined;
  readonly onSnapshot: (id: string | undefined) => void;
}

/** By which snapshot, what it comes to in each base currency, and what bars it. */
function Standing({ revaluation, snapshot, onSnapshot }: StandingProps) {
  const [zone] = useTimeZone();
  const { lines, barred, period, runs } = revaluation;
  const unitsOf = new Map(lines.map((l) => [l.base_currency, l.baseMinorUnits]));
  const sums = (of: (l: RevaluationLine) => string | null) =>
    [...sumByCurrency(lines, (l) => ({ currency: l.base_currency, amountE8: readMinorE8(of(l) ?? '0', l.baseMinorUnits) }))].map(
      ([currency, e8]) => (
        <div key={currency}>
          <Money amountE8={e8} minorUnits={unitsOf.get(currency) ?? 2} currency={currency} showCurrency side fit />
        </div>
      ),
    );
  const closing = period.status === 'closing';
  const ratesOf = revaluation.snapshot?.effective_at.slice(0, 10) ?? period.period_end;
  return (
    <>
      {!closing || ratesOf === period.period_end ? null : (
        <Alert color="orange" icon={<IconAlertTriangle size={16} />} title={`These are not the closing rates of ${period.period_code}`}>
          They are those of {showDay(ratesOf, '')}, the period ends on {showDay(period.period_end, '')}.{' '}
          <TextLink inText to={paths.snapshots}>
            Capture an FX snapshot
          </TextLink>{' '}
          with the closing rates of that day, and choose it here.
        </Alert>
      )}
      {barred === null ? null : (
        <Alert
          color={closing ? 'yellow' : 'gray'}
          icon={<IconLock size={16} />}
          title={closing ? 'It cannot be posted' : `${period.period_code} is ${period.status}`}
        >
          {closing
            ? `${barred.message}${pairsOf(barred.details)}`
            : runs.length === 0
              ? 'It was not revalued, and is not any more.'
              : 'These are the figures as they were posted.'}
        </Alert>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, md: 4 }} spacing="xs">
        <StatCard
          label="Accounts valued"
          value={lines.length}
          note={runs.length === 0 ? 'not posted yet' : `posted ${runs.length === 1 ? 'once' : `${runs.length} times`}`}
        />
        <StatCard label="Difference" value={lines.length === 0 ? '—' : sums((l) => l.difference)} note="worth minus carrying value" />
        <StatCard
          label="To post"
          value={lines.length === 0 ? '—' : sums((l) => l.left)}
          note={closing ? 'if it is posted now' : 'the period takes no posting'}
        />
        {closing ? (
          <Paper p="sm" px="md">
            <SnapshotField
              label="Valued by"
              required
              description={
                revaluation.snapshot === null ? 'Choose a snapshot' : `Rates of ${showInstant(revaluation.snapshot.effective_at, zone)}`
              }
              value={snapshot ?? revaluation.snapshot?.id ?? null}
              onChange={(chosen) => onSnapshot(chosen === null || chosen.id === period.valuation_snapshot_id ? undefined : chosen.id)}
            />
          </Paper>
        ) : (
          <StatCard
            label="Valued by"
            value={
              revaluation.snapshot === null
                ? '—'
                : revaluation.snapshot.label === ''
                  ? `${sentenceCase(revaluation.snapshot.kind)} snapshot`
                  : revaluation.snapshot.label
            }
            note={revaluation.snapshot === null ? '' : `rates of ${showInstant(revaluation.snapshot.effective_at, zone)}`}
          />
        )}
      </SimpleGrid>
    </>
  );
}

/** The pairs that a rate is missing for. */
function pairsOf(details: unknown): string {
  const pairs = typeof details === 'object' && details !== null && 'pairs' in details && Array.isArray(details.pairs) ? details.pairs : [];
  return pairs.length === 0 ? '' : ` Missing: ${pairs.join(', ')}.`;
}
