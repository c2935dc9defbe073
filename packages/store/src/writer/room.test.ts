import type { Command } from '@countinghouse/kernel/ledger/commands';
import { expect, test } from 'vitest';
import { BATCH_COMMANDS_MAX } from './recent-decisions.ts';
import { BATCH_BYTES_MAX, hasRoom } from './room.ts';

const command = {} as Command;
const one = { commands: [command] } as const;
const two = { commands: [command, command] } as const;

test('a batch takes commands up to their number, and those who stand together only whole', () => {
  expect(hasRoom(null, two)).toBe(true);
  expect(hasRoom({ size: BATCH_COMMANDS_MAX - 1, bytes: 0 }, one)).toBe(true);
  expect(hasRoom({ size: BATCH_COMMANDS_MAX - 1, bytes: 0 }, two)).toBe(false);
  expect(hasRoom({ size: BATCH_COMMANDS_MAX, bytes: 0 }, one)).toBe(false);
});

test('a batch that sends much takes no more; an empty one takes whatever comes', () => {
  expect(hasRoom({ size: 1, bytes: BATCH_BYTES_MAX - 1 }, one)).toBe(true);
  expect(hasRoom({ size: 1, bytes: BATCH_BYTES_MAX }, one)).toBe(false);
  expect(hasRoom({ size: 0, bytes: 0 }, two)).toBe(true);
});
