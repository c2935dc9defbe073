import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { expect, test } from 'vitest';
import { DAY_MS, type DemoFrame, dayOf, monthsToClose } from './request.ts';
import { demoCommands, story } from './story.ts';

const ID = '7b0e3c8e-5a54-4a58-9d0f-2b6f2f7a1c01';
const actor = { kind: 'user', id: ID } as const;
const NOW_MS = Date.parse('2026-11-29T12:00:00Z');
const frame: DemoFrame = { tenantId: ID, maker: actor, checker: actor, idOf: () => ID, nowMs: NOW_MS };

test('a firm knows what lies ahead: money comes in and goes out within thirty days, on days of their own', () => {
  const told = story(frame) as readonly ExecuteIntent[];
  const day = (inDays: number): string => new Date(NOW_MS + inDays * DAY_MS).toISOString().slice(0, 10);
  const ahead = told.filter(({ valueDate }) => valueDate > day(0));
  expect(ahead.every(({ valueDate }) => valueDate <= day(30))).toBe(true);
  const moves = ahead.flatMap(({ valueDate, rows }) =>
    rows.flatMap(({ debit, credit, narrative }) =>
      debit.startsWith('BANK-') || credit.startsWith('BANK-') ? [{ valueDate, narrative, isIn: debit.startsWith('BANK-') }] : [],
    ),
  );
  expect(moves.map((m) => m.narrative)).toEqual(
    expect.arrayContaining(['Net salaries', 'Insurance, yearly premium', 'Due, Harbour Logistics']),
  );
  expect(new Set(moves.map((m) => m.valueDate)).size).toBe(8);
  expect(moves.filter((m) => m.isIn)).toHaveLength(3);
  expect(new Set(told.map(({ idemKey }) => idemKey)).size).toBe(told.length);
});

test('whatever the day it is made on, the month that it closes has a foreign account to revalue and a rate for it', () => {
  for (let days = 0; days < 3 * 366; days++) {
    const made = { ...frame, nowMs: NOW_MS + days * DAY_MS };
    // On the last day of a month it is the furthest back.
    if (dayOf(made, 0).slice(0, 7) === dayOf(made, -1).slice(0, 7)) continue;
    const { end } = monthsToClose(made).closed;
    const has = (story(made) as readonly ExecuteIntent[]).some(
      ({ valueDate, rows }) => valueDate <= end && rows.some(({ debit }) => debit === 'BANK-US-EUR'),
    );
    expect(has, end).toBe(true);
    const rates = demoCommands(made, []).filter((c) => c.type === 'fx_rate.set');
    expect(
      rates.some(({ asofUs }) => new Date(Number(asofUs / 1000n)).toISOString().slice(0, 10) <= end),
      end,
    ).toBe(true);
  }
});
