import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PatientClient } from './patient-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

// A pool hands a new connection out before the driver says that it connected.
test('a connection is looked after once, however often it is told to, and not any more when it has ended', () => {
  const client = new PatientClient();
  client.waitAsUsual();
  client.emit('connect');
  expect(vi.getTimerCount()).toBe(1);
  client.waitForEver();
  expect(vi.getTimerCount()).toBe(0);
  client.waitAsUsual();
  expect(vi.getTimerCount()).toBe(1);
  client.emit('end');
  client.waitAsUsual();
  expect(vi.getTimerCount()).toBe(0);
});

test('one that may wait for ever is not looked after at all', () => {
  const client = new PatientClient({ patienceMs: 0 });
  client.emit('connect');
  client.waitAsUsual();
  expect(vi.getTimerCount()).toBe(0);
});
