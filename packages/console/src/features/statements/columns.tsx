import type { StatementLine } from '@countinghouse/contract/features/statements';
import { paths } from '../../lib/screen/paths.ts';
import { readAmountE8, readMinorE8, sideOf } from '../../lib/values/money.ts';
import { code, id, instant, money, text } from '../../ui/grid/columns.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

type Line = StatementLine;

/** The columns of a statement in a currency with so many decimals. `narrow`: beside a panel, which tells event and time itself. */
export function columnsFor(minorUnits: number, narrow: boolean) {
  const balanceE8 = (l: Line): bigint => readMinorE8(l.balance, minorUnits);
  const moved = (side: 'debit' | 'credit', header: string) =>
    money<Line>(
      side,
      header,
      'minmax(94px, 0.8fr)',
      (l) => {
        const amount = l[side];
        return amount === null ? null : { amountE8: readAmountE8(amount), minorUnits, currency: l.currency };
      },
      { empty: null },
    );
  const columns = [
    code<Line>('value-date', 'Value date', '104px', (l) => l.value_date, { fixed: true }),
    text<Line>('narrative', 'Narrative', 'minmax(120px, 2fr)', (l) => l.narrative, { titled: true }),
    text<Line>('counterparty', 'Counterparty', 'minmax(104px, 1fr)', (l) => l.counterparty.code, {
      cell: (l) => (
        <TextLink to={paths.account} params={{ accountId: l.counterparty.id }}>
          {l.counterparty.code}
        </TextLink>
      ),
    }),
    moved('debit', 'Debit'),
    moved('credit', 'Credit'),
    money<Line>('balance', 'Balance after', 'minmax(126px, 0.9fr)', (l) => ({ amountE8: balanceE8(l), minorUnits, currency: l.currency }), {
      side: true,
    }),
    text<Line>('side', 'Side', '64px', (l) => sideOf(balanceE8(l)), { hidden: true, empty: null }),
    text<Line>('event', 'Event', '92px', (l) => String(l.seq), {
      cell: (l) => (
        <TextLink to={paths.events} search={{ open: String(l.seq) }}>
          <span className="mono">seq {l.seq}</span>
        </TextLink>
      ),
    }),
    instant<Line>('booked', 'Booked', (l) => l.booked_at, { absolute: true }),
    id<Line>('intent', 'Intent id', '170px', (l) => l.intent_id, 'intent id', { hidden: true }),
  ];
  return narrow ? columns.filter((c) => c.id !== 'event' && c.id !== 'booked') : columns;
}
