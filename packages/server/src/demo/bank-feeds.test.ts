import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { matchAccount } from '@countinghouse/kernel/recon/match';
import type { OpenPosting, OpenRow } from '@countinghouse/kernel/recon/open-items';
import { type Suggestion, suggest } from '@countinghouse/kernel/recon/suggest';
import { parseDate } from '@countinghouse/kernel/time/instant';
import { expect, test } from 'vitest';
import type { BankStatement } from '../bank-files/statement.ts';
import { bankFeeds, UNKNOWN_PAYER } from './bank-feeds.ts';
import { DAY_MS, type DemoFrame } from './request.ts';
import { story } from './story.ts';

const ID = '7b0e3c8e-5a54-4a58-9d0f-2b6f2f7a1c01';
const actor = { kind: 'user', id: ID } as const;
const frameAt = (nowMs: number): DemoFrame => ({ tenantId: ID, maker: actor, checker: actor, idOf: () => ID, nowMs });
const dayOf = (date: string): number => parseDate(date) ?? Number.NaN;

const rowsOf = (statement: BankStatement | null): readonly OpenRow[] =>
  (statement?.lines ?? []).map(({ line, postedAt, amount }) => ({
    id: String(line),
    day: dayOf(postedAt),
    at: postedAt,
    amountE8: amount,
  }));

function postingsOf(told: readonly ExecuteIntent[], code: string): readonly OpenPosting[] {
  return told.flatMap(({ rows }, seq) =>
    rows.flatMap(({ debit, credit, amountE8, valueDate }, i) =>
      debit === code || credit === code
        ? [{ seq, line: i + 1, day: dayOf(valueDate), amountE8: debit === code ? amountE8 : -amountE8, reversed: false }]
        : [],
    ),
  );
}

test.each(['2026-01-01', '2026-02-28', '2026-11-27', '2028-02-29'])(
  'on %s all but the last days is matched, and of those each kind is open',
  (date) => {
    const frame = frameAt(Date.parse(`${date}T12:00:00Z`) + DAY_MS / 4);
    const told = story(frame) as readonly ExecuteIntent[];
    const left = bankFeeds(frame, told).map(({ account, settled, latest }) => {
      const postings = postingsOf(told, account.code);
      const matches = matchAccount(rowsOf(settled), postings);
      expect(matches.flatMap((m) => m.row_ids)).toHaveLength(settled.lines.length);
      expect(latest?.openingBalance ?? settled.closingBalance).toBe(settled.closingBalance);
      const taken = new Set(matches.flatMap((m) => m.postings.map(({ seq, line }) => `${seq}.${line}`)));
      const suggestions = suggest(
        rowsOf(latest),
        postings.filter(({ seq, line }) => !taken.has(`${seq}.${line}`)),
      );
      const suggested = new Set(suggestions.flatMap((s) => s.row_ids));
      const alone = (latest?.lines ?? []).filter(({ line }) => !suggested.has(String(line)));
      return [account.code, kindsOf(suggestions), alone.map((l) => l.counterparty)];
    });
    expect(left).toEqual([
      ['BANK-EUR', { exact: 4, likely: 1, sum: 1 }, [UNKNOWN_PAYER, 'House bank']],
      ['BANK-USD', { exact: 1, likely: 0, sum: 0 }, []],
      ['BANK-US-EUR', { exact: 0, likely: 0, sum: 0 }, []],
    ]);
  },
);

const kindsOf = (some: readonly Suggestion[]) => ({
  exact: some.filter((s) => s.certainty === 'exact').length,
  likely: some.filter((s) => s.certainty === 'likely').length,
  sum: some.filter((s) => s.certainty === 'sum').length,
});
