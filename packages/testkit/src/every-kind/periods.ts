// Periods that are closed, with their tasks, and years.

import { randomUUID } from 'node:crypto';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { type Actor, systemActor } from '@countinghouse/kernel/ledger/actor';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Books } from '../books.ts';
import { originalOf, tokenOf } from './pieces.ts';

/** Last year: one month closed and published with an adjustment, a posting and a reversal that come too late; another that is closing. */
export function* periods(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const year = new Date().getUTCFullYear() - 1;
  const [start, end] = [`${year}-03-01`, `${year}-03-31`];
  const range = { actor, start, end, evidenceRef: null };
  const fx = books.intent(from, to, '1').fxSnapshotId ?? '';
  const opening = { type: 'period.start', valuationSnapshotId: fx, snapshotKind: 'fx' } as const;
  const closing = randomUUID();
  yield { ...range, ...opening, id: closing };
  yield* closeTasks(actor, closing, end);
  const [row] = books.intent(from, to, '2').rows;
  const dated = { valueDate: end, rows: [{ ...(row as NonNullable<typeof row>), valueDate: end }] };
  const adjusting = books.intent(from, to, '2', dated);
  yield adjusting;
  yield {
    ...range,
    type: 'period.lock',
    adjustmentsSnapshotId: fx,
    adjustmentsSnapshotKind: null,
    adjustingEvent: { eventId: randomUUID(), seq: 3, there: true },
  };
  yield books.intent(from, to, '2', dated);
  yield books.intent(from, to, '2', {
    useCase: 'reversal',
    constraints: { reverses: adjusting.intentId },
    fxSnapshotId: null,
    rows: [],
    original: originalOf(adjusting, from, to, books.lastPosted()),
  });
  const files = [{ format: 'csv', sha256: 'e'.repeat(64), size_bytes: 5 }] as const;
  yield { ...range, type: 'period.publish', statementUri: 'https://example.com/statement', files, evidenceRef: 'vault/1' };
  const later = { start: `${year}-04-01`, end: `${year}-06-30`, id: randomUUID(), evidenceRef: 'vault/2' };
  yield { ...range, ...opening, ...later };
  yield { ...range, ...later, type: 'period.lock', adjustmentsSnapshotId: null, adjustmentsSnapshotKind: null, adjustingEvent: null };
  yield { ...range, ...opening, start: `${year}-07-01`, end: `${year}-07-10`, id: randomUUID() };
}

/** Dollar accounts of an organisation that reports in francs, revalued while August closes; a year that ends in June, closed and taken back. */
export function* revaluationAndYearEnd(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const year = new Date().getUTCFullYear() - 1;
  const rate = { type: 'fx_rate.set', actor, base: 'USD', quote: 'CHF', source: 'TENANT_OVERRIDE' } as const;
  yield { ...rate, rate: '0.9', asofUs: 1_000_000n };
  const dated = (debit: string, credit: string, valueDate: string): ExecuteIntent => {
    const { rows, ...intent } = books.intent(debit, credit, '40', { valueDate });
    return { ...intent, rows: rows.map((row) => ({ ...row, valueDate })) };
  };
  const range = { actor, start: `${year}-08-01`, end: `${year}-08-31` } as const;
  yield dated(from, to, range.end);
  yield { ...rate, rate: '0.8', asofUs: BigInt(Date.now()) * 1000n - 1_000_000n };
  const valuation = randomUUID();
  yield { type: 'snapshot.take', actor, id: valuation, kind: 'fx', label: 'valuation', source: 'test' };
  yield { ...range, type: 'period.start', id: randomUUID(), valuationSnapshotId: valuation, snapshotKind: 'fx', evidenceRef: null };
  yield { ...range, type: 'period.revalue', valuationSnapshotId: null };
  const [gl, account] = [randomUUID(), randomUUID()];
  yield { type: 'gl_account.create', actor, id: gl, code: '4000', title: 'Sales', class: 'I', normalBalance: null, parentId: null };
  const sales = { code: 'SALES', currency: 'USD', kind: 'operational', externalRef: null, entityId: null, floor: 'none' } as const;
  yield { type: 'account.create', actor, id: account, ...sales, glAccountId: gl };
  const end = `${year - 1}-06-30`;
  yield dated(from, account, end);
  yield { type: 'year.close', actor, end };
  yield { type: 'year.reopen', actor, end };
}

/** A template, and tasks of a period: with a person's name and a role's, done, undone, removed, late and commented on. */
function* closeTasks(actor: Actor, periodId: string, end: string): Generator<Command, void> {
  const words = { title: 'Count cash', group: 'Cash', owner_role: null, check: null } as const;
  const [count, rows, gone] = [randomUUID(), randomUUID(), randomUUID()];
  yield { type: 'close_template.set', actor, tasks: [{ ...words, owner_id: actor.id, due_days: -1 }] };
  yield { type: 'close_template.set', actor, tasks: [{ ...words, owner_id: null, owner_role: 'owner', due_days: 5 }] };
  const tasks = [
    { ...words, id: count, owner_id: actor.id, due_on: end },
    { ...words, id: rows, owner_id: null, owner_role: 'member', due_on: end, check: 'bank_rows' },
    { ...words, id: gone, owner_id: null, due_on: end },
  ] as const;
  yield { type: 'close_tasks.add', actor, periodId, fromTemplate: true, tasks };
  yield {
    type: 'close_tasks.add',
    actor,
    periodId,
    fromTemplate: false,
    tasks: [{ ...words, id: randomUUID(), owner_id: null, due_on: end }],
  };
  yield { type: 'close_task.finish', actor, id: gone };
  yield { type: 'close_task.undo', actor, id: gone };
  yield { type: 'close_task.remove', actor, id: gone };
  yield { type: 'close_task.finish', actor, id: count };
  yield { type: 'close_tasks.tell_late', actor: systemActor, periodId, ids: [rows] };
  const textToken = tokenOf('on-the-task');
  yield { type: 'comment.add', actor, id: randomUUID(), subject: 'task', subjectId: rows, textToken, mentions: [actor.id] };
}
