import type { IntentView } from '@countinghouse/contract/features/intents';
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, serve } from '../../../test-console.tsx';
import { IntentWords } from './IntentWords.tsx';

const row = { debitAccount: 'CLEARING', creditAccount: 'BANK', amount: '300000', currency: 'EUR', narrative: 'Term deposit' };
const waiting = {
  status: 'proposed',
  value_date: '2026-11-30',
  postings: [],
  hold: null,
  events: [{ payload: { use_case: 'manual_post', request: { proposed_actions: [row, { ...row, amount: '0.5' }] } } }],
} as unknown as IntentView;

test('an intent that waits says what it asks for: its amount, and from where to where', async () => {
  serve({});
  draw(<IntentWords intent={waiting} />);
  await screen.findByRole('heading', { name: 'Term deposit' });
  expect(document.body.textContent).toContain('300,000.50');
  expect(document.body.textContent).toMatch(/CLEARING.*BANK.*\+1 row/);
});
