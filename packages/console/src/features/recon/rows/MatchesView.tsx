import { RECON_PAGE_SIZE, recon } from '@countinghouse/contract/features/recon';
import type { ReconMatch } from '@countinghouse/contract/recon-shapes';
import { Button, Group, Paper, Table, Text } from '@mantine/core';
import { IconArrowsExchange2 } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import { Day } from '../../../ui/value/Day.tsx';
import { AccountFilter } from '../parts/AccountFilter.tsx';
import { Amount } from '../parts/Amount.tsx';
import { PostingWords } from '../parts/PostingWords.tsx';
import { RowWords } from '../parts/RowWords.tsx';
import { ruleWords } from '../parts/rule-words.ts';
import classes from '../Recon.module.css';
import { ReconSearch } from '../search.ts';
import { useUnmatch } from '../use-acts.ts';

const MIN_WIDTH_PX = 1080;

/** What is matched with what, and why; each can be undone by itself. */
export function MatchesView() {
  const [{ account, after = 0 }, setSearch] = useUrlState(ReconSearch);
  const source = useQuery(q(recon.matches, { query: { after, ...(account === undefined ? {} : { account_id: account }) } }));
  const matches = source.data?.matches ?? [];
  return (
    <>
      <Group justify="space-between">
        <AccountFilter value={account} onChange={(id) => setSearch({ account: id, after: undefined })} />
        <Group gap="xs">
          <Button
            variant="subtle"
            disabled={after === 0}
            onClick={() => setSearch({ after: Math.max(0, after - RECON_PAGE_SIZE) || undefined })}
          >
            Later
          </Button>
          <Button
            variant="subtle"
            disabled={matches.length < RECON_PAGE_SIZE}
            onClick={() => setSearch({ after: after + RECON_PAGE_SIZE })}
          >
            Earlier
          </Button>
        </Group>
      </Group>
      <Paper>
        {source.isError ? (
          <ErrorState title="Could not load the matches" error={source.error} onRetry={() => void source.refetch()} />
        ) : matches.length === 0 ? (
          <EmptyState icon={IconArrowsExchange2} title={source.isPending ? 'Loading…' : 'Nothing is matched yet'}>
            Run match finds what belongs together.
          </EmptyState>
        ) : (
          <TableScroll minWidth={MIN_WIDTH_PX} label="Matches">
            <Table aria-label="Matches" verticalSpacing="xs" className={classes['matches'] ?? ''}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>Account</Table.Th>
                  <Table.Th w="28%">At the bank</Table.Th>
                  <Table.Th w="34%">In the books</Table.Th>
                  <Table.Th>Why</Table.Th>
                  <Table.Th ta="right">Score</Table.Th>
                  <Table.Th ta="right">Action</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {matches.map((m) => (
                  <Match key={m.id} match={m} />
                ))}
              </Table.Tbody>
            </Table>
          </TableScroll>
        )}
      </Paper>
    </>
  );
}

interface SideProps {
  readonly day: string;
  readonly amount: string;
  readonly currency: string;
  readonly children: ReactNode;
}

/** A row or a posting of a match. */
function Side({ day, amount, currency, children }: SideProps) {
  return (
    <div className={classes['side']}>
      <Day on={day} />
      {children}
      <Amount amount={amount} currency={currency} />
    </div>
  );
}

function Match({ match }: { readonly match: ReconMatch }) {
  const permission = useWritePermission(recon.unmatch);
  const unmatch = useUnmatch();
  return (
    <Table.Tr>
      <Table.Td fw={600} className="nowrap">
        {match.account_code}
      </Table.Td>
      <Table.Td>
        {match.rows.map((r) => (
          <Side key={r.id} day={r.posted_on} {...r}>
            <RowWords row={r} />
          </Side>
        ))}
      </Table.Td>
      <Table.Td>
        {match.postings.map((p) => (
          <Side key={`${p.seq}.${p.line}`} day={p.value_date} {...p}>
            <PostingWords posting={p} />
          </Side>
        ))}
      </Table.Td>
      <Table.Td>
        {ruleWords[match.rule]}
        <Text size="xs" c="dimmed">
          {match.reason}
        </Text>
      </Table.Td>
      <Table.Td ta="right" className="numbers">
        {match.score ?? '—'}
      </Table.Td>
      <Table.Td ta="right">
        <GuardedButton
          size="compact-xs"
          variant="default"
          aria-label={`Undo the match of ${match.rows[0]?.amount ?? match.postings[0]?.amount ?? ''}`}
          permission={permission}
          loading={unmatch.isPending}
          onClick={() => unmatch.mutate(match.id)}
        >
          Undo
        </GuardedButton>
      </Table.Td>
    </Table.Tr>
  );
}
