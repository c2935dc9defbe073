import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, serve } from '../../../test-console.tsx';
import { AgeingTable } from './AgeingTable.tsx';

const figures = {
  currency: 'EUR',
  minorUnits: 2,
  current: '0',
  up_to_30: '5698787',
  up_to_60: '0',
  up_to_90: '0',
  older: '0',
  advance: '0',
  total: '5698787',
};

async function rowsOf(narrow: boolean) {
  serve({});
  draw(
    <AgeingTable
      label="Ageing by party"
      of="Party"
      lines={[{ ...figures, key: 'a', name: 'Alpine Outfitters' }]}
      totals={[figures]}
      narrow={narrow}
    />,
  );
  const table = await screen.findByRole('table', { name: 'Ageing by party' });
  return within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));
}

test('on a phone what a party owes in all stands beside its name, with the currency below it', async () => {
  expect((await rowsOf(true)).map((cells) => cells.slice(0, 3))).toEqual([
    ['Party', 'Total', 'Current'],
    ['Alpine OutfittersEUR', '56,987.87', '–'],
    ['TotalEUR', '56,987.87', '–'],
  ]);
});
test('where there is room the total comes last', async () => {
  expect((await rowsOf(false)).map((cells) => [...cells.slice(0, 2), cells.at(-1)])).toEqual([
    ['Party', 'Currency', 'Total'],
    ['Alpine Outfitters', 'EUR', '56,987.87'],
    ['Total', 'EUR', '56,987.87'],
  ]);
});
