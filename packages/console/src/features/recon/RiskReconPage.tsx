import { recon } from '@countinghouse/contract/features/recon';
import { Button, Code, Text } from '@mantine/core';
import { IconArrowsExchange2, IconRefresh } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { touch } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Counters } from './Counters.tsx';
import { MatchView } from './match/MatchView.tsx';
import { statusQuery } from './queries.ts';
import { ReconTabs } from './ReconTabs.tsx';
import { MatchesView } from './rows/MatchesView.tsx';
import { RowsView } from './rows/RowsView.tsx';
import { ReconSearch } from './search.ts';
import { BankStatement } from './sources/BankStatement.tsx';
import { ImportView } from './sources/ImportView.tsx';
import { SourcesView } from './sources/SourcesView.tsx';
import { touchedByRecon, useRunMatch } from './use-acts.ts';

const views = {
  import: ImportView,
  rows: RowsView,
  match: MatchView,
  matches: MatchesView,
  statement: BankStatement,
  sources: SourcesView,
} as const;

/** What banks say happened, held against what was posted. `commentsOf`: what people say about the exception of a row. */
export function RiskReconPage({ commentsOf }: { readonly commentsOf?: (rowId: string) => ReactNode }) {
  const [{ view = 'import', account }] = useUrlState(ReconSearch);
  const source = useQuery(statusQuery);
  const queries = useQueryClient();
  const permission = useWritePermission(recon.match);
  const match = useRunMatch();
  const View = views[view];
  return (
    <Page>
      <PageHeader
        title="Risk & reconciliation"
        description="Statement rows of your banks, matched with postings of the same account, currency and amount within 24 hours."
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
            <GuardedButton
              variant={view === 'match' ? 'default' : 'filled'}
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
      ) : (
        <Counters />
      )}
      <ReconTabs view={view} account={account} />
      <View commentsOf={commentsOf} />
      <Text size="xs" c="dimmed" className="no-print">
        The same from a terminal: <Code>countinghouse recon import</Code>, <Code>match</Code>, <Code>status</Code> and <Code>unmatch</Code>.
      </Text>
    </Page>
  );
}
