// A change that waits for another owner is answered with 202: nothing has changed yet.
import type { HeldChange } from '@countinghouse/contract/held';

export const isHeld = (answer: object): answer is HeldChange =>
  'status' in answer && answer.status === 'proposed' && 'approvalId' in answer;
