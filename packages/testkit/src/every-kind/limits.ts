import type { Command } from '@countinghouse/kernel/ledger/commands';
import type { LimitKey } from '@countinghouse/kernel/limits/events';
import type { Books } from '../books.ts';
import { HOLD_LIFE_MS } from './pieces.ts';

/** Limits that are passed and that are not; holds of the day that are captured in part, voided, and past their time. */
export function* limits(books: Books): Generator<Command, void> {
  const actor = books.owner;
  const [from = '', to = ''] = books.accounts;
  const set = (key: LimitKey, value: string | null): Command => ({ type: 'limit.set', actor, key, value });
  yield set('high_risk_amount', '1000');
  yield set('high_risk_amount', null);
  yield set('txn_amount_max', '50.5');
  yield books.intent(from, to, '5');
  yield set('daily_txn_count_max', '9999');
  yield set('daily_txn_amount_max', '1');
  yield { type: 'fx_rate.set', actor, base: 'USD', quote: 'CHF', rate: '0.9', asofUs: 1_000_000n, source: 'x' };
  yield books.intent(from, to, '99');
  yield books.intent(from, to, '5');
  yield set('daily_txn_amount_max', null);
  yield books.intent(from, to, '5');
  const [held, freed] = [books.intent(from, to, '7', { useCase: 'hold' }), books.intent(from, to, '8', { useCase: 'hold' })];
  yield* [held, freed];
  const following = { fxSnapshotId: null, rows: [] };
  yield books.intent(from, to, '3', { useCase: 'capture', constraints: { hold: held.intentId }, fxSnapshotId: null });
  yield books.intent(from, to, '8', { useCase: 'void', constraints: { hold: freed.intentId }, ...following });
  const hold_expires_at = new Date(Date.now() + HOLD_LIFE_MS).toISOString();
  yield books.intent(from, to, '6', { useCase: 'hold', constraints: { hold_expires_at } });
}
