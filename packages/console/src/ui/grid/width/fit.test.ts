import { expect, test } from 'vitest';
import { type GridColumn, trackOf } from '../column.ts';
import { fitColumns } from './fit.ts';

const column = (id: string, width: string, leaves?: number): GridColumn<string> => ({
  id,
  header: id,
  width,
  cell: () => null,
  ...(leaves === undefined ? {} : { leaves }),
});
const columns = [column('code', '100px'), column('ref', 'minmax(100px, 1fr)', 2), column('minor', '100px', 1), column('balance', '100px')];
const grid = (asked: readonly string[] = []) => ({
  columns,
  trackOf: (id: string) => trackOf(columns.find((c) => c.id === id) ?? column(id, '0px'), []),
  isAskedFor: (id: string) => asked.includes(id),
});
const shownAt = (px: number, asked: readonly string[] = []): readonly string[] => fitColumns(grid(asked), px).columns.map((c) => c.id);

test('columns leave one after the other, as far as there is no room, and then the list scrolls', () => {
  expect(shownAt(420)).toEqual(['code', 'ref', 'minor', 'balance']);
  expect(shownAt(400)).toEqual(['code', 'ref', 'balance']);
  expect(shownAt(300)).toEqual(['code', 'balance']);
  expect(shownAt(100)).toEqual(['code', 'balance']);
  expect(fitColumns(grid(), 100).leastPx).toBe(200);
});

test('a list that has let columns go scrolls no further than the others need', () => {
  expect(fitColumns(grid(), 500, 900).leastPx).toBe(900);
  expect(fitColumns(grid(), 400, 900).leastPx).toBe(300);
});

test('a column that was asked for stays, and all are there before a width is known', () => {
  expect(shownAt(300, ['minor'])).toEqual(['code', 'minor', 'balance']);
  expect(shownAt(0)).toHaveLength(4);
});

test('the widest amount sets the least that a column takes', () => {
  const amounts = { width: 'minmax(60px, 1fr)', amountPx: (px: number) => px };
  expect(trackOf(amounts, [10, 90])).toEqual({ css: 'minmax(max(60px, 114px), 1fr)', leastPx: 114 });
  expect(trackOf(amounts, [10]).leastPx).toBe(60);
  expect(trackOf({ ...amounts, width: '1fr' }, [90])).toEqual({ css: 'minmax(114px, 1fr)', leastPx: 114 });
});
