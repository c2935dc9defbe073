import type { Template } from '@countinghouse/contract/features/templates';
import { describe, expect, test } from 'vitest';
import { type Draft, newDraft, newRow } from './draft.ts';
import { changeFrom, templateFaultOf, templateOf } from './template.ts';

const now = new Date('2026-01-31T12:00:00Z');
const row = newRow({ debitAccount: 'a', creditAccount: 'b', amount: '12.50', currency: 'USD', narrative: ' Rent ' });
const draft: Draft = { ...newDraft(now), rows: [row, { ...row, id: 'second', amount: '' }] };

describe('a draft as a template', () => {
  test('keeps rows, use case and what is asked of the funds; amounts may be left open', () => {
    expect(templateFaultOf(draft)).toBeNull();
    expect(templateOf({ ...draft, useCase: 'hold', holdUntil: '2026-02-07T12:00:00Z', requireAvailable: true }, 'Rent')).toEqual({
      name: 'Rent',
      use_case: 'hold',
      constraints: { require_available: true },
      rows: [
        { debitAccount: 'a', creditAccount: 'b', amount: '12.50000000', currency: 'USD', narrative: 'Rent' },
        { debitAccount: 'a', creditAccount: 'b', amount: null, currency: 'USD', narrative: 'Rent' },
      ],
    });
  });
  test.each([
    ['an account is missing', { debitAccount: '' }, 'Choose an account'],
    ['an amount cannot be read', { amount: '1,5' }, 'Use a decimal with at most 20 digits before and 8 after the point.'],
    ['a currency is missing', { currency: '' }, '3 letters'],
  ])('cannot be saved while %s', (_what, change, sentence) => {
    expect(templateFaultOf({ ...draft, rows: [{ ...row, ...change }] })).toBe(sentence);
  });
});

describe('a template as a draft', () => {
  const template: Template = {
    id: 't',
    name: 'Rent',
    use_case: 'manual_post',
    constraints: {},
    rows: [
      { debitAccount: 'CASH', creditAccount: 'b', amount: '12.50000000', currency: 'USD', narrative: 'Rent' },
      { debitAccount: 'gone', creditAccount: 'b', amount: null, currency: 'USD', narrative: '' },
    ],
    saved_at: '',
    saved_by: '',
  };
  const accounts = [
    { id: 'a', code: 'CASH' },
    { id: 'b', code: 'BANK' },
  ];
  test('finds accounts by code or id, leaves open what is open or gone, and shows amounts as they are written', () => {
    const { rows, useCase, requireAvailable } = changeFrom(template, accounts, draft, now);
    expect([useCase, requireAvailable]).toEqual(['manual_post', false]);
    expect(rows?.map((r) => [r.debitAccount, r.creditAccount, r.amount, r.currency, r.narrative])).toEqual([
      ['a', 'b', '12.5', 'USD', 'Rent'],
      ['', 'b', '', 'USD', ''],
    ]);
  });
  test('of a hold suggests until when', () => {
    expect(changeFrom({ ...template, use_case: 'hold' }, accounts, draft, now)).toMatchObject({
      useCase: 'hold',
      holdUntil: '2026-02-07T12:00:00Z',
    });
  });
});
