import type { ReconSource } from '@countinghouse/contract/recon-shapes';
import { configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { draw, listedAccount, mine, type Sent, serve } from '../../../test-console.tsx';
import { SourceModal } from './SourceModal.tsx';

// The dialog has thirty fields: drawing them takes its time where others work too.
configure({ asyncUtilTimeout: 5000 });

const stored: ReconSource = {
  name: 'House bank',
  account_id: 'id of BANK',
  account_code: 'BANK',
  currency: 'EUR',
  bank_account: 'DE89370400440532013000',
  csv: {
    headerRow: 3,
    footerRows: 1,
    columns: { postedAt: 'Datum', amount: 'Betrag', direction: 'S/H', status: 4, description: ['Text'] },
    dateFormat: 'D.M.YY',
    decimal: ',',
    directions: { in: ['H'], out: ['S'] },
    statuses: { booked: ['ja'], notBooked: ['nein'] },
  },
  saved_at: '2026-01-31T12:00:00.000000Z',
  saved_by: 'u',
};

async function open(source: ReconSource | null): Promise<() => Sent['body']> {
  const sent = serve({
    '/api/internal/tenants/mine': mine,
    '/api/internal/accounts': { json: { accounts: [listedAccount('BANK')] } },
    '/api/internal/accounts/list': { json: { accounts: [listedAccount('BANK')] } },
    '/api/internal/currencies/tenant': { json: { currencies: [] } },
    '/api/internal/recon/sources': { json: { ok: true } },
  });
  draw(<SourceModal source={source} onClose={() => undefined} />);
  await waitFor(() => expect(screen.getByRole('button', { name: 'Save source' }).hasAttribute('data-disabled')).toBe(false));
  return () => sent.find(({ method, path }) => method === 'POST' && path === '/api/internal/recon/sources')?.body;
}
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save source' }));
const csv = (text: string): File => new File([text], 'bank.csv', { type: 'text/csv' });

test('a source is shown as it is stored, and saved so, without a file', async () => {
  const body = await open(stored);
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'In or out' }).value).toBe('S/H');
  await save();
  await waitFor(() => expect(body()).toMatchObject({ name: 'House bank', account_code: 'BANK', csv: stored.csv }));
});

test('what is missing is told at its field, and nothing is sent', async () => {
  const body = await open({ ...stored, csv: { ...(stored.csv as object), directions: undefined } as ReconSource['csv'] });
  await save();
  expect(await screen.findAllByText('Write at least one word.')).toHaveLength(2);
  expect(body()).toBeUndefined();
});

test('a file that is dropped shows its rows by the stored columns where it has them, else by new ones', async () => {
  await open(stored);
  const drop = (file: File) => fireEvent.drop(screen.getByText('CSV file of the bank'), { dataTransfer: { files: [file] } });
  const rows = within(screen.getByRole('region', { name: 'Rows as they would come in' }));
  drop(csv('Konto 7\n\nDatum;Betrag;S/H;Stand;Text\n1.2.26;10,00;S;ja;Miete\n2.2.26;5,00;H;nein;\nSumme;;;;\n'));
  expect((await rows.findByRole('status')).textContent).toBe('1 row would come in; left out: 1 not booked yet.');
  expect(rows.getByRole('row', { name: /^Line 4/ }).textContent).toContain('−10.00');
  drop(csv('Date,Amount\n2026-02-01,7.00\n'));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Day' }).value).toBe('Date'));
  expect(rows.getByRole('status').textContent).toBe('1 row would come in.');
});

test('a file that is no CSV says what it is, and changes nothing', async () => {
  const body = await open(stored);
  fireEvent.drop(screen.getByText('CSV file of the bank'), { dataTransfer: { files: [csv('<Document/>')] } });
  expect(await screen.findByText(/^This is CAMT.053/)).toBeTruthy();
  await save();
  await waitFor(() => expect(body()).toMatchObject({ csv: stored.csv }));
});
