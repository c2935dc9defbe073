// The accounts that interest is posted to besides the one it accrues on, in that one's currency. Where one is not there yet it is
// opened with the first posting that needs it: `<code>-<CUR>`, in the entity of the counter account.

import { type AccountState, newAccount } from '../accounts/state.ts';
import { ACCOUNT_CODE_LENGTH_MAX } from '../bounds.ts';
import type { EventDraft } from '../ledger/events.ts';
import type { TenantState } from '../ledger/state.ts';

/** How an account that was opened for interest is known in lists. */
const KIND = 'interest';

export class CompanionAccounts {
  readonly opened: EventDraft[] = [];
  /** The code of an account that is there and is not what it would have to be. */
  taken: string | null = null;
  private readonly made = new Map<string, AccountState>();
  private readonly state: TenantState;
  private readonly main: AccountState;
  private readonly currency: string;
  private readonly spareIds: readonly string[];

  private constructor(state: TenantState, main: AccountState, currency: string, spareIds: readonly string[]) {
    this.state = state;
    this.main = main;
    this.currency = currency;
    this.spareIds = spareIds;
  }

  /** null where the organisation names no counter account. */
  static of(state: TenantState, currency: string, spareIds: readonly string[]): CompanionAccounts | null {
    const main = state.accounts.get(state.interest.counterAccountId ?? '');
    return main === undefined ? null : new CompanionAccounts(state, main, currency, spareIds);
  }

  /** Where interest comes from and goes to. */
  counter(): AccountState | undefined {
    return this.main.currency === this.currency ? this.main : this.companion(this.main.code, this.main.glAccountId);
  }

  /** Where the interest of a bucket stands until it is capitalised. */
  accrued(bucketId: string): AccountState | undefined {
    const gl = this.state.glAccounts.get(this.state.interest.buckets.get(bucketId)?.accruedGlId ?? '');
    return gl === undefined ? undefined : this.companion(gl.code, gl.id);
  }

  private companion(stem: string, glAccountId: string): AccountState | undefined {
    const end = `-${this.currency}`;
    const code = `${stem.slice(0, ACCOUNT_CODE_LENGTH_MAX - end.length)}${end}`;
    const known = this.state.accountByCode.get(code) ?? this.made.get(code);
    if (known === undefined) return this.open(code, glAccountId);
    if (known.currency === this.currency && known.glAccountId === glAccountId) return known;
    this.taken = code;
    return undefined;
  }

  private open(code: string, glAccountId: string): AccountState {
    const id = this.spareIds[this.made.size];
    const gl = this.state.glAccounts.get(glAccountId);
    if (id === undefined || gl === undefined) throw new Error(`account ${code} cannot be opened`);
    const { entityId } = this.main;
    const payload = {
      id,
      code,
      currency: this.currency,
      kind: KIND,
      external_ref: null,
      gl_account_id: glAccountId,
      entity_id: entityId,
      floor: 'none' as const,
    };
    this.opened.push({ type: 'account.created', payload });
    const account = newAccount(this.state.head.seq + this.opened.length, payload, gl.normalBalance);
    this.made.set(code, account);
    return account;
  }
}
