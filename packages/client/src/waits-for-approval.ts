import type { HeldChange } from '@countinghouse/contract/held';

/** Thrown where a call came to a proposal instead of what it answers: it was made with a key that only proposes, and has changed nothing yet. */
export class WaitsForApproval extends Error {
  /** The answer as it came; `approvalId` names what waits. */
  readonly body: HeldChange;

  constructor(body: HeldChange) {
    super(`It waits for approval ${body.approvalId}, and has changed nothing yet.`);
    this.name = 'WaitsForApproval';
    this.body = body;
  }
}
