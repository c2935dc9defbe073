import type { StatementLine } from '@countinghouse/contract/features/statements';
import { parseAmountE8 } from '@countinghouse/kernel/money/amount';
import { paths } from '../../lib/screen/paths.ts';
import { plainAmountE8, readMinorE8, sideOf } from '../../lib/values/money.ts';
import type { GridColumn } from '../../ui/grid/column.ts';
import { Hash } from '../../ui/value/Hash.tsx';
import { Money } from '../../ui/value/Money.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const dash = <span className="dimmed">—</span>;

/** The columns of a statement in a currency with so many decimals. `narrow`: beside a panel, which tells event and time itself. */
export function columnsFor(minorUnits: number, narrow: boolean): readonly GridColumn<StatementLine>[] {
  const e8 = (amount: string | null): bigint | null => (amount === null ? null : parseAmountE8(amount));
  const balanceE8 = (l: StatementLine): bigint => readMinorE8(l.balance, minorUnits);
  const side = (id: 'debit' | 'credit', header: string): GridColumn<StatementLine> => ({
    id,
    header,
    width: 'minmax(94px, 0.8fr)',
    align: 'right',
    text: (l) => {
      const amountE8 = e8(l[id]);
      return amountE8 === null ? '' : plainAmountE8(amountE8, minorUnits);
    },
    cell: (l) => {
      const amountE8 = e8(l[id]);
      return amountE8 === null ? null : <Money amountE8={amountE8} minorUnits={minorUnits} currency={l.currency} />;
    },
  });
  const columns: readonly GridColumn<StatementLine>[] = [
    {
      id: 'value-date',
      header: 'Value date',
      width: '104px',
      fixed: true,
      text: (l) => l.value_date,
      cell: (l) => <span className="mono">{l.value_date}</span>,
    },
    {
      id: 'narrative',
      header: 'Narrative',
      width: 'minmax(120px, 2fr)',
      text: (l) => l.narrative,
      cell: (l) => (l.narrative === '' ? dash : <span title={l.narrative}>{l.narrative}</span>),
    },
    {
      id: 'counterparty',
      header: 'Counterparty',
      width: 'minmax(104px, 1fr)',
      text: (l) => l.counterparty.code,
      cell: (l) => (
        <TextLink to={paths.account} params={{ accountId: l.counterparty.id }}>
          {l.counterparty.code}
        </TextLink>
      ),
    },
    side('debit', 'Debit'),
    side('credit', 'Credit'),
    {
      id: 'balance',
      header: 'Balance after',
      width: 'minmax(126px, 0.9fr)',
      align: 'right',
      text: (l) => plainAmountE8(balanceE8(l), minorUnits),
      cell: (l) => <Money amountE8={balanceE8(l)} minorUnits={minorUnits} currency={l.currency} side />,
    },
    { id: 'side', header: 'Side', width: '64px', hidden: true, text: (l) => sideOf(balanceE8(l)), cell: (l) => sideOf(balanceE8(l)) },
    {
      id: 'event',
      header: 'Event',
      width: '92px',
      text: (l) => String(l.seq),
      cell: (l) => (
        <TextLink to={paths.events} search={{ open: String(l.seq) }}>
          <span className="mono">seq {l.seq}</span>
        </TextLink>
      ),
    },
    {
      id: 'booked',
      header: 'Booked',
      width: '176px',
      text: (l) => l.booked_at,
      cell: (l) => <Timestamp at={l.booked_at} absolute />,
    },
    {
      id: 'intent',
      header: 'Intent id',
      width: '170px',
      hidden: true,
      text: (l) => l.intent_id,
      cell: (l) => <Hash value={l.intent_id} what="intent id" />,
    },
  ];
  return narrow ? columns.filter((c) => c.id !== 'event' && c.id !== 'booked') : columns;
}
