import { recon } from '@countinghouse/contract/features/recon';
import { Button, Code, Skeleton, Text } from '@mantine/core';
import { IconArrowsExchange2, IconFileImport, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { touch } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useActiveTenant, useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Counters } from './Counters.tsx';
import { MatchView } from './match/MatchView.tsx';
import { statusQuery } from './queries.ts';
import { ReconTabs } from './ReconTabs.tsx';
import { RunProgress } from './RunProgress.tsx';
import { MatchesView } from './rows/MatchesView.tsx';
import { RowsView } from './rows/RowsView.tsx';
import { ReconSearch, type View } from './search.ts';
import { BankStatement } from './sources/BankStatement.tsx';
import { ImportView } from './sources/ImportView.tsx';
import { SourcesView } from './sources/SourcesView.tsx';
import { touchedByRecon, useRunMatch } from './use-acts.ts';
import { useView } from './use-view.ts';

const views = {
  match: MatchView,
  rows: RowsView,
  matches: MatchesView,
  statement: BankStatement,
  sources: SourcesView,
  import: ImportView,
} as const;

/** These have the main act of the screen themselves. */
const mainActOf: ReadonlySet<View | null> = new Set(['match', 'import']);

interface RiskReconProps {
  /** What people say about the exception of a row. */
  readonly commentsOf?: (rowId: string) => ReactNode;
}

/** What banks say happened, held against what was posted. */
export function RiskReconPage(props: RiskReconProps) {
  return <RiskRecon key={useActiveTenant()?.id ?? ''} {...props} />;
}

function RiskRecon({ commentsOf }: RiskReconProps) {
  const [{ view: named, account }] = useUrlState(ReconSearch);
  const source = useQuery(statusQuery);
  const view = useView(named);
  const queries = useQueryClient();
  const permission = useWritePermission(recon.match);
  const onlyLooks = useActiveTenant()?.role === 'auditor';
  const match = useRunMatch();
  const Shown = view === null ? null : views[view];
  return (
    <Page>
      <PageHeader
        title="Risk & reconciliation"
        description={source.isError ? undefined : <Counters />}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconRefresh size={14} />}
              loading={source.isFetching}
              onClick={() => void touch(queries, touchedByRecon)}
            >
              Refresh
            </Button>
            <Button
              variant={view === 'import' ? 'light' : 'default'}
              leftSection={<IconFileImport size={14} />}
              renderRoot={(props) => (
                <Link
                  {...props}
                  to="."
                  search={{ view: 'import', account } as never}
                  aria-current={view === 'import' ? 'page' : undefined}
                />
              )}
            >
              {onlyLooks ? 'Imported statements' : 'Import'}
            </Button>
            <GuardedButton
              variant={mainActOf.has(view) ? 'default' : 'filled'}
              permission={permission}
              loading={match.isPending}
              leftSection={<IconArrowsExchange2 size={14} />}
              onClick={() => match.mutate()}
            >
              Run match
            </GuardedButton>
          </>
        }
      />
      {source.isError ? (
        <ErrorState title="Could not load the reconciliation" error={source.error} onRetry={() => void source.refetch()} />
      ) : null}
      <RunProgress />
      <ReconTabs view={view} account={account} />
      {Shown !== null ? <Shown commentsOf={commentsOf} /> : source.isError ? null : <Skeleton height="70vh" aria-label="Loading" />}
      <Text size="xs" c="dimmed" className="no-print">
        <b>Run match</b> finds postings of the same account, currency and amount within 24 hours. The same from a terminal:{' '}
        <Code>countinghouse recon import</Code>, <Code>match</Code>, <Code>status</Code> and <Code>unmatch</Code>.
      </Text>
    </Page>
  );
}
