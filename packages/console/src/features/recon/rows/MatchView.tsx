import { type BankRow, type OpenReconPosting, recon } from '@countinghouse/contract/features/recon';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { Checkbox, Paper, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconBuildingBank, IconChecks } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { useWrite } from '../../../lib/calls/use-write.ts';
import { useUrlState } from '../../../lib/screen/url-state.ts';
import { useWritePermission } from '../../../lib/session/use-tenant.ts';
import { readAmountE8 } from '../../../lib/values/money.ts';
import { GuardedButton } from '../../../ui/form/GuardedButton.tsx';
import { EmptyState } from '../../../ui/page/EmptyState.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import { bankRowsQuery } from '../queries.ts';
import classes from '../Recon.module.css';
import { ReconSearch } from '../search.ts';
import { count, touchedByRecon } from '../use-acts.ts';
import { AccountFilter } from './AccountFilter.tsx';
import { Amount } from './Amount.tsx';
import { wordsOf } from './columns.tsx';
import { PostingWords } from './PostingWords.tsx';

const MIN_WIDTH_PX = 430;
const keyOf = (p: Pick<OpenReconPosting, 'seq' | 'line'>): string => `${p.seq}.${p.line}`;
const sum = (items: readonly { readonly amount: string }[]): bigint => items.reduce((total, item) => total + readAmountE8(item.amount), 0n);

/** Two panes: what is open at the bank, what is open in the books. What comes to the same amount may be matched. */
export function MatchView() {
  const [{ account }, setSearch] = useUrlState(ReconSearch);
  return (
    <>
      <AccountFilter value={account} placeholder="Choose an account" onChange={(id) => setSearch({ account: id })} />
      {account === undefined ? (
        <Paper>
          <EmptyState icon={IconBuildingBank} title="Choose an account">
            Its open rows and postings stand side by side then.
          </EmptyState>
        </Paper>
      ) : (
        <Panes key={account} account={account} />
      )}
    </>
  );
}

function Panes({ account }: { readonly account: string }) {
  const rows = useQuery(bankRowsQuery({ account_id: account, state: 'unmatched', limit: 200 })).data?.rows ?? [];
  const postings = useQuery(q(recon.postings, { query: { account_id: account, limit: 200 } })).data?.postings ?? [];
  const [rowIds, setRowIds] = useState<ReadonlySet<string>>(new Set());
  const [sides, setSides] = useState<ReadonlySet<string>>(new Set());
  const chosenRows = rows.filter((r) => rowIds.has(r.id));
  const chosenSides = postings.filter((p) => sides.has(keyOf(p)));
  const role = useWritePermission(recon.matchByHand);
  const match = useWrite(recon.matchByHand, {
    input: () => ({
      body: {
        account_id: account,
        row_ids: chosenRows.map((r) => r.id),
        postings: chosenSides.map(({ seq, line }) => ({ seq, line })),
      },
    }),
    said: 'Matched',
    touches: touchedByRecon,
    close: () => {
      setRowIds(new Set());
      setSides(new Set());
    },
  });
  const differenceE8 = sum(chosenRows) - sum(chosenSides);
  const enough = chosenRows.length + chosenSides.length >= 2;
  const permission = !role.allowed
    ? role
    : !enough
      ? { allowed: false, reason: 'Choose at least two rows or postings.' }
      : differenceE8 !== 0n
        ? { allowed: false, reason: 'They do not add up to the same amount.' }
        : role;
  const currency = rows[0]?.currency ?? postings[0]?.currency ?? '';
  return (
    <>
      <div className={classes['panes']}>
        <Pane title="At the bank" count={rows.length}>
          {rows.map((r) => (
            <RowLine key={r.id} row={r} checked={rowIds.has(r.id)} onChange={() => setRowIds(toggled(rowIds, r.id))} />
          ))}
        </Pane>
        <Pane title="In the books" count={postings.length}>
          {postings.map((p) => (
            <PostingLine key={keyOf(p)} posting={p} checked={sides.has(keyOf(p))} onChange={() => setSides(toggled(sides, keyOf(p)))} />
          ))}
        </Pane>
      </div>
      <Paper className={classes['chosen'] ?? ''} component="section" aria-label="What is chosen">
        <Text size="sm" role="status">
          {count(chosenRows.length, 'row')} and {count(chosenSides.length, 'posting')} chosen; difference{' '}
          {currency === '' ? '0' : <Amount amount={formatAmountE8(differenceE8)} currency={currency} shown />}
        </Text>
        <GuardedButton permission={permission} loading={match.isPending} onClick={() => match.mutate()}>
          Match
        </GuardedButton>
      </Paper>
    </>
  );
}

function toggled(set: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(set);
  if (!next.delete(id)) next.add(id);
  return next;
}

function Pane({ title, count: n, children }: { readonly title: string; readonly count: number; readonly children: ReactNode }) {
  return (
    <Panel
      title={title}
      aside={
        <Text size="xs" c="dimmed">
          {n} open
        </Text>
      }
      flush
    >
      {n === 0 ? (
        <EmptyState icon={IconChecks} title="Nothing is open" />
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label={title}>
          <Table aria-label={title}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={34}>
                  <VisuallyHidden>Chosen</VisuallyHidden>
                </Table.Th>
                <Table.Th>Day</Table.Th>
                <Table.Th ta="right">Amount</Table.Th>
                <Table.Th>What</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>{children}</Table.Tbody>
          </Table>
        </TableScroll>
      )}
    </Panel>
  );
}

interface LineProps {
  readonly checked: boolean;
  readonly onChange: () => void;
}

function RowLine({ row, checked, onChange }: LineProps & { readonly row: BankRow }) {
  return (
    <Table.Tr data-chosen={checked || undefined}>
      <Table.Td>
        <Checkbox aria-label={`Row of ${row.posted_on}, ${row.amount}`} checked={checked} onChange={onChange} />
      </Table.Td>
      <Table.Td className="mono nowrap" title={row.posted_at}>
        {row.posted_on}
      </Table.Td>
      <Table.Td ta="right">
        <Amount amount={row.amount} currency={row.currency} />
      </Table.Td>
      <Table.Td>
        {wordsOf(row) || row.source}
        {row.exception === null ? '' : ` · ${row.exception.note}`}
      </Table.Td>
    </Table.Tr>
  );
}

function PostingLine({ posting, checked, onChange }: LineProps & { readonly posting: OpenReconPosting }) {
  return (
    <Table.Tr data-chosen={checked || undefined}>
      <Table.Td>
        <Checkbox aria-label={`Posting of ${posting.value_date}, ${posting.amount}`} checked={checked} onChange={onChange} />
      </Table.Td>
      <Table.Td className="mono nowrap">{posting.value_date}</Table.Td>
      <Table.Td ta="right">
        <Amount amount={posting.amount} currency={posting.currency} />
      </Table.Td>
      <Table.Td>
        <PostingWords posting={posting} />
      </Table.Td>
    </Table.Tr>
  );
}
