import { member, NOW, openTenant, owner, type PureLedger, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Decision } from '../ledger/decision.ts';
import { parseInstant } from '../time/instant.ts';
import type { SetFxRate } from './commands.ts';
import { effectiveRates } from './decide.ts';

const us = (text: string): bigint => parseInstant(text) ?? -1n;
const set = (more: Partial<SetFxRate> = {}): SetFxRate => ({
  type: 'fx_rate.set',
  actor: owner,
  base: 'EUR',
  quote: 'USD',
  rate: '1.0825',
  asofUs: us(NOW),
  source: 'TENANT_OVERRIDE',
  ...more,
});
const path = (d: Decision): unknown =>
  d.kind === 'refused' ? ((d.details as readonly { readonly path: string }[])[0]?.path ?? d.code) : d.kind;

describe('setting a rate', () => {
  test('is an event with its one spelling and the time from which it holds', () => {
    expect(openTenant().decide(set({ rate: '1.0000' }))).toEqual({
      kind: 'append',
      events: [
        { type: 'fx_rate.set', payload: { base_currency: 'EUR', quote_currency: 'USD', rate: '1', asof: NOW, source: 'TENANT_OVERRIDE' } },
      ],
    });
  });
  test('may use currencies that the organisation does not post in', () => {
    expect(openTenant().decide(set({ base: 'JPY', quote: 'KWD' })).kind).toBe('append');
  });
  test.each<readonly [string, Partial<SetFxRate>, string]>([
    ['base_currency', { base: 'ZZZ', quote: 'ZZZ', rate: '0' }, 'an unknown base, before everything else'],
    ['quote_currency', { quote: 'ZZZ', rate: '0' }, 'an unknown quote'],
    ['quote_currency', { quote: 'EUR', rate: '0' }, 'a pair of one currency'],
    ['rate', { rate: '0' }, 'a rate of zero'],
    ['rate', { rate: '-1' }, 'a negative rate'],
    ['rate', { rate: '1.2345678901234' }, 'more digits than twelve'],
  ])('is refused at %s for %o: %s', (where, change) => {
    expect(path(openTenant().decide(set(change)))).toBe(where);
  });
  test('needs an owner or administrator; a stranger learns nothing', () => {
    expect(openTenant().decide(set({ actor: member, base: 'ZZZ' }))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'admin' } });
    expect(openTenant().decide(set({ actor: stranger }))).toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the rate in force', () => {
  const at = (ledger: PureLedger, text: string): readonly string[] =>
    effectiveRates(ledger.state, us(text)).map((r) => `${r.base_currency}/${r.quote_currency} ${r.rate}`);

  test('is the latest that began by then, whatever the order in which they were set', () => {
    const ledger = openTenant();
    for (const [rate, asof] of [
      ['3', '2026-03-01T00:00:00Z'],
      ['1', '2026-01-01T00:00:00Z'],
      ['2', '2026-02-01T00:00:00Z'],
    ] as const)
      ledger.submit(set({ rate, asofUs: us(asof) }));
    expect(at(ledger, '2025-12-31T23:59:59.999999Z')).toEqual([]);
    expect(at(ledger, '2026-01-01T00:00:00Z')).toEqual(['EUR/USD 1']);
    expect(at(ledger, '2026-02-28T23:59:59.999999Z')).toEqual(['EUR/USD 2']);
    expect(at(ledger, '2026-12-31T00:00:00Z')).toEqual(['EUR/USD 3']);
  });
  test('is replaced by one for the same time', () => {
    const ledger = openTenant();
    ledger.submit(set({ rate: '1' }));
    ledger.submit(set({ rate: '2' }));
    expect(at(ledger, NOW)).toEqual(['EUR/USD 2']);
    expect(ledger.state.fxRates.get('EUR/USD')).toHaveLength(1);
  });
  test('is listed by pair; a pair and its inverse are two', () => {
    const ledger = openTenant();
    for (const [base, quote] of [
      ['USD', 'EUR'],
      ['EUR', 'USD'],
      ['EUR', 'CHF'],
    ] as const)
      ledger.submit(set({ base, quote, rate: '1' }));
    expect(at(ledger, NOW)).toEqual(['EUR/CHF 1', 'EUR/USD 1', 'USD/EUR 1']);
  });
});
