import type { YearLine } from '@countinghouse/contract/features/year-ends';
import { paths } from '../../lib/screen/paths.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { code, money, text } from '../../ui/grid/columns.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

const amount = (field: 'result' | 'booked' | 'left', header: string, narrow: 'end' | 'none' = 'none') =>
  money<YearLine>(
    field,
    header,
    'minmax(150px, 1fr)',
    (l) => ({ amountE8: readMinorE8(l[field], l.minorUnits), minorUnits: l.minorUnits, currency: l.currency }),
    { sort: true, showCurrency: true, side: true, narrow },
  );

export const columns = [
  text<YearLine>('account', 'Account', 'minmax(170px, 1.4fr)', (l) => l.code, {
    fixed: true,
    sort: true,
    cell: (l) => (
      <TextLink to={paths.account} params={{ accountId: l.account_id }}>
        {l.code}
      </TextLink>
    ),
  }),
  text<YearLine>('class', 'Class', '96px', (l) => l.class, { sort: true, cell: (l) => (l.class === 'I' ? 'Income' : 'Expense') }),
  code<YearLine>('gl', 'GL', '80px', (l) => l.gl_code, { sort: true }),
  text<YearLine>('entity', 'Entity', '104px', (l) => l.entity_code, {
    sort: true,
    cell: (l) => <span title={l.inactive ? 'Deactivated: it is left as it is' : undefined}>{l.entity_code}</span>,
  }),
  amount('result', 'Result of the year', 'end'),
  amount('booked', 'Booked'),
  amount('left', 'To book'),
];
