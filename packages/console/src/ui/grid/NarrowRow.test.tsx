import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw } from '../../test-console.tsx';
import { actions, badge, code, count, id, instant, money, status, text } from './columns.tsx';
import { NarrowRow } from './NarrowRow.tsx';

interface Row {
  readonly name: string;
  readonly note: string;
  readonly paid: bigint | null;
}

const columns = [
  text<Row>('name', 'Name', '1fr', (r) => r.name, { fixed: true }),
  text<Row>('secret', 'Secret', '1fr', () => 'not for a phone', { narrow: 'none' }),
  text<Row>('note', 'Note', '1fr', (r) => r.note),
  badge<Row>('kind', 'Kind', '1fr', () => 'bank', { narrowCell: () => 'kept at a bank' }),
  code<Row>('code', 'Code', '1fr', () => 'B-1'),
  money<Row>('paid', 'Paid', '1fr', (r) => (r.paid === null ? null : { amountE8: r.paid, minorUnits: 2 })),
  text<Row>('rate', 'Rate', '1fr', () => '1.25', { align: 'right' }),
  count<Row>('uses', 'Uses', '1fr', () => 7),
  status<Row>('state', 'State', '1fr', () => 'active'),
  instant<Row>('at', 'At', () => '2026-01-31T10:00:00Z'),
  id<Row>('id', 'Id', '1fr', () => 'abcdef', 'id'),
  actions<Row>('76px', (r) => <button type="button">Acts of {r.name}</button>),
];

async function linesOf(row: Row): Promise<readonly (string | null)[]> {
  draw(<NarrowRow columns={columns} row={row} />);
  const act = await screen.findByRole('button', { name: `Acts of ${row.name}` });
  const lines = act.parentElement?.previousElementSibling as HTMLElement;
  return [...lines.children].map((part) => part.textContent);
}

test('a row of a narrow list has its name and its amount, below them two things more and its state, and its acts beside them', async () => {
  expect(await linesOf({ name: 'Alpha', note: 'Main', paid: 200_000_000n })).toEqual(['Alpha', '2.00', 'Main · kept at a bank', 'Active']);
});

test('what a row does not have leaves its place to the next', async () => {
  expect(await linesOf({ name: 'Beta', note: '', paid: null })).toEqual(['Beta', '1.25', 'kept at a bank · B-1', 'Active']);
});
