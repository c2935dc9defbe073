import { recon } from '@countinghouse/contract/features/recon';
import type { ReconSuggestion } from '@countinghouse/contract/recon-shapes';
import { Paper, Skeleton } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { Split } from '../../../ui/page/Page.tsx';
import { CountPill } from '../../../ui/value/CountPill.tsx';
import { AccountChips } from '../parts/AccountChips.tsx';
import { bankRowsQuery, openPostingsQuery, suggestionsQuery } from '../queries.ts';
import { RowPanel } from '../rows/RowPanel.tsx';
import { ReconSearch } from '../search.ts';
import { useChosenAccount } from '../use-account.ts';
import { useConfirm } from '../use-acts.ts';
import { postingKey, suggestionKey } from '../why/suggestion.ts';
import { Equation } from './Equation.tsx';
import classes from './Match.module.css';
import { ByHandBar, ConfirmBar } from './MatchBars.tsx';
import { OpenPanes } from './OpenPanes.tsx';
import { PostingPanel } from './PostingPanel.tsx';
import { Suggested } from './Suggested.tsx';
import { WhyPanel } from './WhyPanel.tsx';

const OPEN_ITEMS_MAX = 200;

/** What may belong together, for a person to confirm, and what nothing fits, to be matched by hand. */
export function MatchView({ commentsOf }: { readonly commentsOf: ((rowId: string) => ReactNode) | undefined }) {
  const [search, setSearch] = useUrlState(ReconSearch);
  const { account, fed, isPending } = useChosenAccount(search.account);
  return (
    <>
      <div className={classes['top']}>
        <AccountChips fed={fed} value={account} onChange={(id) => setSearch({ account: id, open: undefined })} />
        {account === undefined ? null : <Equation account={account} />}
      </div>
      {isPending ? (
        <Skeleton height="70vh" aria-label="Loading" />
      ) : account === undefined ? (
        <Paper>
          <EmptyState icon={IconBuildingBank} title="No bank tells about an account yet">
            Import a statement, and what it says stands beside what was posted.
          </EmptyState>
        </Paper>
      ) : (
        <Matching key={account} account={account} commentsOf={commentsOf} />
      )}
    </>
  );
}

interface MatchingProps {
  readonly account: string;
  readonly commentsOf: ((rowId: string) => ReactNode) | undefined;
}

function Matching({ account, commentsOf }: MatchingProps) {
  const [{ open }, setSearch] = useUrlState(ReconSearch);
  const source = useQuery(suggestionsQuery(account));
  const rowsSource = useQuery(bankRowsQuery({ account_id: account, state: 'unmatched', limit: OPEN_ITEMS_MAX }));
  const postingsSource = useQuery(openPostingsQuery({ account_id: account, limit: OPEN_ITEMS_MAX }));
  const [rejected, setRejected] = useState<ReadonlySet<string>>(new Set());
  /** null: nobody has chosen yet, so that the exact ones are. */
  const [picked, setPicked] = useState<ReadonlySet<string> | null>(null);
  const [rowIds, setRowIds] = useState<ReadonlySet<string>>(new Set());
  const [sides, setSides] = useState<ReadonlySet<string>>(new Set());
  const permission = useWritePermission(recon.confirm);

  const suggestions = (source.data?.suggestions ?? []).filter((s) => !rejected.has(suggestionKey(s)));
  const keysOf = (some: readonly ReconSuggestion[]): ReadonlySet<string> => new Set(some.map(suggestionKey));
  const exact = suggestions.filter((s) => s.certainty === 'exact');
  const chosenKeys = picked ?? (permission.allowed ? keysOf(exact) : new Set<string>());
  const chosen = suggestions.filter((s) => chosenKeys.has(suggestionKey(s)));
  const opened = suggestions.find((s) => suggestionKey(s) === open);

  const suggestedRows = new Set(suggestions.flatMap((s) => s.rows.map((r) => r.id)));
  const suggestedPostings = new Set(suggestions.flatMap((s) => s.postings.map(postingKey)));
  const rows = (rowsSource.data?.rows ?? []).filter((r) => !suggestedRows.has(r.id));
  const postings = (postingsSource.data?.postings ?? []).filter((p) => !suggestedPostings.has(postingKey(p)));
  const openedRow = opened === undefined ? rows.find((r) => r.id === open) : undefined;
  const openedPosting = opened === undefined ? postings.find((p) => postingKey(p) === open) : undefined;
  const chosenRows = rows.filter((r) => rowIds.has(r.id));
  const chosenPostings = postings.filter((p) => sides.has(postingKey(p)));
  const clearHand = (): void => {
    setRowIds(new Set());
    setSides(new Set());
  };

  const openId = (id: string | undefined): void => setSearch({ open: id }, { replace: open !== undefined });
  const confirm = useConfirm(account, () => setSearch({ open: undefined }, { replace: true }));
  const toggle = (s: ReconSuggestion): void => setPicked(toggled(chosenKeys, suggestionKey(s)));
  const openAt = (s: ReconSuggestion | undefined): void => openId(s === undefined ? undefined : suggestionKey(s));

  if (source.isError) return <ErrorState title="Could not find matches" error={source.error} onRetry={() => void source.refetch()} />;
  const isPending = source.isPending || rowsSource.isPending || postingsSource.isPending;
  if (isPending) return <Skeleton height="70vh" aria-label="Loading" />;
  return (
    <Split>
      <Paper className={classes['box'] ?? ''}>
        <Suggested
          suggestions={suggestions}
          isDone={rowsSource.data?.total === 0}
          chosen={chosenKeys}
          open={opened}
          mayChoose={permission.allowed}
          onChoose={toggle}
          onChooseOnly={(some) => setPicked(keysOf(some))}
          onOpen={openAt}
          onConfirm={(s) => confirm.mutate([s])}
        />
        <header className={classes['group']}>
          <h2>
            No match found <CountPill count={rows.length + postings.length} />
          </h2>
          {permission.allowed ? <span className={classes['dimmed']}>Choose on both sides to match by hand</span> : null}
        </header>
        <OpenPanes
          rows={rows}
          postings={postings}
          chosenRows={rowIds}
          chosenPostings={sides}
          onRow={(id) => setRowIds(toggled(rowIds, id))}
          onPosting={(key) => setSides(toggled(sides, key))}
          open={open}
          onOpen={openId}
        />
        {chosenRows.length + chosenPostings.length > 0 ? (
          <ByHandBar account={account} rows={chosenRows} postings={chosenPostings} onClear={clearHand} />
        ) : (
          <ConfirmBar
            chosen={chosen}
            permission={permission}
            isConfirming={confirm.isPending}
            onClear={() => setPicked(new Set())}
            onConfirm={() => confirm.mutate(chosen)}
          />
        )}
      </Paper>
      {opened === undefined ? null : (
        <WhyPanel
          key={open}
          suggestion={opened}
          place={`${suggestions.indexOf(opened) + 1} of ${suggestions.length}`}
          permission={permission}
          isConfirming={confirm.isPending}
          onConfirm={() => confirm.mutate([opened])}
          onReject={() => {
            setRejected(new Set([...rejected, suggestionKey(opened)]));
            openAt(undefined);
          }}
          onClose={() => openAt(undefined)}
        />
      )}
      {openedRow === undefined ? null : <RowPanel key={open} row={openedRow} onClose={() => openId(undefined)} commentsOf={commentsOf} />}
      {openedPosting === undefined ? null : (
        <PostingPanel key={open} posting={openedPosting} accountId={account} onClose={() => openId(undefined)} />
      )}
    </Split>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}
