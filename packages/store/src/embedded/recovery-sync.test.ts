import { expect, test } from 'vitest';
import { recoverySyncOf } from './recovery-sync.ts';

test.each([
  ['linux', '6.18.44-fc', 'syncfs'],
  ['linux', '5.8.0', 'syncfs'],
  ['linux', '5.7.19', 'fsync'],
  ['linux', '4.19.0-27-amd64', 'fsync'],
  ['linux', 'unknown', 'fsync'],
  ['darwin', '24.1.0', 'fsync'],
  ['win32', '10.0.22631', 'fsync'],
] as const)('on %s %s: %s, as long as errors are reported', (platform, release, method) => {
  expect(recoverySyncOf(platform, release)).toBe(method);
});
