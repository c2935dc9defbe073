import { expect, test } from 'vitest';
import { memoryPlan } from './memory.ts';

const MB = 2 ** 20;
const boundMb = (heapMb: number): number => memoryPlan(heapMb * MB).boundBytes / MB;

test('threads have what they need where there is heap, and no more than their share where there is little', () => {
  expect(memoryPlan(4_288 * MB).threadMb).toEqual({ reading: 1_024, checking: 2_048, evidence: 512, archiving: 512, sending: 512 });
  expect(memoryPlan(704 * MB).threadMb).toEqual({ reading: 176, checking: 352, evidence: 88, archiving: 88, sending: 88 });
});

// docs/operating/install.md names these figures.
test.each([
  [448, 1_840],
  [704, 2_416],
  [1_216, 3_568],
  [2_240, 6_128],
  [4_288, 11_032],
])('with %d MB of heap a process takes at most %d MB', (heapMb, mb) => {
  expect(boundMb(heapMb)).toBe(mb);
});
