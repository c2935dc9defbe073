import type { Account } from '@countinghouse/contract/features/accounts';
import { paths } from '../../lib/screen/paths.ts';
import { availableE8Of } from '../../lib/values/account/available.ts';
import { floorE8Of } from '../../lib/values/account/floor.ts';
import { wordOfKind } from '../../lib/values/account/kind.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { AccountLink } from '../../ui/account/AccountLink.tsx';
import { AccountRow } from '../../ui/account/AccountRow.tsx';
import type { GridColumn } from '../../ui/grid/column.ts';
import { type Amount, id, money, text } from '../../ui/grid/columns.tsx';
import { shortenReference } from '../../ui/value/Hash.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

const amountOf =
  (field: 'balance' | 'held') =>
  (a: Account): Amount => ({ amountE8: readMinorE8(a[field], a.minorUnits), minorUnits: a.minorUnits, currency: a.currency });

/** `partyOf`: what the party of an account is called. */
export const columnsWith = (partyOf: (a: Account) => string | null): readonly GridColumn<Account>[] => [
  text<Account>('code', 'Code', 'minmax(150px, 1fr)', (a) => a.code, {
    fixed: true,
    sort: true,
    cell: (a) => <AccountLink id={a.id} code={a.code} closed={a.closed} />,
  }),
  text<Account>('title', 'Title', 'minmax(130px, 1.3fr)', (a) => a.title, { sort: true, hidden: true }),
  text<Account>('currency', 'Currency', '84px', (a) => a.currency, {
    sort: true,
    cell: (a) => <span className="dimmed">{a.currency}</span>,
  }),
  text<Account>('kind', 'Kind', 'minmax(116px, 0.8fr)', (a) => a.kind, { sort: true, cell: (a) => wordOfKind(a.kind) }),
  text<Account>('gl', 'GL account', 'minmax(132px, 1.8fr)', (a) => `${a.glCode} ${a.glTitle}`, {
    sort: (a) => a.glCode,
    cell: (a) => (
      <>
        <span className="dimmed numbers">{a.glCode}</span> {a.glTitle}
      </>
    ),
  }),
  text<Account>('party', 'Party', 'minmax(110px, 1.3fr)', partyOf, {
    sort: true,
    cell: (a) => (
      <TextLink to={paths.party} params={{ partyId: a.party_id ?? '' }}>
        {partyOf(a)}
      </TextLink>
    ),
  }),
  text<Account>('external', 'External ref', 'minmax(104px, 0.7fr)', (a) => a.externalRef, {
    cell: (a) => (
      <span className="dimmed" title={a.externalRef ?? ''}>
        {shortenReference(a.externalRef ?? '')}
      </span>
    ),
  }),
  money<Account>('balance', 'Balance', 'minmax(140px, 1fr)', amountOf('balance'), { sort: true, side: true }),
  money<Account>('held', 'Held', 'minmax(100px, 0.7fr)', amountOf('held'), { sort: true, quiet: true }),
  money<Account>('available', 'Available', 'minmax(120px, 0.9fr)', (a) => ({ ...amountOf('balance')(a), amountE8: availableE8Of(a) }), {
    sort: true,
    side: true,
  }),
  money<Account>(
    'floor',
    'Floor',
    'minmax(110px, 0.8fr)',
    (a) => {
      const amountE8 = floorE8Of(a);
      return amountE8 === null ? null : { amountE8, minorUnits: a.minorUnits, currency: a.currency };
    },
    { hidden: true },
  ),
  text<Account>('state', 'State', '80px', (a) => (a.closed ? 'Closed' : 'Active'), { sort: true, hidden: true }),
  id<Account>(
    'id',
    'Account id',
    '170px',
    (a) => a.id,
    (a) => `id of ${a.code}`,
    { hidden: true },
  ),
];

/** A row where the list is narrow. */
export const compactRow = (a: Account) => (
  <AccountRow
    {...a}
    gl={`${a.glCode} ${a.glTitle}`}
    balanceE8={readMinorE8(a.balance, a.minorUnits)}
    heldE8={readMinorE8(a.held, a.minorUnits)}
  />
);
