import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, listedAccount, mine, serve } from '../../test-console.tsx';
import { AccountFigures } from './AccountFigures.tsx';

const account = { ...listedAccount('BANK', { id: 'a', balance: '100000', available: '100000' }), posted: true } as unknown as AccountDetail;

async function figureWith(today: string): Promise<string> {
  serve({
    '/api/internal/tenants/mine': mine,
    '/api/v1/accounts/a/balance/days': {
      json: {
        account_id: 'a',
        code: 'BANK',
        as_of: '2026-11-30',
        currency: 'EUR',
        days: ['2026-11-29', '2026-11-30', '2026-12-01'],
        balances: ['0', today, '1000'],
      },
    },
  });
  draw(<AccountFigures account={account} onChangeFloor={() => undefined} />);
  const figure = await screen.findByRole('region', { name: 'Balance' });
  await within(figure).findByText(/by value date today/);
  return figure.textContent;
}

test('a balance of which something counts from a later day on says what of it counts today', async () => {
  expect(await figureWith('1250.5')).toMatch(/1,000\.00.*1,250\.50\s*Dr\s*by value date today/);
});
test('a balance that counts whole says so', async () => {
  expect(await figureWith('1000')).toMatch(/all of it by value date today/);
});
