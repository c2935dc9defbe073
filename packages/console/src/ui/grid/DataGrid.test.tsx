import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { draw } from '../../test-console.tsx';
import { compareText, type GridColumn } from './column.ts';
import { DataGrid, type DataGridProps } from './DataGrid.tsx';
import { useGrid } from './use-grid.ts';

interface Row {
  readonly id: string;
  readonly name: string;
}

const rows: readonly Row[] = ['b', 'c', 'a'].map((id) => ({ id, name: `Name ${id}` }));
const columns: readonly GridColumn<Row>[] = [
  { id: 'name', header: 'Name', width: '1fr', fixed: true, compare: (a, b) => compareText(a.name, b.name), cell: (r) => r.name },
  { id: 'id', header: 'Id', width: '1fr', cell: (r) => r.id },
];
const loaded = { isPending: false, isError: false, error: null, refetch: () => undefined };

interface SampleProps extends Partial<DataGridProps<Row>> {
  readonly all?: readonly Row[];
  readonly of?: readonly GridColumn<Row>[];
}

function Sample({ all = rows, of = columns, ...props }: SampleProps) {
  const [sort, setSort] = useState<string | undefined>();
  const grid = useGrid({ id: 'sample', columns: of, rows: all, rowId: (r) => r.id, sort, onSort: setSort });
  return <DataGrid label="Sample" failed="Could not load" empty="Nothing yet" source={loaded} {...props} grid={grid} />;
}

const names = () => screen.getAllByRole('gridcell').flatMap((cell) => (cell.textContent?.startsWith('Name') ? [cell.textContent] : []));

test('a press on the head sorts up, down, and no more, and says so', async () => {
  draw(<Sample />);
  const head = await screen.findByRole('button', { name: 'Name' });
  await userEvent.click(head);
  expect(names()).toEqual(['Name a', 'Name b', 'Name c']);
  expect(screen.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending');
  await userEvent.click(head);
  expect(names()).toEqual(['Name c', 'Name b', 'Name a']);
  await userEvent.click(head);
  expect(names()).toEqual(['Name b', 'Name c', 'Name a']);
});

test('the arrow keys move the active row, and Enter opens it', async () => {
  const onOpen = vi.fn();
  draw(<Sample onOpen={onOpen} />);
  (await screen.findByRole('grid', { name: 'Sample' })).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}{ArrowUp}{Enter}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[1], { follow: false });
});

test('the arrow keys draw no cell anew', async () => {
  const cell = vi.fn((row: Row) => row.name);
  const of: readonly GridColumn<Row>[] = [{ id: 'name', header: 'Name', width: '1fr', cell }];
  draw(<Sample of={of} />);
  const grid = await screen.findByRole('grid', { name: 'Sample' });
  expect(cell).toHaveBeenCalled();
  grid.focus();
  cell.mockClear();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')?.textContent).toBe('Name c');
  expect(cell).not.toHaveBeenCalled();
});

test('J and K walk the rows from anywhere on the screen, and Enter then opens the active one', async () => {
  const onOpen = vi.fn();
  draw(<Sample onOpen={onOpen} />);
  const grid = await screen.findByRole('grid', { name: 'Sample' });
  expect(document.activeElement).not.toBe(grid);
  await userEvent.keyboard('jjjk{Enter}');
  expect(document.activeElement).toBe(grid);
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[1], { follow: false });
});

test('of several lists J and K move in the first that has rows, and in another once it was pressed', async () => {
  const [inFirst, inSecond] = [vi.fn(), vi.fn()];
  draw(
    <>
      <Sample label="Empty" all={[]} />
      <Sample label="First" onOpen={inFirst} />
      <Sample label="Second" onOpen={inSecond} />
    </>,
  );
  const [, first, second] = await screen.findAllByRole('grid');
  await userEvent.keyboard('jj{Enter}');
  expect(document.activeElement).toBe(first);
  expect(inFirst).toHaveBeenCalledExactlyOnceWith(rows[1], { follow: false });
  await userEvent.click(within(second as HTMLElement).getByRole('columnheader', { name: 'Name' }));
  await userEvent.keyboard('j{Enter}');
  expect(document.activeElement).toBe(second);
  expect(inSecond).toHaveBeenCalledExactlyOnceWith(rows[0], { follow: false });
  expect(inFirst).toHaveBeenCalledOnce();
});

test('an open panel follows the arrow keys', async () => {
  const onOpen = vi.fn();
  draw(<Sample onOpen={onOpen} openId="b" />);
  (await screen.findByRole('grid', { name: 'Sample' })).focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[1], { follow: true });
});

test('a press on a row opens it', async () => {
  const onOpen = vi.fn();
  draw(<Sample onOpen={onOpen} />);
  await userEvent.click(await screen.findByText('Name c'));
  expect(onOpen).toHaveBeenCalledExactlyOnceWith(rows[1], { follow: false });
});

test('a list says that it is empty, and apart from that that nothing matches', async () => {
  draw(<Sample all={[]} />);
  expect(await screen.findByText('Nothing yet')).toBeTruthy();
});

test('filters without a match can be cleared', async () => {
  const onClearFilters = vi.fn();
  draw(<Sample all={[]} onClearFilters={onClearFilters} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  expect(onClearFilters).toHaveBeenCalled();
});

test('twelve a page where the screen says so', async () => {
  const many = Array.from({ length: 30 }, (_, i) => ({ id: `${i}`, name: `Name ${i}` }));
  const onPage = vi.fn();
  draw(<Sample all={many} paging={{ page: 2, pageSize: 12, onPage }} />);
  await screen.findByText('Name 12');
  expect(names()).toHaveLength(12);
  await userEvent.click(screen.getByRole('button', { name: 'Page 3' }));
  expect(onPage).toHaveBeenCalledWith(3);
});

test('a hidden column stays hidden until it is chosen again', async () => {
  localStorage.setItem('columns:sample', JSON.stringify({ id: false }));
  draw(<Sample />);
  await screen.findByText('Name a');
  expect(screen.queryByRole('columnheader', { name: 'Id' })).toBeNull();
});
