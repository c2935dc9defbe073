import { Table } from '@mantine/core';
import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../../test-console.tsx';
import { TableScroll } from './TableScroll.tsx';

const ROOM_PX = 342;
/** What the columns need beside each other; stacked they need no more than there is. */
let neededPx = 0;

beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(ROOM_PX);
  vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockImplementation(function widthOf(this: HTMLElement) {
    return this.dataset['stacked'] === undefined ? Math.max(ROOM_PX, neededPx) : ROOM_PX;
  });
});
afterEach(() => vi.restoreAllMocks());

function Sample({ matrix = false }: { readonly matrix?: boolean }) {
  const [amount, setAmount] = useState('65.00');
  return (
    <>
      <input aria-label="Amount" onChange={(event) => setAmount(event.currentTarget.value)} />
      <TableScroll label="Balances" minWidth={280} matrix={matrix}>
        <Table>
          <Table.Tbody>
            <Table.Tr>
              <Table.Td>BANK</Table.Td>
              <Table.Td>{amount}</Table.Td>
            </Table.Tr>
          </Table.Tbody>
        </Table>
      </TableScroll>
    </>
  );
}

/** An amount comes in that needs so much room. */
function fill(amount: string, needs: number): void {
  neededPx = needs;
  fireEvent.change(screen.getByLabelText('Amount'), { target: { value: amount } });
}
const isStacked = async () => (await screen.findByRole('region', { name: 'Balances, table' })).dataset['stacked'] !== undefined;

test('rows become paragraphs where amounts have no room beside each other, and rows again once they have', async () => {
  draw(<Sample />);
  expect(await isStacked()).toBe(false);
  fill('912,406,118.27', 360);
  expect(await isStacked()).toBe(true);
  fill('912,406,118.28', 360);
  expect(await isStacked()).toBe(true);
  fill('65.01', 300);
  expect(await isStacked()).toBe(false);
});

test('a matrix stays one, and scrolls', async () => {
  neededPx = 360;
  draw(<Sample matrix />);
  expect(await isStacked()).toBe(false);
});
