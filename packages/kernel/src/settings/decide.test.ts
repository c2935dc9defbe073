import { intentOf, member, openBooks, owner, stranger } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import type { Actor } from '../ledger/actor.ts';
import type { SettingsChanged } from './events.ts';

const change = (what: SettingsChanged, actor: Actor = owner) => ({ type: 'settings.change', actor, change: what }) as const;

describe('changing settings', () => {
  test('is an event with what changed, null included', () => {
    const what = { primary_contact_token: null, logo_url: 'https://example.test/a.svg', locale: null, fiscal_year_start: 7 };
    expect(openBooks().decide(change(what))).toEqual({ kind: 'append', events: [{ type: 'settings.changed', payload: what }] });
  });
  test.each<readonly [string, SettingsChanged]>([
    ['nothing', {}],
    ['the reporting currency there is', { reporting_currency: 'USD' }],
  ])('%s is no event', (_what, what) => {
    expect(openBooks().decide(change(what))).toEqual({ kind: 'append', events: [] });
  });
  test('a new reporting currency is allowed with it, one that is allowed is not allowed again', () => {
    const ledger = openBooks();
    const types = (what: SettingsChanged) => {
      const decision = ledger.submit(change(what));
      return decision.kind === 'append' ? decision.events.map((e) => e.type) : [decision.kind];
    };
    expect(types({ reporting_currency: 'CHF' })).toEqual(['currency.allowed', 'settings.changed']);
    expect(types({ reporting_currency: 'EUR' })).toEqual(['settings.changed']);
    expect(ledger.state.reportingCurrency).toBe('EUR');
    expect(ledger.state.currencies.has('CHF')).toBe(true);
  });
  test('is refused: NOT_FOUND, FORBIDDEN, TENANT_READONLY, then REPORTING_CURRENCY_FIXED after the first posting', () => {
    const ledger = openBooks();
    ledger.submit(intentOf());
    const move = { reporting_currency: 'EUR', locale: 'de' };
    expect(ledger.decide(change(move, stranger))).toMatchObject({ code: 'NOT_FOUND' });
    expect(ledger.decide(change(move, member))).toMatchObject({ code: 'FORBIDDEN' });
    expect(ledger.decide(change(move))).toMatchObject({ code: 'REPORTING_CURRENCY_FIXED', details: { reporting_currency: 'USD' } });
    expect(ledger.decide(change({ reporting_currency: 'USD', locale: 'de' }))).toEqual({
      kind: 'append',
      events: [{ type: 'settings.changed', payload: { locale: 'de' } }],
    });
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(ledger.decide(change(move))).toMatchObject({ code: 'TENANT_READONLY' });
  });
  test('a rejected intent fixes nothing', () => {
    const ledger = openBooks();
    ledger.submit(intentOf({ fxSnapshotId: null }));
    expect(ledger.decide(change({ reporting_currency: 'EUR' })).kind).toBe('append');
  });
});
