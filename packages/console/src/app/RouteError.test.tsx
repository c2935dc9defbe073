import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RouteError } from './RouteError.tsx';

const show = (message: string) =>
  render(
    <MantineProvider env="test">
      <RouteError error={new Error(message)} />
    </MantineProvider>,
  );

test('a snag shows its message and Reload', () => {
  show('the roof is leaking');
  expect(screen.getByRole('heading', { name: 'We hit a snag' })).toBeTruthy();
  expect(screen.getByText('the roof is leaking')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Retry via writer' })).toBeNull();
});

test.each(['cannot write: read-only transaction', 'status 423', 'the Replica lags', 'set prefer-writer'])(
  '"%s" also offers the writer',
  (message) => {
    show(message);
    expect(screen.getByRole('button', { name: 'Retry via writer' })).toBeTruthy();
  },
);
