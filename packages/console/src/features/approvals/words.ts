// What approvals are called on the screen.

import type { Approval } from '@countinghouse/contract/features/approvals';
import { messageOf } from '@countinghouse/contract/messages';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { wordOfSubject } from '../../lib/values/approval-subject.ts';
import { told } from '../../lib/values/use-case.ts';

const reasons: ReadonlyMap<string, string> = new Map([
  ['HIGH_RISK_AMOUNT', 'High-risk amount'],
  ['POLICY', 'A policy asks for it'],
  ['PROPOSED_BY_KEY', 'Proposed by a program'],
  ['FOUR_EYES', 'Four eyes'],
  ['PERIOD_REOPEN', 'Re-opens a period'],
  ['REJECTED', 'Rejected by a checker'],
  ['WITHDRAWN', 'Withdrawn by its maker'],
  ['EXPIRED', 'Not decided in time'],
  ['FORBIDDEN', 'Its maker may not do it any more'],
]);

/** Why it waits, or why it was rejected. */
export const wordOfReason = (code: string): string => reasons.get(code) ?? code;

/** Whether it can be decided by whoever looks, and why not. `general`: what the role and the organisation allow. */
export function decidePermission({ barred }: Pick<Approval, 'barred'>, general: Permission): Permission {
  if (barred === 'SELF_APPROVAL' || barred === 'APPROVAL_ALREADY_DECIDED') return { allowed: false, reason: messageOf(barred) };
  if (!general.allowed) return general;
  return barred === null ? general : { allowed: false, reason: 'Needs an owner, or an administrator of every entity it touches.' };
}

/** What a change came to, by the type of its event: `gl_account.created` is *GL account created*. */
export function wordOfEvent(type: string): string {
  const said = type.replaceAll(/[._]/g, ' ').replace(/^(?:gl|fx|api)\b/, (short) => short.toUpperCase());
  return `${said.slice(0, 1).toUpperCase()}${said.slice(1)}`;
}

const BEFORE_ACCOUNTS = ' · ';

/** What an approval is about, first what tells it from the next: what an intent says, before its accounts; else what would be done. */
export function wordsOf(a: Pick<Approval, 'kind' | 'subject' | 'summary'>): readonly [title: string, more: string] {
  if (a.kind !== 'intent') return [wordOfSubject(a), a.summary];
  const end = a.summary.lastIndexOf(BEFORE_ACCOUNTS);
  return end === -1
    ? [told(a.subject, a.summary), '']
    : [told(a.subject, a.summary.slice(0, end)), a.summary.slice(end + BEFORE_ACCOUNTS.length)];
}
