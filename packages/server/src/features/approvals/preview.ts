// What approving would come to now: the kernel's own decision on a copy of the state, put beside what is there.

import type { ApprovalPreview } from '@countinghouse/contract/features/approvals';
import { messageOf } from '@countinghouse/contract/messages';
import type { AccountState } from '@countinghouse/kernel/accounts/state';
import { changeWaiting } from '@countinghouse/kernel/approvals/changes';
import { type Effect, effectOf } from '@countinghouse/kernel/approvals/decide';
import { countEligible } from '@countinghouse/kernel/approvals/rights';
import type { ApprovalState } from '@countinghouse/kernel/approvals/state';
import { heldE8 } from '@countinghouse/kernel/holds/reserved';
import type { PostedRow } from '@countinghouse/kernel/intents/posted';
import { compareChange, decideNow } from '@countinghouse/kernel/ledger';
import type { Facts } from '@countinghouse/kernel/ledger/decision';
import type { TenantState } from '@countinghouse/kernel/ledger/state';
import { useOn } from '@countinghouse/kernel/limits/check';
import { limitValues } from '@countinghouse/kernel/limits/state';
import { formatAmountE8, formatMinor, readAmountE8 } from '@countinghouse/kernel/money/amount';
import { minorUnitsOf } from '@countinghouse/kernel/money/iso4217';
import { addTo, sumAt } from '@countinghouse/kernel/money/sums';
import { sayVerdict } from '@countinghouse/kernel/policies/verdicts';
import type { Ledger } from '@countinghouse/store/ledger';
import { needsReading } from '@countinghouse/store/writer/readings';
import { type Said, sayChange } from './say-change.ts';

/** Why it cannot be done as it was asked for. A right that is missing is its maker's, not that of whoever approves. */
export const sayBroken = (code: string): string =>
  code === 'FORBIDDEN' ? 'Whoever asked for this may not do it any more.' : messageOf(code);

/** Without the names of people and the words behind tokens; with how many can decide it now. */
export type Preview = Omit<ApprovalPreview, 'changes'> & { readonly changes: readonly Said[]; readonly eligible: number };

/** As `previewApproval`, with what the change that waits is decided on. */
export async function loadPreview(ledger: Ledger, tenantId: string, id: string): Promise<Preview | null> {
  const change = await ledger.examine(tenantId, (state) => changeWaiting(state, id));
  return change !== null && needsReading(change)
    ? ledger.rehearse(tenantId, change, ({ state, facts }) => previewApproval(state, facts, id))
    : ledger.examine(tenantId, (state, facts) => previewApproval(state, facts, id));
}

/** Null once it is decided, or its time is over. */
function previewApproval(state: TenantState, facts: Facts, id: string): Preview | null {
  const approval = state.approvals.get(id);
  if (approval === undefined || approval.subject === null || approval.expiresAtUs <= facts.nowUs) return null;
  const effect = effectOf(state, approval, facts, decideNow);
  const code = effect.is === 'broken' ? effect.code : null;
  return {
    outcome: effect.is,
    code,
    message: code === null ? null : sayBroken(code),
    accounts: accountsAfter(state, approval, effect, facts.nowUs),
    changes: changesOf(state, id),
    limits: approval.kind === 'intent' ? limitsInForce(state, facts.nowUs) : [],
    policies: policiesAfter(state, effect),
    eligible: countEligible(state, approval),
  };
}

function changesOf(state: TenantState, id: string): readonly Said[] {
  const change = changeWaiting(state, id);
  return change === null ? [] : (compareChange(state, change) ?? sayChange(state, change));
}

/** Of every account of the intent's rows: what it holds and what is reserved, now and after. As they are where it would be rejected. */
function accountsAfter(
  state: TenantState,
  { subject }: Pick<ApprovalState, 'subject'>,
  effect: Effect,
  nowUs: bigint,
): ApprovalPreview['accounts'] {
  if (subject?.kind !== 'intent') return [];
  const executed = effect.events.find((e) => e.type === 'intent.executed')?.payload;
  const reserved = executed?.hold?.action === 'place' ? executed.hold.rows : [];
  const [moved, falls] = [netOf(executed?.rows ?? []), netOf(reserved)];
  const ids = new Set(subject.payload.rows.flatMap((r) => [r.debit_account_id, r.credit_account_id]));
  return [...ids]
    .flatMap((id) => state.accounts.get(id) ?? [])
    .map((account) => {
      const minorUnits = minorUnitsOf(account.currency);
      const say = (e8: bigint): string => formatMinor(e8, minorUnits);
      const held = heldE8(state, account, nowUs);
      return {
        id: account.id,
        code: account.code,
        currency: account.currency,
        minorUnits,
        before: say(account.balanceE8),
        after: say(account.balanceE8 + sumAt(moved, account.id)),
        held_before: say(held),
        held_after: say(held + fallOf(account, sumAt(falls, account.id))),
      };
    });
}

/** What the policies in force say to it. */
function policiesAfter(state: TenantState, effect: Effect): ApprovalPreview['policies'] {
  const decided = effect.events.find((e) => e.type === 'intent.executed' || e.type === 'intent.rejected');
  const results =
    decided?.type === 'intent.executed' || decided?.type === 'intent.rejected' ? (decided.payload.policies?.results ?? []) : [];
  return results.map((result) => ({ name: state.controls.get(result.control_id)?.name ?? '', verdict: sayVerdict(result) }));
}

/** What rows move, by account, debit-positive. */
function netOf(rows: readonly PostedRow[]): ReadonlyMap<string, bigint> {
  const nets = new Map<string, bigint>();
  const add = (id: string, e8: bigint): void => void addTo(nets, id, e8);
  for (const { debit_account_id, credit_account_id, amount } of rows) {
    const e8 = readAmountE8(amount);
    add(debit_account_id, e8);
    add(credit_account_id, -e8);
  }
  return nets;
}

/** What a hold reserves of an account: only the side that would fall. */
function fallOf({ normalBalance }: AccountState, netE8: bigint): bigint {
  const onNormalSide = normalBalance === 'DR' ? netE8 : -netE8;
  return onNormalSide < 0n ? -onNormalSide : 0n;
}

/** The limits there are, each with what counts against it today: of the daily ones with what waits. */
function limitsInForce(state: TenantState, nowUs: bigint): ApprovalPreview['limits'] {
  const use = useOn(state, nowUs);
  const used = { daily_txn_amount_max: 'amountE8' in use ? formatAmountE8(use.amountE8) : null, daily_txn_count_max: String(use.count) };
  return Object.entries(limitValues(state.limits)).flatMap(([key, value]) => {
    return value === null ? [] : [{ key, value, used: key in used ? used[key as keyof typeof used] : null }];
  });
}
