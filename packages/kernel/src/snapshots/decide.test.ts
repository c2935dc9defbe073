import { intentOf, member, NOW, openBooks, openTenant, owner, sha256, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { decide } from '../ledger.ts';
import { parseInstant } from '../time/instant.ts';
import type { TakeSnapshot } from './commands.ts';

const take = (kind: TakeSnapshot['kind'], more: Partial<TakeSnapshot> = {}): TakeSnapshot => ({
  type: 'snapshot.take',
  actor: member,
  id: 'snap',
  kind,
  label: 'Month end',
  source: 'console',
  ...more,
});

describe('taking a snapshot', () => {
  test('names the position before it: the last event that it covers, its hash, and the root of the tree there', () => {
    const ledger = openBooks();
    ledger.submit(intentOf());
    const last = ledger.events.at(-1);
    const { rootHash } = ledger.root();
    expect(ledger.submit(take('reference'))).toEqual({
      kind: 'append',
      events: [
        {
          type: 'snapshot.taken',
          payload: {
            id: 'snap',
            kind: 'reference',
            label: 'Month end',
            seq: last?.seq,
            event_hash: last?.eventHash,
            root_hash: rootHash,
            effective_at: NOW,
            source: 'console',
            uri: null,
            metadata: {},
          },
        },
      ],
    });
    expect(ledger.state.head.seq).toBe((last?.seq ?? 0) + 1);
    expect(ledger.state.snapshots.get('snap')).toEqual({ id: 'snap', kind: 'reference', seq: last?.seq, effectiveAt: NOW });
  });
  test('is never of a tree that ends elsewhere than the log', () => {
    const ledger = openBooks();
    const facts = { nowUs: ledger.nowUs, sha256, prior: null };
    const { rootHash, size } = ledger.root();
    for (const root of [undefined, { rootHash, size: size - 1 }])
      expect(() => decide(ledger.state, take('reference'), { ...facts, ...(root === undefined ? {} : { root }) })).toThrow(
        'the root was not read where the log ends',
      );
  });
  test('of the rates freezes those in force at this instant: not later ones, and there may be none', () => {
    const ledger = openTenant();
    expect(ledger.decide(take('fx'))).toMatchObject({
      events: [{ payload: { metadata: { reporting_currency: 'USD', rates: [], derived: [] } } }],
    });
    for (const [rate, asof] of [
      ['1.1', '2026-06-15T12:00:00Z'],
      ['9.9', '2026-06-15T12:00:00.000001Z'],
    ] as const)
      ledger.submit({ type: 'fx_rate.set', actor: owner, base: 'EUR', quote: 'USD', rate, asofUs: parseInstant(asof) ?? 0n, source: 's' });
    expect(ledger.decide(take('fx'))).toMatchObject({
      events: [
        {
          payload: {
            metadata: {
              rates: [{ base_currency: 'EUR', quote_currency: 'USD', rate: '1.1', asof: NOW, source: 's' }],
              derived: [{ base_currency: 'USD', quote_currency: 'EUR', rate: '0.909090909091', derived: 'inverse', via: null }],
            },
          },
        },
      ],
    });
  });
  test('of the rates marks what follows from them: inverses, and crosses where only those lead to the reporting currency', () => {
    const ledger = openTenant();
    for (const [quote, rate] of [
      ['USD', '1.1'],
      ['JPY', '165'],
    ] as const)
      ledger.submit({ type: 'fx_rate.set', actor: owner, base: 'EUR', quote, rate, asofUs: 0n, source: 'ECB' });
    expect(ledger.decide(take('fx'))).toMatchObject({
      events: [
        {
          payload: {
            metadata: {
              reporting_currency: 'USD',
              rates: [{ quote_currency: 'JPY' }, { quote_currency: 'USD' }],
              derived: [
                { base_currency: 'JPY', quote_currency: 'USD', rate: '0.00666666666667', derived: 'cross', via: 'EUR' },
                { base_currency: 'USD', quote_currency: 'EUR', rate: '0.909090909091', derived: 'inverse', via: null },
                { base_currency: 'USD', quote_currency: 'JPY', rate: '150', derived: 'cross', via: 'EUR' },
              ],
            },
          },
        },
      ],
    });
  });
  test('of the rates freezes those of an earlier instant where one is named: the closing rates of a period that is over', () => {
    const ledger = openTenant();
    for (const [rate, asof] of [
      ['1.1', '2026-05-31T15:00:00Z'],
      ['1.2', '2026-06-02T15:00:00Z'],
    ] as const)
      ledger.submit({ type: 'fx_rate.set', actor: owner, base: 'EUR', quote: 'USD', rate, asofUs: parseInstant(asof) ?? 0n, source: 's' });
    const closing = '2026-05-31T23:59:59.000000Z';
    expect(ledger.decide(take('fx', { effectiveUs: parseInstant(closing) }))).toMatchObject({
      events: [{ payload: { effective_at: closing, seq: ledger.state.head.seq, metadata: { rates: [{ rate: '1.1' }] } } }],
    });
  });
  test('is of what is now: refuses an instant ahead, and an earlier one of anything but rates', () => {
    const ledger = openTenant();
    const refused = (message: string) => ({ kind: 'refused', code: 'VALIDATION_ERROR', details: [{ path: 'effective_at', message }] });
    expect(ledger.decide(take('fx', { effectiveUs: ledger.nowUs + 1n }))).toMatchObject(refused('Use a time that is not ahead.'));
    for (const kind of ['reference', 'config'] as const)
      expect(ledger.decide(take(kind, { effectiveUs: ledger.nowUs - 1n }))).toMatchObject(
        refused('Only rates can be those of an earlier time: take an FX snapshot.'),
      );
  });
  test('of the configuration freezes settings, limits, controls in force, and the chart of accounts in the order of its codes', () => {
    const ledger = openBooks();
    ledger.submit({ type: 'limit.set', actor: owner, key: 'txn_amount_max', value: '5' });
    ledger.submit({ type: 'limit.set', actor: owner, key: 'daily_txn_count_max', value: '7' });
    for (const id of ['c', 'gone']) ledger.submit({ type: 'control.register', actor: owner, id, name: `Control ${id}`, spec: {} });
    ledger.submit({ type: 'control.register', actor: owner, id: 'c', name: 'Control c', spec: { a: 1 } });
    ledger.submit({ type: 'control.retire', actor: owner, id: 'gone' });
    const decision = ledger.decide(take('config'));
    expect(decision).toMatchObject({
      events: [
        {
          payload: {
            metadata: {
              settings: {
                name: 'Test Books',
                reporting_currency: 'USD',
                signing_mode: 'STANDARD',
                enforce_signed_intents: false,
                jwks_url: null,
                currencies: ['EUR', 'USD'],
              },
              limits: {
                high_risk_amount: null,
                txn_amount_max: '5.00000000',
                daily_txn_amount_max: null,
                daily_txn_count_max: '7',
              },
              controls: [{ id: 'c', name: 'Control c', version: 2 }],
              chart: [
                { code: '1000', title: 'GL 1000', class: 'A', normal_balance: 'DR', parent_id: null },
                { code: '2000', title: 'GL 2000', class: 'L', normal_balance: 'CR', parent_id: null },
              ],
            },
          },
        },
      ],
    });
  });
  test('is open to members and closed to strangers and while read-only', () => {
    const ledger = openTenant();
    expect(ledger.decide(take('fx', { actor: stranger }))).toMatchObject({ code: 'NOT_FOUND' });
    ledger.state.readOnly = true;
    expect(ledger.decide(take('fx'))).toMatchObject({ code: 'TENANT_READONLY' });
  });
});
