/** Nobody captured or voided it in time: what it reserved is free again. */
export type HoldExpired = {
  /** The intent that placed the hold. */
  readonly intent_id: string;
};

export interface HoldEvents {
  readonly 'hold.expired': HoldExpired;
}
