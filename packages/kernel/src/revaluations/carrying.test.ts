import { describe, expect, test } from 'vitest';
import { parseAmountE8 } from '../money/amount.ts';
import { parseRate } from '../money/rate.ts';
import { ratioOf } from '../money/ratio.ts';
import { carry } from './carrying.ts';

const e8 = (text: string): bigint => parseAmountE8(text) ?? 0n;
const rates: Readonly<Record<string, string>> = { '2026-01-01': '1.10', '2026-01-02': '1.20', '2026-01-03': '1.50' };
const carried = (...days: readonly (readonly [day: string, net: string])[]) =>
  carry(
    days.map(([day, net]) => ({ date: `2026-01-0${day}`, netE8: e8(net) })),
    (date) => ratioOf(parseRate(rates[date] ?? '') ?? { digits: 0n, scale: 0 }),
  );

describe('what a balance is carried at', () => {
  test.each([
    ['nothing', [], '0', '0'],
    ['what came in, at the rate of its day', [['1', '100']], '100', '110'],
    [
      'what came in on two days, at both rates',
      [
        ['1', '100'],
        ['2', '100'],
      ],
      '200',
      '230',
    ],
    [
      'what is left, at the average of what came in',
      [
        ['1', '100'],
        ['2', '100'],
        ['3', '-50'],
      ],
      '150',
      '172.5',
    ],
    [
      'nothing, where all went out',
      [
        ['1', '100'],
        ['3', '-100'],
      ],
      '0',
      '0',
    ],
    [
      'what is owed then, at the rate of the day it went through zero',
      [
        ['1', '100'],
        ['3', '-140'],
      ],
      '-40',
      '-60',
    ],
    [
      'a debt, just as what is owned',
      [
        ['1', '-100'],
        ['2', '-100'],
        ['3', '50'],
      ],
      '-150',
      '-172.5',
    ],
    [
      'a third, rounded half-even',
      [
        ['1', '0.00000003'],
        ['2', '-0.00000002'],
      ],
      '0.00000001',
      '0.00000001',
    ],
    [
      'what came in again after it was empty, at the new rate',
      [
        ['1', '100'],
        ['2', '-100'],
        ['3', '10'],
      ],
      '10',
      '15',
    ],
    [
      'what there was, over a day that came to nothing',
      [
        ['1', '100'],
        ['2', '0'],
      ],
      '100',
      '110',
    ],
  ] as const)('is %s', (_what, days, balance, carrying) => {
    expect(carried(...days)).toEqual({ balanceE8: e8(balance), carryingE8: e8(carrying) });
  });
});
