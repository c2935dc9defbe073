import { randomUUID } from 'node:crypto';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { addDays, addMonths } from '@countinghouse/kernel/time/instant';
import type { Books } from '../books.ts';

/** A month of interest whose second day is corrected, capitalised; then another bucket, and none. */
export function* interest(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [accountId = '', counterAccountId = ''] = books.accounts;
  const [gl, first, second] = [randomUUID(), randomUUID(), randomUUID()];
  const day = (n: number): string => new Date(Date.now() - n * 86_400_000).toISOString().slice(0, 10);
  const start = `${addMonths(day(0), -1).slice(0, 7)}-01`;
  yield { type: 'gl_account.create', actor, id: gl, code: '2500', title: 'Accrued', class: 'L', normalBalance: 'CR', parentId: null };
  yield { type: 'interest_settings.change', actor, dayCount: '30/360', counterAccountId };
  yield { type: 'interest_settings.change', actor, dayCount: 'ACT/365' };
  const bucket = { type: 'interest_bucket.create', actor, accruedGlId: gl, effectiveOn: start } as const;
  yield { ...bucket, id: first, code: 'SAVINGS', rateE8: 500_000_000n };
  yield { ...bucket, id: second, code: 'TERM', rateE8: -50_000_000n };
  yield { type: 'interest_rate.set', actor, bucketId: first, rateE8: 300_000_000n, effectiveOn: start };
  yield { type: 'account.set_bucket', actor, accountId, bucketId: first, effectiveOn: start };
  const ask = (useCase: string, valueDate: string, asked: NonNullable<ExecuteIntent['interest']>): Command =>
    books.intent('', '', '1', { actor: systemActor, useCase, valueDate, rows: [], fxSnapshotId: null, interest: asked });
  const about = { accountId, knownAt: 1, spareIds: [randomUUID(), randomUUID()] };
  const balanceE8 = -100_000_000_000n;
  for (let on = start; on < addMonths(start, 1); on = addDays(on, 1))
    yield ask('interest_accrual', on, { ...about, kind: 'accrual', on, balanceE8: on === start ? 0n : balanceE8, corrections: [] });
  const was = { balanceE8: 0n, rateE8: 300_000_000n };
  const corrections = [{ on: start, dayCount: 'ACT/365', was, balanceE8 } as const];
  yield ask('interest_accrual', start, { ...about, kind: 'accrual', on: null, balanceE8: 0n, corrections });
  yield ask('interest_capitalisation', start, { ...about, kind: 'capitalisation', month: start.slice(0, 7) });
  yield { type: 'account.set_bucket', actor, accountId, bucketId: second, effectiveOn: addDays(day(0), 1) };
  yield { type: 'account.set_bucket', actor, accountId, bucketId: null, effectiveOn: null };
  yield { type: 'interest_settings.change', actor, counterAccountId: null };
}
