import type { Approval } from '@countinghouse/contract/features/approvals';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, mine, serve } from '../../test-console.tsx';
import { DecideDialog } from './DecideDialog.tsx';

const approval: Approval = {
  id: 'a',
  kind: 'intent',
  status: 'pending',
  reason: 'HIGH_RISK_AMOUNT',
  held_for: { code: 'HIGH_RISK_AMOUNT', limit: '250000', amount: '275000.00000000', currency: 'EUR' },
  subject: 'manual_post',
  summary: 'Term deposit · CLEARING from BANK',
  amounts: [{ currency: 'EUR', amount: '275000.00000000' }],
  intent_id: 'i',
  maker_id: 'm',
  maker: 'Mara',
  created_at: '2026-01-01T00:00:00Z',
  created_seq: 1,
  expires_at: '2026-01-08T00:00:00Z',
  payload_hash: 'h',
  needed: 1,
  approved: 0,
  eligible: 1,
  decided_at: null,
  decided_by: null,
  decider: null,
  comment: null,
  barred: null,
};

test.each(['approve', 'reject'] as const)('whoever is about to %s sees how much it is about', async (act) => {
  serve({ '/api/internal/tenants/mine': mine, '/api/internal/currencies/tenant': { json: { currencies: [] } } });
  draw(<DecideDialog approval={approval} act={act} onClose={() => undefined} onDecided={() => undefined} />);
  const dialog = await screen.findByRole('dialog');
  await expect.poll(() => dialog.textContent).toMatch(/CLEARING from BANK.*EUR.*275,000\.00/s);
});
test('what a policy asks for says every amount too, in the currency of each', async () => {
  serve({ '/api/internal/tenants/mine': mine, '/api/internal/currencies/tenant': { json: { currencies: [] } } });
  const amounts = ['EUR', 'USD'].map((currency, i) => ({ currency, amount: `${i + 1}200.00000000` }));
  const asked: Approval = { ...approval, reason: 'POLICY', held_for: { code: 'POLICY' }, amounts };
  draw(<DecideDialog approval={asked} act="approve" onClose={() => undefined} onDecided={() => undefined} />);
  const dialog = await screen.findByRole('dialog');
  await expect.poll(() => dialog.textContent).toMatch(/EUR.*1,200\.00.*USD.*2,200\.00/s);
});
