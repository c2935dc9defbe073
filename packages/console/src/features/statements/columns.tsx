import type { StatementLine } from '@countinghouse/contract/features/statements';
import { paths } from '../../lib/screen/paths.ts';
import { readAmountE8, readMinorE8, sideOf } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { day, id, instant, money, text } from '../../ui/grid/columns.tsx';
import { Money } from '../../ui/money/Money.tsx';
import { Stacked } from '../../ui/table/Stacked.tsx';
import { TwoLines } from '../../ui/table/TwoLines.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

type Line = StatementLine;

/** What a line does to the account: debits are above zero. Units of 10⁻⁸. */
const movedE8 = ({ debit, credit }: Line): bigint => readAmountE8(debit ?? '0') - readAmountE8(credit ?? '0');

const OtherAccount = ({ line: { counterparty } }: { readonly line: Line }) => (
  <TextLink to={paths.account} params={{ accountId: counterparty.id }}>
    {counterparty.code}
  </TextLink>
);

/** The columns of a statement in a currency with so many decimals. */
export function columnsFor(minorUnits: number) {
  const balanceE8 = (l: Line): bigint => readMinorE8(l.balance, minorUnits);
  const oneSide = (side: 'debit' | 'credit', header: string) =>
    money<Line>(
      side,
      header,
      'minmax(94px, 0.8fr)',
      (l) => {
        const amount = l[side];
        return amount === null ? null : { amountE8: readAmountE8(amount), minorUnits, currency: l.currency };
      },
      { empty: null, hidden: true },
    );
  return [
    day<Line>('value-date', 'Value date', (l) => l.value_date, { fixed: true }),
    text<Line>('narrative', 'Narrative', 'minmax(160px, 2fr)', (l) => l.narrative, {
      empty: null,
      cell: (l) => <Stacked title={l.narrative} below={<OtherAccount line={l} />} />,
    }),
    text<Line>('counterparty', 'Counterparty', 'minmax(104px, 1fr)', (l) => l.counterparty.code, {
      hidden: true,
      cell: (l) => <OtherAccount line={l} />,
    }),
    oneSide('debit', 'Debit'),
    oneSide('credit', 'Credit'),
    money<Line>('movement', 'Movement', 'minmax(110px, 0.9fr)', (l) => ({ amountE8: movedE8(l), minorUnits, currency: l.currency }), {
      plus: true,
    }),
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
    instant<Line>('booked', 'Booked', (l) => l.booked_at, { absolute: true, hidden: true }),
    id<Line>('intent', 'Intent id', '170px', (l) => l.intent_id, 'intent id', { hidden: true }),
  ];
}

/** A line where the list is narrow. */
export function compactLine(minorUnits: number, line: Line) {
  const { narrative, counterparty, value_date, currency, balance } = line;
  return (
    <TwoLines
      title={narrative || counterparty.code}
      amount={<Money amountE8={movedE8(line)} minorUnits={minorUnits} currency={currency} plus />}
      below={`${showDay(value_date)} · ${counterparty.code}`}
      state={<Money amountE8={readMinorE8(balance, minorUnits)} minorUnits={minorUnits} currency={currency} side />}
    />
  );
}
