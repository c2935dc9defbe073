// What an intent asks for, once its use case is read.

import type { AccountState } from '../accounts/state.ts';
import type { JsonObject } from '../canonical/jcs.ts';
import type { HoldState, RestOfRow } from '../holds/state.ts';
import type { InterestPosted } from '../interest/events.ts';
import type { EventDraft } from '../ledger/events.ts';
import type { OriginalIntent, ProposedRow } from './commands.ts';
import type { Rejection } from './rejections.ts';

export interface ResolvedRow {
  readonly row: ProposedRow;
  readonly debit: AccountState | undefined;
  readonly credit: AccountState | undefined;
}

export interface Plan {
  readonly effect: 'post' | 'hold' | 'release';
  /** To be posted, to be reserved, or reserved until now. */
  readonly rows: readonly ResolvedRow[];
  /** The open hold that is captured or voided. */
  readonly hold: HoldState | null;
  /** Of a capture of a part: what stays reserved; null where the hold is closed. */
  readonly rest: readonly RestOfRow[] | null;
  /** When the hold ends that is placed; null where none is. */
  readonly expiresAtUs: bigint | null;
  /** The intent that is taken back. */
  readonly reverses: OriginalIntent | null;
  /** Why what it names cannot be acted on: the first rule of rung 7. */
  readonly broken: Rejection | null;
  /** Of interest: what it comes to, and the accounts that are opened for it. */
  readonly interest?: { readonly posted: InterestPosted; readonly opened: readonly EventDraft[] };
  /** Why interest is not posted now. */
  readonly waits?: JsonObject;
}
