import { screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { draw, mine, serve } from '../../test-console.tsx';
import { Trouble } from './Trouble.tsx';

test('a vault that cannot be written to says how many bundles wait, why, and that it goes on by itself', async () => {
  serve({ '/api/internal/tenants/mine': mine });
  draw(<Trouble waiting={3} failure={{ code: 'OBJECT_STORE_UNAVAILABLE', since: '2026-01-31T12:00:00.000000Z', tries: 4 }} />);
  await vi.waitFor(() => expect(screen.getByText('3 bundles wait to be written')).toBeTruthy());
  expect(screen.getByRole('alert').textContent).toMatch(/The store of files cannot be reached.*4 times in a row.*tried again by itself/);
});

test('a vault that is behind without a failure says nothing of it', async () => {
  serve({ '/api/internal/tenants/mine': mine });
  draw(
    <>
      <p>the vault</p>
      <Trouble waiting={3} failure={null} />
    </>,
  );
  await vi.waitFor(() => expect(screen.getByText('the vault')).toBeTruthy());
  expect(screen.queryByRole('alert')).toBeNull();
});
