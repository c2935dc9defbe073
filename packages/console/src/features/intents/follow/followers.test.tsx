import type { Hold } from '@countinghouse/contract/features/holds';
import { type IntentView, intents } from '@countinghouse/contract/features/intents';
import { cleanup, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { useAccountSearch } from '../../../lib/calls/use-accounts.ts';
import { showDay } from '../../../lib/values/time.ts';
import { draw, mine, type Sent, serve, tenant } from '../../../test-console.tsx';
import { CaptureDialog } from './CaptureDialog.tsx';
import { ReverseDialog } from './ReverseDialog.tsx';

const execute = '/api/v1/intents/execute';
const answers = {
  '/api/internal/tenants/mine': mine,
  '/api/internal/currencies/tenant/list': { json: { currencies: [{ code: 'EUR', name: 'Euro', minorUnits: 2 }] } },
  '/api/internal/accounts/list': { json: { accounts: [], total: 0, next: null, as_of: 0 } },
};
const row = {
  line: 1,
  debit_account_id: 'd',
  debit_code: 'OFFICE',
  credit_account_id: 'c',
  credit_code: 'BANK',
  amount: '100.00000000',
  rest: '100.00000000',
  currency: 'EUR',
  value_date: '2026-01-31',
  narrative: 'Deposit',
};
const hold = { intent_id: 'h-1', status: 'open', closed_by: null, captured_by: [], rows: [row] } as unknown as Hold;
const receipt = (status: string) => ({
  ok: status === 'executed',
  status,
  intentId: 'i-1',
  eventId: 'e',
  eventHash: 'a'.repeat(64),
  seq: 9,
  duplicate: false,
});
const posted = (sent: readonly Sent[]) => sent.filter((s) => s.path === execute);

beforeEach(() => sessionStorage.clear());

test('a capture can only be lowered: more than held is refused here, a part is told and sent', async () => {
  const sent = serve({ ...answers, [execute]: { json: receipt('executed') } });
  draw(<CaptureDialog hold={hold} onClose={() => undefined} />);
  const amount = await screen.findByLabelText('Amount');
  await userEvent.clear(amount);
  await userEvent.type(amount, '100.01');
  await userEvent.click(screen.getByRole('button', { name: 'Capture' }));
  expect(screen.getByText('From 0 to 100.00')).toBeTruthy();
  expect(screen.getByText('Capture at most what is held in each row.')).toBeTruthy();
  expect(posted(sent)).toEqual([]);

  await userEvent.clear(amount);
  await userEvent.type(amount, '40');
  expect(screen.getByLabelText('Of held').textContent).toBe('EUR 40.00 of 100.00 held · 60.00 stays held');
  await userEvent.click(screen.getByLabelText('Let the rest go'));
  expect(screen.getByLabelText('Of held').textContent).toBe('EUR 40.00 of 100.00 held · 60.00 is let go');
  await userEvent.click(screen.getByRole('button', { name: 'Capture' }));
  expect(await screen.findByText('Captured once, and chained.')).toBeTruthy();
  expect(posted(sent)[0]?.body).toMatchObject({
    use_case: 'capture',
    tenant_id: tenant.id,
    constraints: { hold: 'h-1', release_rest: true },
    proposed_actions: [{ debitAccount: 'd', creditAccount: 'c', amount: '40.00000000', currency: 'EUR', narrative: 'Deposit' }],
  });
});

test('a failure that settled nothing keeps the key; a rejection shows the raw response and offers another', async () => {
  const failures = [
    { status: 503, json: { code: 'OUTCOME_UNKNOWN', error: 'OUTCOME_UNKNOWN', message: 'Repeat with the same key.', requestId: 'r' } },
    {
      status: 422,
      json: {
        ...receipt('rejected'),
        error: 'HOLD_VOIDED',
        code: 'HOLD_VOIDED',
        message: 'voided',
        requestId: 'r',
        details: { hold: 'h-1' },
      },
    },
  ];
  const sent = serve({ ...answers, [execute]: () => failures.shift() ?? { json: receipt('executed') } });
  draw(<CaptureDialog hold={hold} onClose={() => undefined} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Capture' }));
  expect(await screen.findByRole('alert', { name: 'Intent failed' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Capture' }));
  const rejected = await screen.findByRole('status', { name: 'Rejected' });
  expect(within(rejected).getByText('This hold was voided. Place a new one.')).toBeTruthy();
  expect(within(rejected).getByLabelText('raw response').textContent).toContain('HOLD_VOIDED');
  const keys = () => posted(sent).map((s) => s.headers['idempotency-key']);
  expect(keys()[0]).toBe(keys()[1]);

  await userEvent.click(within(rejected).getByRole('button', { name: 'Try again' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Capture' }));
  await screen.findByRole('status', { name: 'Receipt' });
  expect(keys()[2]).not.toBe(keys()[0]);
});

test('a reversal shows the rows with their sides changed over, and sends none', async () => {
  const sent = serve({ ...answers, [execute]: { json: receipt('executed') } });
  const onClose = vi.fn();
  const intent = { intent_id: 'i-0', value_date: '2026-01-31', postings: [row] } as unknown as IntentView;
  draw(<ReverseDialog intent={intent} onClose={onClose} />);
  const rows = await screen.findByRole('table', { name: 'Rows of the reversal' });
  expect(
    within(rows)
      .getAllByRole('cell')
      .map((cell) => cell.textContent),
  ).toEqual(['BANK', 'OFFICE', 'EUR100.00', showDay('2026-01-31'), 'Deposit']);
  await userEvent.click(screen.getByRole('button', { name: 'Reverse' }));
  expect(await screen.findByText('Taken back once, and chained.')).toBeTruthy();
  expect(posted(sent)[0]?.body).toMatchObject({
    use_case: 'reversal',
    value_date: '2026-01-31',
    constraints: { reverses: 'i-0' },
    proposed_actions: [],
  });
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(sessionStorage.getItem(`follow:${tenant.id}:reversal:i-0`)).toBeNull();
});

test('closes as soon as there is a receipt, while the lists behind it are read again', async () => {
  const never = new Promise<never>(() => {});
  const isPosted = () => posted(sent).length > 0;
  const list = () => (isPosted() ? never : answers['/api/internal/accounts/list']);
  const sent = serve({ ...answers, [execute]: { json: receipt('executed') }, '/api/internal/accounts/list': list });
  const onClose = vi.fn();
  function Behind() {
    const { found } = useAccountSearch({ words: '' });
    return <CaptureDialog hold={hold} onClose={onClose} key={found.length} />;
  }
  draw(<Behind />);
  await userEvent.click(await screen.findByRole('button', { name: 'Capture' }));
  await screen.findByRole('status', { name: 'Receipt' });
  await userEvent.click(screen.getAllByRole('button', { name: 'Close' }).at(-1) as HTMLElement);
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled());
});

test.each([
  [
    { outcome: 'proposed', code: null, message: null, held: { held_for: { code: 'POLICY' }, needed: 1, eligible: 2 } },
    'A second person must approve it: a policy asks for that.',
  ],
  [
    { outcome: 'rejected', code: 'ACCOUNT_CLOSED', message: 'The account is closed.', held: null },
    'It would be rejected: The account is closed.',
  ],
])('before it is sent, a reversal and a capture say what would happen: %o', async (said, words) => {
  const sent = serve({ ...answers, [intents.preview.path]: { json: said } });
  const intent = { intent_id: 'i-0', value_date: '2026-01-31', postings: [row] } as unknown as IntentView;
  for (const dialog of [
    <ReverseDialog key="reversal" intent={intent} onClose={() => undefined} />,
    <CaptureDialog key="capture" hold={hold} onClose={() => undefined} />,
  ]) {
    draw(dialog);
    await expect.poll(() => document.body.textContent ?? '', { timeout: 5000 }).toContain(words);
    cleanup();
  }
  const asked = sent.filter(({ path }) => path === intents.preview.path).map(({ body }) => body);
  expect(asked).toMatchObject([{ intent: { constraints: { reverses: 'i-0' } } }, { intent: { constraints: { hold: 'h-1' } } }]);
  expect(posted(sent)).toEqual([]);
});
