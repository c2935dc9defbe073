import { randomUUID } from 'node:crypto';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Books } from '../books.ts';

export function* templatesAndSchedules(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const row = { debit_account: from, credit_account: to, amount: null, currency: 'USD', narrative: 'n' };
  const content = { use_case: 'rent', constraints: { a: [1] }, rows: [{ ...row, amount: '1.00000000' }] };
  const [kept, gone, running, last] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];
  yield { type: 'template.save', actor, id: kept, replaces: false, name: 'Rent', content: { ...content, rows: [row] } };
  yield { type: 'template.save', actor, id: kept, replaces: true, name: 'Rent', content };
  yield { type: 'template.save', actor, id: gone, replaces: false, name: 'Gone', content };
  yield { type: 'template.remove', actor, id: gone };
  const today = new Date().toISOString().slice(0, 10);
  const schedule = { type: 'schedule.create', actor, name: 'Rent', content, startOn: today } as const;
  yield { ...schedule, id: running, templateId: kept, frequency: 'monthly', endOn: null };
  yield { ...schedule, id: last, templateId: null, frequency: 'daily', endOn: today };
  yield books.intent(from, to, '1', { schedule: { id: running, on: today } });
  yield books.intent(from, from, '1', { schedule: { id: last, on: today } });
  yield { type: 'schedule.pause', actor, id: running, reasonCode: 'FORBIDDEN' };
  yield { type: 'schedule.resume', actor, id: running };
  yield { type: 'schedule.pause', actor, id: running, reasonCode: null };
  yield { type: 'schedule.end', actor, id: running };
}
