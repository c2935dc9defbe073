import type { ApprovalPreview } from '@countinghouse/contract/features/approvals';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, serve } from '../../test-console.tsx';
import { Preview } from './Preview.tsx';

const preview = {
  outcome: 'executed',
  code: null,
  message: null,
  accounts: [],
  changes: [],
  policies: [],
  limits: [{ key: 'daily_txn_amount_max', value: '5000000.00', used: '4463472.22474293' }],
} as unknown as ApprovalPreview;

test('what is used of a limit never looks like less, and what is left never like more, as on the limits themselves', async () => {
  serve({});
  draw(<Preview preview={preview} />);
  const row = await screen.findByRole('row', { name: /Amount of a day/ });
  expect([...row.children].map((cell) => cell.textContent)).toEqual(['Amount of a day', '4,463,472.23', '536,527.77']);
});
