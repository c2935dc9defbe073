import type { Receipt } from '@countinghouse/contract/features/intents';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, listedAccount, mine, serve } from '../../../test-console.tsx';
import { ReceiptBox } from './Outcome.tsx';

const receipt = (status: Receipt['status']): Receipt => ({
  ok: true,
  status,
  intentId: 'i',
  eventId: 'e',
  eventHash: 'h',
  seq: 9,
  duplicate: false,
});
const row = { id: '1', debitAccount: 'd', creditAccount: 'c', amount: '275,000', currency: 'EUR', valueDate: '2026-01-31', narrative: '' };

function show(status: Receipt['status']): void {
  serve({
    '/api/internal/tenants/mine': mine,
    '/api/internal/currencies/tenant/list': { json: { currencies: [{ code: 'EUR', name: 'Euro', minorUnits: 2 }] } },
    '/api/internal/accounts/list': {
      json: { accounts: [listedAccount('TERM', { id: 'd' }), listedAccount('BANK', { id: 'c' })], total: 2, next: null, as_of: 0 },
    },
  });
  draw(<ReceiptBox receipt={receipt(status)} rejection={null} useCase="manual_post" again={null} narrative="Term deposit" rows={[row]} />);
}

test.each([
  ['proposed', 'Waiting for a second person'],
  ['rejected', 'Not posted'],
] as const)('what is %s tells how much it is about, and on which accounts', async (status, heading) => {
  show(status);
  const box = await screen.findByRole('status');
  await expect.poll(() => box.textContent, { timeout: 5000 }).toMatch(new RegExp(`${heading}.*EUR.*275,000.00.*TERM.*BANK`, 's'));
});

test('what is posted tells its balances in place of it', async () => {
  show('executed');
  expect((await screen.findByRole('status')).textContent).not.toContain('275,000');
});
