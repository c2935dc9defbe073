import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import { holds } from '@countinghouse/contract/features/holds';
import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { readAmountE8 } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Line, Lines } from '../../ui/table/Lines.tsx';

const SHOWN = 5;

/** What open holds still reserve on an account, those placed last first; nothing where nothing is. */
export function OpenHolds({ account: { id, code, currency, minorUnits } }: { readonly account: AccountDetail }) {
  const { data } = useQuery(q(holds.list, { query: { status: 'open', q: code } }));
  const rows = (data?.holds ?? []).flatMap((hold) =>
    hold.rows
      .filter((row) => (row.debit_account_id === id || row.credit_account_id === id) && readAmountE8(row.rest) !== 0n)
      .map((row) => ({ ...row, hold })),
  );
  if (rows.length === 0) return null;
  return (
    <Panel
      title="Holds"
      flush
      aside={
        <Anchor
          size="xs"
          px={8}
          className="no-print"
          renderRoot={(props) => <Link {...props} to={paths.holds} search={{ status: 'open', q: code } as never} />}
        >
          {rows.length > SHOWN ? `All ${rows.length}` : 'All holds'}
        </Anchor>
      }
    >
      <Lines label="Open holds">
        {rows.slice(0, SHOWN).map(({ hold, line, narrative, debit_code, credit_code, rest }) => (
          <Line
            key={`${hold.intent_id} ${line}`}
            title={
              <Link to={paths.intent} params={{ intentId: hold.intent_id }}>
                {narrative || `${debit_code} → ${credit_code}`}
              </Link>
            }
            below={`until ${showDay(hold.expires_at.slice(0, 10))}`}
          >
            <Money amountE8={readAmountE8(rest)} minorUnits={minorUnits} currency={currency} />
          </Line>
        ))}
      </Lines>
    </Panel>
  );
}
