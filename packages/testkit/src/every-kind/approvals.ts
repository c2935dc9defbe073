import { randomUUID } from 'node:crypto';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Books } from '../books.ts';
import { originalOf } from './pieces.ts';

/** Intents that wait, approved, rejected, withdrawn, broken and pending; a hold and a reversal among them; changes under four eyes. */
export function* approvals(books: Books, checker: Books['owner']): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const approve = (comment = ''): Command => ({
    type: 'approval.approve',
    actor: checker,
    id: books.lastApproval(),
    comment,
    payloadHash: null,
  });
  yield { type: 'limit.set', actor, key: 'high_risk_amount', value: '4' };
  const posted = books.intent(from, to, '5', { request: { metadata: { team: 'treasury' } } });
  yield posted;
  yield { type: 'intent.annotate', actor, intentId: posted.intentId, changes: { team: 'risk' } };
  yield approve('Seen.');
  const postedSeq = books.lastPosted();
  yield books.intent(from, to, '5', { useCase: 'hold' });
  yield approve();
  yield books.intent(from, to, '5', {
    useCase: 'reversal',
    constraints: { reverses: posted.intentId },
    fxSnapshotId: null,
    rows: [],
    original: originalOf(posted, from, to, postedSeq),
  });
  yield approve();
  yield books.intent(from, to, '6');
  yield { type: 'approval.reject', actor: checker, id: books.lastApproval(), comment: 'é \\ " \u2028' };
  yield books.intent(from, to, '6');
  yield { type: 'approval.withdraw', actor, id: books.lastApproval() };
  yield books.intent(from, to, '40');
  yield { type: 'limit.set', actor, key: 'txn_amount_max', value: '30' };
  yield approve();
  yield books.intent(from, to, '7');
  yield { type: 'four_eyes.set', actor, on: true };
  const joining = randomUUID();
  yield { type: 'member.add', actor, userId: joining, role: 'member' };
  yield { type: 'member.change_role', actor, userId: joining, role: 'owner' };
  yield approve();
  yield { type: 'limit.set', actor, key: 'high_risk_amount', value: null };
  yield { type: 'approval.reject', actor: checker, id: books.lastApproval(), comment: '' };
  yield { type: 'four_eyes.set', actor, on: false };
  const reset: Command = { type: 'second_factor.grant_reset', actor, userId: joining, waitSeconds: 0 };
  yield reset;
  yield approve();
  yield { type: 'second_factor.stop_reset', actor: { kind: 'user', id: joining } };
  yield reset;
  yield approve();
  yield { type: 'second_factor.finish_reset', actor: systemActor, userId: joining };
  yield reset;
  yield approve();
  const year = new Date().getUTCFullYear() - 1;
  yield { type: 'period.reopen', actor, start: `${year}-04-01`, end: `${year}-06-30`, evidenceRef: null, reason: 'A late invoice' };
  yield approve();
  yield { type: 'control.register', actor, id: randomUUID(), name: 'Waits', spec: {} };
}
