import { member, openTenant, owner, type PureLedger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { parseInstant } from '../time/instant.ts';
import type { ImportFxRates } from './commands.ts';
import { RATES_AN_EVENT_MAX, RATES_AN_IMPORT_MAX } from './import.ts';

const DAY_US = 86_400_000_000n;
const first = parseInstant('2026-01-01T15:00:00Z') ?? 0n;
const days = (count: number, rates: ImportFxRates['days'][number]['rates'] = [['USD', '1.1']]): ImportFxRates['days'] =>
  Array.from({ length: count }, (_, i) => ({ asofUs: first + BigInt(i) * DAY_US, rates }));
const take = (more: Partial<ImportFxRates> = {}): ImportFxRates => ({
  type: 'fx_rates.import',
  actor: owner,
  source: 'ECB',
  base: 'EUR',
  days: days(1),
  fileSha256: 'a'.repeat(64),
  ...more,
});
const imported = (ledger: PureLedger, command: ImportFxRates): readonly unknown[] => {
  const decision = ledger.submit(command);
  if (decision.kind !== 'append') throw new Error(`refused: ${JSON.stringify(decision)}`);
  return decision.events.map((e) => e.payload);
};

describe('importing rates', () => {
  test('is one event with the days, each rate in its one spelling; the rates are then in force', () => {
    const ledger = openTenant();
    const rates = [
      ['USD', '1.0980'],
      ['JPY', '171.54'],
    ] as const;
    expect(imported(ledger, take({ days: days(1, rates) }))).toEqual([
      {
        source: 'ECB',
        base_currency: 'EUR',
        file_sha256: 'a'.repeat(64),
        days: [{ asof: '2026-01-01T15:00:00.000000Z', rates: { USD: '1.098', JPY: '171.54' } }],
      },
    ]);
    expect(ledger.state.fxRates.get('EUR/JPY')).toEqual([{ rate: '171.54', asofUs: first, source: 'ECB' }]);
  });
  test('again appends nothing; a corrected rate is appended alone', () => {
    const ledger = openTenant();
    const two = days(2, [
      ['USD', '1.1'],
      ['CHF', '0.95'],
    ]);
    expect(imported(ledger, take({ days: two }))).toHaveLength(1);
    expect(imported(ledger, take({ days: two }))).toEqual([]);
    expect(
      imported(
        ledger,
        take({
          days: [
            ...two.slice(0, 1),
            {
              asofUs: first + DAY_US,
              rates: [
                ['USD', '1.100'],
                ['CHF', '0.96'],
              ],
            },
          ],
        }),
      ),
    ).toEqual([expect.objectContaining({ days: [{ asof: '2026-01-02T15:00:00.000000Z', rates: { CHF: '0.96' } }] })]);
    expect(ledger.state.fxRates.get('EUR/CHF')?.map((r) => r.rate)).toEqual(['0.95', '0.96']);
  });
  test('leaves what the organisation set itself for the same instant', () => {
    const ledger = openTenant();
    ledger.submit({ type: 'fx_rate.set', actor: owner, base: 'EUR', quote: 'USD', rate: '9', asofUs: first, source: 'TENANT_OVERRIDE' });
    expect(imported(ledger, take({ days: days(2) }))).toMatchObject([{ days: [{ asof: '2026-01-02T15:00:00.000000Z' }] }]);
    expect(ledger.state.fxRates.get('EUR/USD')?.map((r) => r.rate)).toEqual(['9', '1.1']);
  });
  test('of many makes several events, none above its size, and keeps each list ascending whatever the order of the days', () => {
    const ledger = openTenant();
    const many = days(RATES_AN_EVENT_MAX + 1).toReversed();
    const events = imported(ledger, take({ days: many })) as readonly { readonly days: readonly unknown[] }[];
    expect(events.map((e) => e.days.length)).toEqual([RATES_AN_EVENT_MAX, 1]);
    const list = ledger.state.fxRates.get('EUR/USD') ?? [];
    expect(list).toHaveLength(many.length);
    expect(list.every((r, i) => i === 0 || (list[i - 1]?.asofUs ?? 0n) < r.asofUs)).toBe(true);
  });
  test.each<readonly [string, Partial<ImportFxRates>]>([
    ['too many rates', { days: days(RATES_AN_IMPORT_MAX + 1) }],
    ['the base against itself', { days: days(1, [['EUR', '1']]) }],
    ['a currency that is none', { days: days(1, [['ZZZ', '1']]) }],
    ['a rate of zero', { days: days(1, [['USD', '0']]) }],
    ['a rate of thirteen digits', { days: days(2, [['USD', '1.234567890123']]) }],
  ])('is refused whole for %s', (_what, more) => {
    expect(openTenant().decide(take(more))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'content' }] });
  });
  test('needs an owner or administrator, and is refused while read-only', () => {
    const ledger = openTenant();
    expect(ledger.decide(take({ actor: member }))).toMatchObject({ code: 'FORBIDDEN', details: { needs: 'admin' } });
    ledger.state.readOnly = true;
    expect(ledger.decide(take())).toMatchObject({ code: 'TENANT_READONLY' });
  });
});
