import type { Actor } from '../ledger/actor.ts';

export interface Named {
  readonly actor: Actor;
  readonly id: string;
}

export interface ApproveApproval extends Named {
  readonly type: 'approval.approve';
  readonly comment: string;
  /** The hash that the checker saw; null where they name none. */
  readonly payloadHash: string | null;
}

export interface RejectApproval extends Named {
  readonly type: 'approval.reject';
  readonly comment: string;
}

export interface WithdrawApproval extends Named {
  readonly type: 'approval.withdraw';
}

/** The system notes that nobody decided in time. */
export interface ExpireApproval extends Named {
  readonly type: 'approval.expire';
}

export interface SetFourEyes {
  readonly type: 'four_eyes.set';
  readonly actor: Actor;
  readonly on: boolean;
}

export type ApprovalCommand = ApproveApproval | RejectApproval | WithdrawApproval | ExpireApproval | SetFourEyes;
