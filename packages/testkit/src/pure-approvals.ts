// Books in memory where intents wait for a second person, and what is decided of them.

import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import type { Actor } from '@countinghouse/kernel/ledger/actor';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Decision } from '@countinghouse/kernel/ledger/decision';
import { expect } from 'vitest';
import { intentOf, member, openBooks, owner, type PureLedger, rowOf } from './pure-ledger.ts';

export const checker = { kind: 'user', id: 'checker' } as const;

/** Books with a second owner, where 100 USD and more need a second person. */
export function openApprovals(): PureLedger {
  const ledger = openBooks();
  ledger.submit({ type: 'member.add', actor: owner, userId: checker.id, role: 'owner' });
  ledger.submit({ type: 'limit.set', actor: owner, key: 'high_risk_amount', value: '100' });
  return ledger;
}

export const types = (decision: Decision): readonly string[] =>
  decision.kind === 'append' ? decision.events.map((e) => e.type) : [decision.kind === 'refused' ? decision.code : decision.kind];
export const lastId = (ledger: PureLedger): string => [...ledger.state.approvals.keys()].at(-1) ?? '';
export const large = (more: Partial<ExecuteIntent> = {}): ExecuteIntent =>
  intentOf({ actor: member, rows: [rowOf('A', 'B', '100')], ...more });
export function propose(ledger: PureLedger, more: Partial<ExecuteIntent> = {}): string {
  expect(types(ledger.submit(large(more)))).toEqual(['intent.proposed']);
  return lastId(ledger);
}
export const approve = (id: string, actor: Actor = checker, more: object = {}): Command => ({
  type: 'approval.approve',
  actor,
  id,
  comment: '',
  payloadHash: null,
  ...more,
});
export const rejectIt = (id: string, actor: Actor = checker): Command => ({ type: 'approval.reject', actor, id, comment: 'No.' });
export const withdraw = (id: string, actor: Actor = member): Command => ({ type: 'approval.withdraw', actor, id });
export const balance = (ledger: PureLedger, code: string): bigint => ledger.state.accountByCode.get(code)?.balanceE8 ?? 0n;
