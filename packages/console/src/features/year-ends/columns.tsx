import type { YearLine } from '@countinghouse/contract/features/year-ends';
import { paths } from '../../lib/screen/paths.ts';
import { compareBigints, plainAmountE8, readMinorE8 } from '../../lib/values/money.ts';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { Money } from '../../ui/value/Money.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

const dash = <span className="dimmed">—</span>;

const amount = (id: string, header: string, of: (l: YearLine) => string): GridColumn<YearLine> => {
  const e8 = (l: YearLine): bigint => readMinorE8(of(l), l.minorUnits);
  return {
    id,
    header,
    width: 'minmax(150px, 1fr)',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => compareBigints(e8(a), e8(b)),
    text: (l) => plainAmountE8(e8(l), l.minorUnits),
    cell: (l) => <Money amountE8={e8(l)} minorUnits={l.minorUnits} currency={l.currency} showCurrency side unsigned />,
  };
};

export const columns: readonly GridColumn<YearLine>[] = [
  {
    id: 'account',
    header: 'Account',
    width: 'minmax(170px, 1.4fr)',
    fixed: true,
    compare: (a, b) => compareText(a.code, b.code),
    text: (l) => l.code,
    cell: (l) => (
      <TextLink to={paths.account} params={{ accountId: l.account_id }}>
        {l.code}
      </TextLink>
    ),
  },
  {
    id: 'class',
    header: 'Class',
    width: '96px',
    compare: (a, b) => compareText(a.class, b.class),
    text: (l) => l.class,
    cell: (l) => (l.class === 'I' ? 'Income' : 'Expense'),
  },
  {
    id: 'gl',
    header: 'GL',
    width: '80px',
    compare: (a, b) => compareText(a.gl_code, b.gl_code),
    text: (l) => l.gl_code,
    cell: (l) => <span className="mono">{l.gl_code}</span>,
  },
  {
    id: 'entity',
    header: 'Entity',
    width: '104px',
    compare: (a, b) => compareText(a.entity_code ?? '', b.entity_code ?? ''),
    text: (l) => l.entity_code ?? '',
    cell: (l) =>
      l.entity_code === null ? dash : <span title={l.inactive ? 'Deactivated: it is left as it is' : undefined}>{l.entity_code}</span>,
  },
  amount('result', 'Result of the year', (l) => l.result),
  amount('booked', 'Booked', (l) => l.booked),
  amount('left', 'To book', (l) => l.left),
];
