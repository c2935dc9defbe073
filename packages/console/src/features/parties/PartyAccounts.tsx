import { accounts } from '@countinghouse/contract/features/accounts';
import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { readMinorE8 } from '../../lib/values/money.ts';
import { Money } from '../../ui/money/Money.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Line, Lines } from '../../ui/table/Lines.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import classes from './Party.module.css';

const SHOWN = 8;

/** The accounts of a party with what they hold. */
export function PartyAccounts({ partyId }: { readonly partyId: string }) {
  const { data } = useQuery(q(accounts.list, { body: { party_id: partyId } }));
  return (
    <Panel
      title="Accounts"
      flush
      aside={
        data === undefined || data.total === 0 ? null : (
          <span className={classes['aside']}>
            <TextLink to={paths.accounts} search={{ party: partyId }}>
              {data.total > SHOWN ? `All ${data.total}` : 'In the list'}
            </TextLink>
          </span>
        )
      }
    >
      {data === undefined ? <Skeleton height={96} m="sm" w="auto" /> : null}
      {data?.total === 0 ? (
        <p className={classes['none']}>No account is theirs yet. Say whose an account is when you open it, or on its own page.</p>
      ) : null}
      <Lines label="Accounts of the party">
        {data?.accounts.slice(0, SHOWN).map((a) => (
          <Line
            key={a.id}
            title={
              <TextLink to={paths.account} params={{ accountId: a.id }}>
                {a.code}
              </TextLink>
            }
            below={`${a.glCode} ${a.glTitle}`}
          >
            <Money amountE8={readMinorE8(a.balance, a.minorUnits)} minorUnits={a.minorUnits} currency={a.currency} showCurrency side />
          </Line>
        ))}
      </Lines>
    </Panel>
  );
}
