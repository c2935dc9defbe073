import { screen } from '@testing-library/react';
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
