import type { IntentPreview } from '@countinghouse/contract/intent-preview';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, listedAccount, mine, serve, tenant } from '../../../../test-console.tsx';
import { newDraft, newRow } from '../draft.ts';
import { PostIntentPage } from '../PostIntentPage.tsx';

const PREVIEW = '/api/internal/intents/preview';
const limited = { code: 'HIGH_RISK_AMOUNT', limit: '250000.00000000', amount: '275000.00000000', currency: 'EUR' };
const foreseen = (more: Partial<IntentPreview>): IntentPreview => ({ outcome: 'proposed', code: null, message: null, held: null, ...more });

/** The form with a draft that could be sent, for a person with this role, and what the server says of it. */
function open(said: IntentPreview | null, role: 'owner' | 'auditor' = 'owner') {
  const row = newRow({ debitAccount: 'd', creditAccount: 'c', amount: '275,000', currency: 'EUR' });
  sessionStorage.setItem(
    `post-intent:${tenant.id}`,
    JSON.stringify({ ...newDraft(new Date('2026-01-31T09:00:00Z')), rows: [row], fxSnapshotId: 'f' }),
  );
  const sent = serve({
    '/api/internal/tenants/mine': { json: { ...mine.json, tenants: [{ ...tenant, role, capabilities: [] }] } },
    '/api/internal/currencies/tenant/list': { json: { currencies: [{ code: 'EUR', name: 'Euro', minorUnits: 2 }] } },
    '/api/internal/accounts/list': {
      json: { accounts: [listedAccount('TERM', { id: 'd' }), listedAccount('BANK', { id: 'c' })], total: 2, next: null, as_of: 0 },
    },
    ...(said === null ? {} : { [PREVIEW]: { json: said } }),
  });
  draw(<PostIntentPage />);
  return sent;
}

const text = () => document.body.textContent ?? '';

test('before it is sent, the form says that a second person must approve it, and from which amount on', async () => {
  const sent = open(foreseen({ held: { held_for: limited, needed: 1, eligible: 2 } }));
  await expect
    .poll(text, { timeout: 5000 })
    .toMatch(/A second person must approve it: EUR.*275,000\.00 is not below the limit of EUR.*250,000\.00\./s);
  expect(text()).not.toContain('Posts 1 row');
  expect(sent.find(({ path }) => path === PREVIEW)?.body).toMatchObject({ intent: { proposed_actions: [{ amount: '275000.00000000' }] } });
  expect(sent.filter(({ path }) => path.endsWith('/execute'))).toEqual([]);
});
test.each([
  [
    foreseen({ held: { held_for: { code: 'POLICY' }, needed: 2, eligible: 3 } }),
    'Two other persons must approve it: a policy asks for that.',
  ],
  [
    foreseen({ held: { held_for: { code: 'POLICY' }, needed: 1, eligible: 0 } }),
    'A second person must approve it: a policy asks for that. Nobody but you could: invite another owner under People.',
  ],
  [
    foreseen({ outcome: 'rejected', code: 'ACCOUNT_CLOSED', message: 'The account is closed.' }),
    'It would be rejected: The account is closed.',
  ],
  [foreseen({ outcome: 'executed' }), 'Posts 1 row as one intent.'],
])('%o', async (said, words) => {
  open(said);
  await expect.poll(text, { timeout: 5000 }).toContain(words);
});
test('an auditor is told why they cannot post, and has no form to fill in', async () => {
  const sent = open(null, 'auditor');
  expect(await screen.findByText('Read-only auditors change nothing. Ask an owner for another role.')).toBeTruthy();
  expect(screen.queryByRole('form')).toBeNull();
  expect(screen.queryByRole('button', { name: 'Submit' })).toBeNull();
  expect(sent.filter(({ path }) => path === PREVIEW)).toEqual([]);
});
