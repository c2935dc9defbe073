import type { RevaluationLine } from '@countinghouse/contract/features/revaluations';
import { wordOfRateSource } from '@countinghouse/contract/rate-sources';
import { paths } from '../../lib/screen/paths.ts';
import { readMinorE8, showRate } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import type { NarrowPlace } from '../../ui/grid/column.ts';
import { money, text } from '../../ui/grid/columns.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

/** Which rates of the snapshot it was derived from. */
function derivationOf({ rate, currency, base_currency }: RevaluationLine): string {
  if (rate === null) return `The snapshot has no rate from ${currency} to ${base_currency}`;
  const legs = rate.legs.map(
    (l) =>
      `${l.base_currency}/${l.quote_currency} ${l.rate} of ${showDay(l.asof.slice(0, 10), '')}, ${wordOfRateSource(l.source)}${l.inverted ? ', inverted' : ''}`,
  );
  return `${legs.join('; then ')}${rate.via === null ? '' : ` (across ${rate.via})`}`;
}

type Side = readonly [currency: string, minorUnits: number];

const amount = (
  id: string,
  header: string,
  of: (l: RevaluationLine) => string | null,
  unitsOf: (l: RevaluationLine) => Side = (l) => [l.base_currency, l.baseMinorUnits],
  narrow: NarrowPlace | 'none' = 'none',
) =>
  money<RevaluationLine>(
    id,
    header,
    'minmax(122px, 1fr)',
    (l) => {
      const minor = of(l);
      const [currency, minorUnits] = unitsOf(l);
      return minor === null ? null : { amountE8: readMinorE8(minor, minorUnits), minorUnits, currency };
    },
    { sort: true, showCurrency: true, side: true, narrow },
  );

export const columns = [
  text<RevaluationLine>('account', 'Account', 'minmax(128px, 1.1fr)', (l) => l.code, {
    fixed: true,
    sort: true,
    cell: (l) => (
      <TextLink to={paths.account} params={{ accountId: l.account_id }}>
        {l.code}
      </TextLink>
    ),
  }),
  text<RevaluationLine>('entity', 'Entity', '80px', (l) => l.entity_code, {
    sort: true,
    cell: (l) => <span title={l.inactive ? 'Deactivated: it is left as it is' : undefined}>{l.entity_code}</span>,
  }),
  amount(
    'balance',
    'Foreign balance',
    (l) => l.balance,
    (l) => [l.currency, l.minorUnits],
    'below',
  ),
  amount('carrying', 'Carried at', (l) => l.carrying),
  text<RevaluationLine>('rate', 'Rate', '146px', (l) => l.rate?.rate ?? 'no rate', {
    align: 'right',
    narrow: 'none',
    file: (l) => l.rate?.rate ?? '',
    cell: (l) => (
      <span className="numbers" title={derivationOf(l)}>
        {l.rate === null ? <span className="dimmed">no rate</span> : showRate(l.rate.rate)}
      </span>
    ),
  }),
  amount('valued', 'Worth', (l) => l.valued),
  amount('difference', 'Difference', (l) => l.difference, undefined, 'end'),
  amount('posted', 'Posted', (l) => l.posted),
  amount('left', 'To post', (l) => l.left),
];
