import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { type Answer, draw, mine, serve } from '../../../test-console.tsx';
import { FileBox } from './FileBox.tsx';

const gap = {
  source: 'Main',
  account_code: 'BANK',
  currency: 'EUR',
  closed_on: '2026-01-31',
  closing_balance: '1000.00000000',
  opens_on: '2026-03-01',
  opening_balance: '-1200.50000000',
};

async function importFile(continuity: object, refusal?: Answer): Promise<void> {
  const answer = {
    imported: 2,
    duplicates: 0,
    import_id: 'i',
    format: 'mt940',
    statements: 1,
    left_out: { pending: 0, zero: 0 },
    continuity,
  };
  serve({
    '/api/internal/tenants/mine': mine,
    '/api/internal/recon/sources': { json: { sources: [] } },
    '/api/internal/recon/import/file': refusal ?? { json: answer },
  });
  draw(<FileBox />);
  const send = (): HTMLElement => screen.getByRole('button', { name: 'Import file' });
  await vi.waitFor(() => expect(send().hasAttribute('data-disabled')).toBe(false));
  await userEvent.upload(document.querySelector('input[type=file]') as HTMLInputElement, new File(['x'], 'statement.sta'));
  await userEvent.click(send());
}

test('what does not follow and what may have come in twice is told until it is closed, with amounts as everywhere', async () => {
  await importFile({ gaps: [gap], gap_count: 1, alike: 2 });
  const told = await screen.findByText(/^The statement of BANK/);
  expect(told.textContent).toBe(
    'The statement of BANK from 1 Mar 2026 opens with −1,200.50 EUR; the one before it closed with 1,000.00 EUR on 31 Jan 2026. Statements between them may be missing.',
  );
  expect(screen.getByText(/^2 rows have the day and amount/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Close what to check' }));
  expect(screen.queryByText(/^The statement of BANK/)).toBeNull();
});

test('where all is well nothing is told', async () => {
  await importFile({ gaps: [], gap_count: 0, alike: 0 });
  await expect.poll(() => document.querySelector('input[type=file]')?.closest('form')?.textContent).toContain('Choose a file');
  expect(screen.queryByText('Please check')).toBeNull();
});

test('whoever imports a CSV of which no column is named is led to where they are', async () => {
  const why = 'This is not camt.053, MT940, BAI2 or OFX. If it is CSV, say first which column is what.';
  const details = [{ path: 'file', code: 'FORMAT_UNKNOWN', message: why }];
  const refused = { code: 'STATEMENT_UNREADABLE', error: 'STATEMENT_UNREADABLE', message: 'It can’t be read.', requestId: 'r', details };
  await importFile({ gaps: [], gap_count: 0, alike: 0 }, { status: 400, json: refused });
  const link = await screen.findByRole('link', { name: 'Name its columns under Sources' });
  expect(link.getAttribute('href')).toContain('view=sources');
  expect(link.closest('[class*="error"]')?.textContent).toContain(why);
});
