import { paths } from '../../lib/screen/paths.ts';
import { wordOfKind } from '../../lib/values/account/kind.ts';
import { sideOf } from '../../lib/values/money.ts';
import { AccountLink } from '../../ui/account/AccountLink.tsx';
import { AccountRow } from '../../ui/account/AccountRow.tsx';
import { type Amount, minor, money, text } from '../../ui/grid/columns.tsx';
import { shortenReference } from '../../ui/value/Hash.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import type { BalanceRow } from './rows.ts';

const amountOf =
  (field: 'balanceE8' | 'heldE8' | 'availableE8') =>
  (r: BalanceRow): Amount | null => {
    const amountE8 = r[field];
    return amountE8 === null ? null : { amountE8, minorUnits: r.minorUnits, currency: r.currency };
  };

const glOf = ({ account }: BalanceRow): string | null => (account === null ? null : `${account.glCode} ${account.glTitle}`);

/** Where there is no room for all: minor units leave, then references. */
export const columns = [
  text<BalanceRow>('code', 'Account', 'minmax(164px, 1fr)', (r) => r.code, {
    fixed: true,
    sort: true,
    cell: (r) => <AccountLink id={r.id} code={r.code} closed={r.account?.closed === true} />,
  }),
  text<BalanceRow>('currency', 'Currency', '80px', (r) => r.currency, {
    sort: true,
    cell: (r) => <span className="dimmed">{r.currency}</span>,
  }),
  text<BalanceRow>('gl', 'GL mapping', 'minmax(150px, 3fr)', glOf, {
    sort: (r) => r.account?.glCode,
    cell: (r) => (
      <span title={r.account?.glTitle}>
        <span className="dimmed numbers">{r.account?.glCode}</span> {r.account?.glTitle}
      </span>
    ),
  }),
  text<BalanceRow>('external', 'External ref', 'minmax(112px, 0.7fr)', (r) => r.account?.externalRef, {
    sort: true,
    leaves: 2,
    cell: (r) => (
      <span className="dimmed" title={r.account?.externalRef ?? ''}>
        {shortenReference(r.account?.externalRef ?? '')}
      </span>
    ),
  }),
  text<BalanceRow>('interest', 'Interest bucket', '122px', (r) => r.account?.interestBucket, {
    sort: true,
    cell: (r) => (
      <TextLink to={paths.accountInterest} params={{ accountId: r.id }}>
        {r.account?.interestBucket}
      </TextLink>
    ),
  }),
  money<BalanceRow>('held', 'Held', 'minmax(80px, 0.4fr)', amountOf('heldE8'), { sort: true, quiet: true }),
  money<BalanceRow>('available', 'Available', 'minmax(120px, 0.6fr)', amountOf('availableE8'), { sort: true, side: true }),
  text<BalanceRow>('side', 'Side', '70px', (r) => sideOf(r.balanceE8), { hidden: true, empty: null }),
  money<BalanceRow>('balance', 'Balance', 'minmax(130px, 0.6fr)', amountOf('balanceE8'), { sort: true, side: true, strong: true }),
  minor<BalanceRow>('minor', 'Minor units', 'minmax(110px, 0.6fr)', (r) => r.balance, { leaves: 1 }),
  text<BalanceRow>('kind', 'Kind', '120px', (r) => r.account?.kind, {
    hidden: true,
    cell: (r) => wordOfKind(r.account?.kind ?? ''),
  }),
];

/** A row where the list is narrow. */
export const compactRow = (r: BalanceRow) => <AccountRow {...r} closed={r.account?.closed === true} gl={glOf(r)} />;
