import type { RevaluationLine } from '@countinghouse/contract/features/revaluations';
import { paths } from '../../lib/screen/paths.ts';
import { compareBigints, plainAmountE8, readMinorE8, showRate } from '../../lib/values/money.ts';
import { compareText, type GridColumn } from '../../ui/grid/column.ts';
import { Money } from '../../ui/value/Money.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

const dash = <span className="dimmed">—</span>;

/** How the rate was come by, for whoever rests on it. */
function derivationOf({ rate, currency, base_currency }: RevaluationLine): string {
  if (rate === null) return `The snapshot has no rate from ${currency} to ${base_currency}`;
  const legs = rate.legs.map(
    (l) => `${l.base_currency}/${l.quote_currency} ${l.rate} of ${l.asof.slice(0, 10)}, ${l.source}${l.inverted ? ', turned round' : ''}`,
  );
  return `${legs.join('; then ')}${rate.via === null ? '' : ` (across ${rate.via})`}`;
}

const amount = (
  id: string,
  header: string,
  of: (l: RevaluationLine) => string | null,
  unitsOf: (l: RevaluationLine) => readonly [currency: string, minorUnits: number] = (l) => [l.base_currency, l.baseMinorUnits],
): GridColumn<RevaluationLine> => {
  const e8 = (l: RevaluationLine): bigint => readMinorE8(of(l) ?? '0', unitsOf(l)[1]);
  return {
    id,
    header,
    width: 'minmax(122px, 1fr)',
    align: 'right',
    descendingFirst: true,
    compare: (a, b) => compareBigints(e8(a), e8(b)),
    text: (l) => (of(l) === null ? '' : plainAmountE8(e8(l), unitsOf(l)[1])),
    cell: (l) => {
      const [currency, minorUnits] = unitsOf(l);
      if (of(l) === null) return dash;
      return <Money amountE8={e8(l)} minorUnits={minorUnits} currency={currency} showCurrency side unsigned />;
    },
  };
};

export const columns: readonly GridColumn<RevaluationLine>[] = [
  {
    id: 'account',
    header: 'Account',
    width: 'minmax(128px, 1.1fr)',
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
    id: 'entity',
    header: 'Entity',
    width: '80px',
    compare: (a, b) => compareText(a.entity_code ?? '', b.entity_code ?? ''),
    text: (l) => l.entity_code ?? '',
    cell: (l) =>
      l.entity_code === null ? dash : <span title={l.inactive ? 'Deactivated: it is left as it is' : undefined}>{l.entity_code}</span>,
  },
  amount(
    'balance',
    'Foreign balance',
    (l) => l.balance,
    (l) => [l.currency, l.minorUnits],
  ),
  amount('carrying', 'Carried at', (l) => l.carrying),
  {
    id: 'rate',
    header: 'Rate',
    width: '108px',
    align: 'right',
    text: (l) => l.rate?.rate ?? '',
    cell: (l) => (
      <span className="numbers" title={derivationOf(l)}>
        {l.rate === null ? <span className="dimmed">no rate</span> : showRate(l.rate.rate)}
        {l.rate === null || l.rate.derived === 'none' ? null : <span className="dimmed"> {l.rate.derived}</span>}
      </span>
    ),
  },
  amount('valued', 'Worth', (l) => l.valued),
  amount('difference', 'Difference', (l) => l.difference),
  amount('posted', 'Posted', (l) => l.posted),
  amount('left', 'To post', (l) => l.left),
];
