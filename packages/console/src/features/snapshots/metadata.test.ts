import { SNAPSHOT_METADATA_SHOWN_MAX } from '@countinghouse/contract/features/snapshots';
import { expect, test } from 'vitest';
import { cutMetadata } from './metadata.ts';

test('metadata is cut at 80 characters', () => {
  const whole = { note: 'x'.repeat(SNAPSHOT_METADATA_SHOWN_MAX - '{"note":""}'.length) };
  expect(cutMetadata(whole)).toBe(JSON.stringify(whole));
  const longer = { note: `${whole.note}y` };
  expect(cutMetadata(longer)).toBe(`${JSON.stringify(longer).slice(0, 80)}…`);
  expect(cutMetadata({})).toBe('{}');
});
