import type { BankRowRow } from '@countinghouse/store/features/recon/items';
import { expect, test } from 'vitest';
import { toWireBankRow } from './wire.ts';

test('what a bank wrote with characters that nobody sees is shown with their numbers', () => {
  const row: BankRowRow = {
    id: '1',
    source: 'Main',
    statement: 'S1',
    line: 1,
    account_id: 'a',
    account_code: 'cash',
    currency: 'EUR',
    posted_at: '2026-01-02T00:00:00.000000Z',
    posted_on: '2026-01-02',
    amount: '1.00',
    words_token: 'token',
  };
  const kept = JSON.stringify({ reference: 'RF\u200b18', description: 'to \u202emoc.live', counterparty: 'Müller' });
  const shown = toWireBankRow(row, { of: () => kept });
  expect(shown).toMatchObject({ reference: 'RF[U+200B]18', description: 'to [U+202E]moc.live', counterparty: 'Müller' });
});
