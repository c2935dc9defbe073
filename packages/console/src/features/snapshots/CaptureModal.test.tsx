import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { draw, mine, serve } from '../../test-console.tsx';
import { CaptureModal } from './CaptureModal.tsx';

test('the kinds of snapshots are called as the list calls them', async () => {
  serve({ '/api/internal/tenants/mine': mine });
  draw(<CaptureModal opened onClose={() => undefined} />);
  const kind = await screen.findByRole<HTMLInputElement>('combobox', { name: 'Kind' });
  expect(kind.value).toBe('Reference');
  expect(screen.getAllByRole('option', { hidden: true }).map((option) => option.textContent)).toEqual(['Reference', 'FX', 'Config']);
});

test('rates are those of now, or the closing ones of a day that is over', async () => {
  const sent = serve({ '/api/internal/tenants/mine': mine });
  draw(<CaptureModal opened onClose={() => undefined} />);
  await screen.findByRole('combobox', { name: 'Kind' });
  expect(screen.queryByRole('textbox', { name: 'Closing rates of' })).toBeNull();
  fireEvent.click(screen.getByRole('option', { name: 'FX', hidden: true }));
  fireEvent.change(screen.getByRole('textbox', { name: 'Closing rates of' }), { target: { value: '2025-10-31' } });
  fireEvent.click(screen.getByRole('button', { name: 'Capture snapshot' }));
  await waitFor(() => expect(sent.at(-1)?.body).toEqual({ kind: 'fx', label: '', effective_at: '2025-10-31T23:59:59.999999Z' }));
});
