// A change on its way to the caller that has not happened: it waits for another owner. Answered with 202 and where it waits.

import type { HeldChange } from '@countinghouse/contract/held';
import type { Asked } from '@countinghouse/kernel/approvals/events';

export class HeldForApproval extends Error {
  readonly body: HeldChange;

  constructor({ id, eligible }: Pick<Asked, 'id' | 'eligible'>) {
    super('held for approval');
    this.body = { ok: true, status: 'proposed', approvalId: id, details: { eligible } };
  }
}
