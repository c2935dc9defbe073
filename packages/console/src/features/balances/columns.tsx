import { sideOf } from '../../lib/values/money.ts';
import { type Amount, badge, code, minor, money, text } from '../../ui/grid/columns.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import type { BalanceRow } from './rows.ts';

const amountOf =
  (field: 'balanceE8' | 'heldE8' | 'availableE8') =>
  (r: BalanceRow): Amount | null => {
    const amountE8 = r[field];
    return amountE8 === null ? null : { amountE8, minorUnits: r.minorUnits, currency: r.currency };
  };

export const columns = [
  text<BalanceRow>('code', 'Account', 'minmax(150px, 1.3fr)', (r) => r.code, {
    fixed: true,
    sort: true,
    cell: (r) => (
      <>
        <strong>{r.code}</strong> {r.account?.closed === true ? <StatusBadge status="closed" /> : null}
      </>
    ),
  }),
  badge<BalanceRow>('currency', 'Currency', '92px', (r) => r.currency, { sort: true }),
  money<BalanceRow>('balance', 'Balance', 'minmax(150px, 1fr)', amountOf('balanceE8'), { sort: true, side: true }),
  money<BalanceRow>('held', 'Held', 'minmax(100px, 0.7fr)', amountOf('heldE8'), { sort: true, quiet: true }),
  money<BalanceRow>('available', 'Available', 'minmax(120px, 0.9fr)', amountOf('availableE8'), { sort: true, side: true }),
  text<BalanceRow>('side', 'Side', '70px', (r) => sideOf(r.balanceE8), { hidden: true, empty: null }),
  minor<BalanceRow>('minor', 'Minor units', 'minmax(110px, 0.8fr)', (r) => r.balance),
  text<BalanceRow>(
    'gl',
    'GL mapping',
    'minmax(170px, 1.6fr)',
    (r) => (r.account === null ? null : `${r.account.glCode} ${r.account.glTitle}`),
    {
      sort: (r) => r.account?.glCode,
      cell: (r) => (
        <span title={r.account?.glTitle}>
          <span className="mono">{r.account?.glCode}</span> <span className="dimmed">{r.account?.glTitle}</span>
        </span>
      ),
    },
  ),
  code<BalanceRow>('external', 'External ref', 'minmax(150px, 1.1fr)', (r) => r.account?.externalRef, { sort: true }),
  badge<BalanceRow>('interest', 'Interest bucket', '120px', (r) => r.account?.interestBucket, { sort: true, color: 'teal' }),
  text<BalanceRow>('kind', 'Kind', '120px', (r) => r.account?.kind, { hidden: true }),
];
