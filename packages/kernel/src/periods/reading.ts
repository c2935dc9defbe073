/** What the accounts held, read where the log ended at `knownAtSeq`. */
export interface BalancesAt {
  readonly asOf: string;
  readonly knownAtSeq: number;
  /** Every account, debit-positive decimals. */
  readonly accounts: readonly { readonly id: string; readonly balance: string }[];
  /** The same by GL account and currency, summed elsewhere: a second opinion. */
  readonly gl: readonly { readonly glAccountId: string; readonly currency: string; readonly balance: string }[];
}
