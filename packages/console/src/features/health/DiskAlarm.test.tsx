import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { DiskAlarm } from './DiskAlarm.tsx';

const textOf = (used: number, full = 95): string | null => {
  render(
    <MantineProvider>
      <DiskAlarm disk={{ used_percent: used, full_percent: full }} />
    </MantineProvider>,
  );
  return screen.queryByRole('alert')?.textContent ?? null;
};

test('a disk with room says nothing', () => {
  expect(textOf(79)).toBeNull();
});

test('one that fills says how full it is, and from where on nothing is written', () => {
  expect(textOf(91)).toBe('The server’s disk is 91 % fullFrom 95 % on nothing can be written. Whoever runs the server has to make room.');
});

test('one that is full says that nothing is written, also where that begins earlier', () => {
  expect(textOf(95)).toContain('Nothing can be written until there is room again; reading goes on.');
});

test('where that begins below the first alarm it is said all the same', () => {
  expect(textOf(60, 60)).toContain('Nothing can be written');
});
