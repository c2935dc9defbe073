import type { Health } from '@countinghouse/contract/features/health';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BackupPanel } from './BackupPanel.tsx';

const at = '2026-01-31T12:00:00.000Z';
const drill = { at, ok: true, seq: 4711, rpo_seconds: 2.25, rto_seconds: 31 };
const textOf = (backup: NonNullable<Health['backup']>): string => {
  render(
    <MantineProvider>
      <BackupPanel backup={backup} />
    </MantineProvider>,
  );
  return screen.getByRole('region', { name: 'Backup' }).textContent ?? '';
};

test('what the backup holds, and what the last drill found, is said in words', () => {
  const text = textOf({ reached_at: at, copied_at: at, drill });
  expect(text).toContain('found nothing; it restored 4,711 events, all but the last 2.3 s, and was open after 31 s.');
  expect(text).toContain('Nominal');
});

test('a drill that found something asks for attention', () => {
  const text = textOf({ reached_at: at, copied_at: null, drill: { ...drill, ok: false, seq: null, rpo_seconds: null, rto_seconds: null } });
  expect(text).toContain('found faults: whoever operates the server knows which.');
  expect(text).toContain('Attention');
});

test('before the first copy it says that there is nothing yet', () => {
  const text = textOf({ reached_at: null, copied_at: null, drill: null });
  expect(text).toContain('Nothing is backed up yet.');
  expect(text).toContain('Restoring it was not tried yet.');
});
