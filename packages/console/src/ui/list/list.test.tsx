import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import * as z from 'zod';
import { urlNumber, urlText, useUrlState } from '../../lib/screen/url-state.ts';
import { draw } from '../../test-console.tsx';
import { badge, code, count, instant, money, text } from '../grid/columns.tsx';
import type { Grouping } from '../grid/groups.ts';
import { Choice } from './Choice.tsx';
import { ListPage } from './ListPage.tsx';
import { says, useList } from './use-list.ts';

interface Row {
  readonly id: string;
  readonly name: string | null;
  readonly kind: string;
  readonly amountE8: bigint | null;
  readonly uses: number;
  readonly at: string | null;
}
const row = (id: string, kind: string, amountE8: bigint | null, name: string | null = id): Row => ({
  id,
  name,
  kind,
  amountE8,
  uses: 0,
  at: null,
});
const rows = [
  row('Alpha', 'bank', 200_000_000n),
  row('Beta', 'cash', null),
  row('Gamma', 'bank', -100_000_000n),
  row('Delta', 'bank', 0n),
  row('=1+1', 'bank', 300_000_000n),
];

const Search = z.object({ q: urlText, kind: urlText, sort: urlText, open: urlText, page: urlNumber, folded: urlText });
type Search = z.output<typeof Search>;
const keep = (r: Row, { q, kind }: Search): boolean => (kind === undefined || r.kind === kind) && says(q, r.name, r.kind);

const columns = [
  text<Row>('name', 'Name', '1fr', (r) => r.name, { fixed: true, sort: true }),
  badge<Row>('kind', 'Kind', '1fr', (r) => r.kind),
  money<Row>('amount', 'Amount', '1fr', (r) => (r.amountE8 === null ? null : { amountE8: r.amountE8, minorUnits: 2 }), { sort: true }),
  count<Row>('uses', 'Uses', '1fr', (r) => r.uses, { quiet: true }),
  instant<Row>('at', 'At', (r) => r.at),
  code<Row>('id', 'Code', '1fr', (r) => r.id),
];

const source = { isPending: false, isError: false, error: null, refetch: () => undefined };

function Things() {
  const [search, setSearch] = useUrlState(Search);
  const list = useList({ id: 'things', columns, source, rows, rowId: (r) => r.id, search, setSearch, keep, filters: ['q', 'kind'] });
  return (
    <ListPage
      list={list}
      title="Things"
      fileName="things.csv"
      description="All of them."
      label="Things"
      failed="Could not load things"
      empty="Nothing there"
      filter={{ label: 'Filter things', placeholder: 'Filter…' }}
      choices={<Choice list={list} name="kind" label="Kind" all="All kinds" width={100} options={['bank', 'cash']} />}
      counts="things"
      pages={{ size: 2 }}
      panel={search.open === undefined ? null : <aside>{search.open} is open</aside>}
    />
  );
}

const byKind: Grouping<Row> = {
  keyOf: (r) => r.kind,
  folds: true,
  sumUnder: 'amount',
  groupsOf: (all) =>
    [...Map.groupBy(all, (r) => r.kind)]
      .sort(([a], [b]) => (a < b ? 1 : -1))
      .map(([key, own]) => ({ key, title: `Kind ${key}`, count: String(own.length), sum: <span>sum of {key}</span> })),
};

function Grouped() {
  const [search, setSearch] = useUrlState(Search);
  const list = useList({ id: 'grouped', columns, source, rows, rowId: (r) => r.id, search, setSearch, keep, grouping: byKind });
  return (
    <ListPage
      list={list}
      title="Things"
      description="By kind."
      label="Things"
      failed="Could not load things"
      empty="Nothing there"
      fileName="things.csv"
      panel={search.open === undefined ? null : <aside>{search.open} is open</aside>}
    />
  );
}

function Counted({ isPending }: { readonly isPending: boolean }) {
  const [search, setSearch] = useUrlState(Search);
  const list = useList({
    id: 'counted',
    columns,
    source: { ...source, isPending },
    rows: isPending ? undefined : rows,
    rowId: (r) => r.id,
    search,
    setSearch,
  });
  return (
    <ListPage
      list={list}
      title="Things"
      description="Counted in a sentence."
      label="Things"
      failed="Could not load things"
      empty="Nothing there"
      counts={{ sentence: `${list.all.length} things` }}
      panel={null}
    />
  );
}

const names = (): readonly string[] =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((r) => within(r).getAllByRole('gridcell')[0]?.textContent ?? '');

test('a filter narrows the list, begins at its first page, and is taken back', async () => {
  const { router } = draw(<Things />, '/?page=2');
  await waitFor(() => expect(names()).toEqual(['Gamma', 'Delta']));
  await userEvent.type(screen.getByLabelText('Filter things'), 'a');
  await waitFor(() => expect(names()).toEqual(['Alpha', 'Beta']));
  expect(router.state.location.search).toEqual({ q: 'a' });
  await userEvent.type(screen.getByLabelText('Filter things'), 'zzz');
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(screen.getByText('5 of 5 things')).toBeTruthy());
  expect(router.state.location.search).toEqual({});
});

test('a choice of the address narrows; the count says by how much', async () => {
  draw(<Things />, '/?kind=cash');
  await waitFor(() => expect(names()).toEqual(['Beta']));
  expect(screen.getByText('1 of 5 things')).toBeTruthy();
});

test.each([
  [true, 'Loading…'],
  [false, '5 things'],
])('of a list whose rows are awaited (%s) it says %s, and never that there are none', async (isPending, said) => {
  draw(<Counted isPending={isPending} />, '/');
  expect((await screen.findByText(said)).getAttribute('role')).toBe('status');
  expect(screen.queryByText('0 things')).toBeNull();
});

test('what the filters leave is taken away whole, exact, and as no formula', async () => {
  let taken: Blob | undefined;
  const make = vi.fn((content: Blob) => {
    taken = content;
    return 'blob:things';
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: make, revokeObjectURL: () => undefined }));
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  try {
    draw(<Things />, '/?kind=bank&sort=name');
    await userEvent.click(await screen.findByRole('button', { name: 'Export CSV' }));
    expect(await taken?.text()).toBe(
      [
        'Name,Kind,Amount,Uses,At,Code',
        "'=1+1,bank,3.00,0,,'=1+1",
        'Alpha,bank,2.00,0,,Alpha',
        'Delta,bank,0.00,0,,Delta',
        'Gamma,bank,-1.00,0,,Gamma',
        '',
      ].join('\r\n'),
    );
  } finally {
    click.mockRestore();
    vi.unstubAllGlobals();
  }
});

test('a row opens beside the list, and the address says which', async () => {
  const { router } = draw(<Things />, '/?q=a');
  await userEvent.click((await screen.findAllByRole('row'))[1] as HTMLElement);
  expect(await screen.findByText('Alpha is open')).toBeTruthy();
  expect(router.state.location.search).toEqual({ q: 'a', open: 'Alpha' });
});

test('the order is that of the values; what has none comes first', async () => {
  draw(<Things />, '/?sort=amount');
  await waitFor(() => expect(names()).toEqual(['Beta', 'Gamma']));
});

test('what is not there is a dash on the screen and empty in a file', () => {
  const [name, , amount, uses, at, id] = columns;
  const missing = row('x', 'bank', null, null);
  expect([name, amount, uses, at, id].map((c) => c?.text?.(missing))).toEqual(['', '', '0', '', 'x']);
  expect(amount?.text?.(row('y', 'bank', -123_450_000_000n))).toBe('-1234.50');
  draw(
    <section>
      {[name, amount, uses, at].map((c) => (
        <p key={c?.id}>{c?.cell(missing)}</p>
      ))}
    </section>,
  );
  return waitFor(() => expect(screen.getAllByText('—')).toHaveLength(4));
});

test('rows stand in their groups whatever they are sorted by, each group with its count and its sum', async () => {
  draw(<Grouped />, '/?sort=name');
  await waitFor(() =>
    expect(names()).toEqual(['Kind cash1sum of cash', 'Beta', 'Kind bank4sum of bank', '=1+1', 'Alpha', 'Delta', 'Gamma']),
  );
});

test('a folded group is its head alone, stays so in the address, and keys pass it by', async () => {
  const { router } = draw(<Grouped />);
  const head = await screen.findByRole('button', { name: 'Kind cash' });
  expect(head.getAttribute('aria-expanded')).toBe('true');
  await userEvent.click(head);
  await waitFor(() => expect(router.state.location.search).toEqual({ folded: 'cash' }));
  expect(screen.queryByText('Beta')).toBeNull();
  expect(screen.getByRole('button', { name: 'Kind cash' }).getAttribute('aria-expanded')).toBe('false');
  screen.getByRole('grid', { name: 'Things' }).focus();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await screen.findByText('Alpha is open');
  await userEvent.click(screen.getByRole('button', { name: 'Kind cash' }));
  await waitFor(() => expect(names()).toContain('Beta'));
  expect(router.state.location.search).toEqual({ open: 'Alpha' });
});
