// Accrues interest day by day, and capitalises it month by month, of every account that is due. It only reads balances and asks: the
// amounts, and whose turn it is, are the kernel's. A day that changed after it accrued is corrected by the next pass. Two servers at it, a crash between, four days asleep: each day accrues once.
// What waits (read-only, a closed account, no counter account) is asked for again by the next pass.

import { randomUUID } from 'node:crypto';
import type { InterestAsked } from '@countinghouse/kernel/interest/commands';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { addDays, addMonths, formatInstant } from '@countinghouse/kernel/time/instant';
import { type Due, type DueAccount, listInterestTenants, readInterestDue } from '@countinghouse/store/features/interest/due';
import type { Services } from '../../services.ts';
import { eachOrganisation } from '../../work/each.ts';

const ACCOUNTS_A_READ_MAX = 500;
/** Commands handed to the ledger at once. Far below what its queue takes, so that people are served beside it. */
const COMMANDS_AT_ONCE_MAX = 500;

type Needs = Pick<Services, 'ledger' | 'writerPool'>;

/** By organisation, up to which position of the log this process has looked for accrued days that changed. */
export type Examined = Map<string, number>;

/**
 * Accrues every day before `today` (UTC), capitalises every month before today's, and corrects what changed since. Answers how many intents
 * were posted. Without `examined` it looks back to what each account was reckoned on.
 */
export async function postInterest(
  services: Needs,
  today: string,
  stopping?: AbortSignal,
  examined: Examined = new Map(),
): Promise<number> {
  let posted = 0;
  await eachOrganisation(await listInterestTenants(services.writerPool, today), stopping, async ({ tenant_id: tenantId, due, head }) => {
    const since = examined.get(tenantId) ?? null;
    if (!due && since !== null && head <= since) return;
    // A capitalisation changes balances: what comes after it is read anew. A round that posts nothing is the last.
    for (;;) {
      const inRound = await postRound(services, { tenantId, today, examined: since }, stopping);
      posted += inRound;
      if (inRound === 0 || stopping?.aborted === true) break;
    }
    if (stopping?.aborted !== true) examined.set(tenantId, head);
  });
  return posted;
}

interface Round {
  readonly tenantId: string;
  readonly today: string;
  readonly examined: number | null;
}

async function postRound(services: Needs, round: Round, stopping?: AbortSignal): Promise<number> {
  const { tenantId, today } = round;
  let posted = 0;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const due = await readInterestDue(services.writerPool, { ...round, after, limit: ACCOUNTS_A_READ_MAX });
    const last = due.accounts.at(-1);
    if (last === undefined) return posted;
    after = last.accountId;
    let steps: (readonly InterestAsked[])[] = [];
    let count = 0;
    for (const account of due.accounts) {
      if (stopping?.aborted === true) return posted;
      const own = stepsOf(due, account, today);
      steps.push(own);
      count += own.length;
      if (count < COMMANDS_AT_ONCE_MAX && account !== last) continue;
      const done = await Promise.all(steps.map((s) => postInOrder(services, tenantId, s)));
      posted += done.reduce((a, b) => a + b, 0);
      steps = [];
      count = 0;
    }
  }
}

/** What an account is due up to the end of a month, in its order. */
function stepsOf({ knownAt }: Due, account: DueAccount, today: string): readonly InterestAsked[] {
  const { accountId, nextOn, month, changed } = account;
  const corrections = changed.map(({ on, dayCount, wasBalanceE8, wasRateE8, balanceE8 }) => ({
    on,
    dayCount,
    was: { balanceE8: wasBalanceE8, rateE8: wasRateE8 },
    balanceE8,
  }));
  const steps: InterestAsked[] = [];
  const ask = (step: Accrual | Capitalisation, ids: number): void =>
    void steps.push({ ...step, accountId, knownAt, spareIds: Array.from({ length: ids }, () => randomUUID()) });
  const accruesNow = nextOn !== null && nextOn < today && (month === null || month === nextOn.slice(0, 7));
  if (!accruesNow) {
    if (corrections.length > 0) ask({ kind: 'accrual', on: null, balanceE8: 0n, corrections }, corrections.length + 1);
    if (month !== null && month < today.slice(0, 7)) ask({ kind: 'capitalisation', month }, 1);
    return steps;
  }
  const monthOf = nextOn.slice(0, 7);
  const nextMonth = addMonths(`${monthOf}-01`, 1);
  let rest = corrections;
  for (let on = nextOn; on < today && on < nextMonth; on = addDays(on, 1)) {
    ask({ kind: 'accrual', on, balanceE8: account.balanceOn(on), corrections: rest }, rest.length + 2);
    rest = [];
  }
  if (today >= nextMonth) ask({ kind: 'capitalisation', month: monthOf }, 1);
  return steps;
}

type Accrual = Pick<InterestAsked & { readonly kind: 'accrual' }, 'kind' | 'on' | 'balanceE8' | 'corrections'>;
type Capitalisation = Pick<InterestAsked & { readonly kind: 'capitalisation' }, 'kind' | 'month'>;

/** Handed over together: the ledger decides in order, and what stands on one that was refused is refused too. */
async function postInOrder(services: Needs, tenantId: string, steps: readonly InterestAsked[]): Promise<number> {
  const outcomes = await Promise.all(steps.map((step) => services.ledger.submit(tenantId, commandOf(tenantId, step))));
  return outcomes.filter((o) => o.kind === 'written').length;
}

function commandOf(tenantId: string, asked: InterestAsked): Parameters<Needs['ledger']['submit']>[1] {
  const { accountId, knownAt } = asked;
  const valueDate = asked.kind === 'capitalisation' ? addMonths(`${asked.month}-01`, 1) : (asked.on ?? asked.corrections.at(-1)?.on ?? '');
  const what = asked.kind === 'capitalisation' ? `${asked.month}:${knownAt}` : (asked.on ?? `correction:${knownAt}`);
  const idemKey = `interest:${accountId}:${what}`;
  const intentId = `interest-${accountId}-${what.replaceAll('-', '').replaceAll(':', '-')}`;
  const constraints = { account: accountId, interest: what };
  const useCase = asked.kind === 'capitalisation' ? 'interest_capitalisation' : 'interest_accrual';
  const epoch = formatInstant(0n);
  return {
    type: 'intent.execute',
    actor: systemActor,
    intentId,
    idemKey,
    tenantId,
    useCase,
    valueDate,
    constraints,
    rows: [],
    fxSnapshotId: null,
    consent: { scope: [], grantedAt: epoch, expiresAt: epoch },
    signature: null,
    signatureCheck: { is: 'absent' },
    interest: asked,
    request: { intent_id: intentId, idem_key: idemKey, use_case: useCase, value_date: valueDate, constraints },
  };
}
