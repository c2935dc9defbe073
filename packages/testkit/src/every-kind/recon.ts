import { randomUUID } from 'node:crypto';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { Books } from '../books.ts';
import { tokenOf } from './pieces.ts';

/** A source that is saved twice and one that is removed; rows of two statements, matched by a run and by hand, undone; exceptions. */
export function* recon(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [accountId = '', other = ''] = books.accounts;
  const source = { type: 'recon_source.save', actor, accountId, bankAccount: null, csv: null } as const;
  yield { ...source, name: 'Main bank' };
  yield { ...source, name: 'Main bank', bankAccount: 'DE89370400440532013000', csv: { date: 'Day', date_format: 'YYYY-MM-DD' } };
  yield { ...source, name: 'Old bank' };
  yield { type: 'recon_source.remove', actor, name: 'Old bank' };
  const today = new Date().toISOString().slice(0, 10);
  const rowOf = (amountE8: bigint, line: number, more = {}) => ({
    id: randomUUID(),
    at: today,
    on: today,
    amountE8,
    line,
    wordsToken: null,
    ...more,
  });
  const [first, second] = [
    rowOf(100_000_000n, 1, { at: `${today}T10:00:00.000000Z`, wordsToken: tokenOf('words') }),
    rowOf(-200_000_000n, 2),
  ];
  const [third, fourth] = [rowOf(700_000_000n, 1), rowOf(-700_000_000n, 2)];
  const statement = { id: randomUUID(), source: 'Main bank', accountId, reference: '1/2', fromOn: today, toOn: today };
  const told = { ...statement, openingE8: 100_000_000n, closingE8: 0n, rows: [first, second] };
  const bare = { ...statement, id: randomUUID(), reference: '', fromOn: null, toOn: null, openingE8: null, closingE8: null };
  const file = { type: 'recon.import', actor, format: 'mt940', fileSha256: 'd'.repeat(64) } as const;
  yield { ...file, id: randomUUID(), statements: [told] };
  yield { ...file, id: randomUUID(), format: 'json', fileSha256: null, statements: [{ ...bare, rows: [first, third, fourth] }] };
  const byHand = { id: randomUUID(), account_id: accountId, rule: 'manual', score: null, reason: 'Came back', postings: [] } as const;
  yield { type: 'recon.match', actor, runId: null, matches: [{ ...byHand, row_ids: [third.id, fourth.id] }] };
  yield { type: 'recon.unmatch', actor, matchId: byHand.id };
  const exception = { type: 'recon.set_exception', actor, noteToken: tokenOf('note') } as const;
  yield { ...exception, rowId: third.id, ownerId: null };
  yield { ...exception, rowId: third.id, ownerId: actor.id };
  yield { type: 'recon.clear_exception', actor, rowId: third.id };
  yield { ...exception, rowId: fourth.id, ownerId: null };
  yield { ...exception, rowId: first.id, ownerId: null };
  yield books.intent(accountId, other, '1');
  const found = { id: randomUUID(), account_id: accountId, rule: 'one_to_one', score: 100, reason: 'Same' } as const;
  yield {
    type: 'recon.match',
    actor,
    runId: randomUUID(),
    matches: [{ ...found, row_ids: [first.id], postings: [{ seq: books.lastPosted(), line: 1 }] }],
  };
}
