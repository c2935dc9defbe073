// What a writer takes of the memory, in bytes: counted by what grows, with what each was measured to take on Node 24
// (docs/decisions/0061). Reckoning it looks at no element.

import type { TenantState } from '@countinghouse/kernel/ledger/state';

/** Rounded up from what was measured: 290–330 an account, 253 a closed hold, 890 an open one, 149, 413, 413, 366, 543; a reference of an account and a task of a close reckoned by their kind. */
const BYTES = {
  writer: 20_000,
  account: 350,
  reference: 200,
  hold: 300,
  openHold: 700,
  reversal: 160,
  approval: 450,
  attachments: 450,
  comment: 400,
  closeTask: 250,
  prior: 600,
};

export function weighState(state: TenantState): number {
  return (
    state.accounts.size * BYTES.account +
    state.accountIdsByReference.size * BYTES.reference +
    state.holds.size * BYTES.hold +
    state.held.size * BYTES.openHold +
    state.reversals.size * BYTES.reversal +
    state.approvals.size * BYTES.approval +
    (state.attachments.size + state.filed.size) * BYTES.attachments +
    state.comments.size * BYTES.comment +
    state.closeTasks.size * BYTES.closeTask
  );
}

export const weighWriter = (state: TenantState | null, priors: number): number =>
  BYTES.writer + (state === null ? 0 : weighState(state)) + priors * BYTES.prior;
