import type { AccountDetail } from '@countinghouse/contract/features/accounts';
import { recon } from '@countinghouse/contract/features/recon';
import { Anchor } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { showDay } from '../../lib/values/time.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './Account.module.css';

/** What the bank says of it that the books do not yet, of an account that a bank tells about. */
export function OpenRows({ account: { id }, open }: { readonly account: AccountDetail; readonly open: number }) {
  const oldest = useQuery({ ...q(recon.rows, { query: { account_id: id, state: 'unmatched', limit: 1 } }), enabled: open > 0 }).data
    ?.rows[0];
  return (
    <Panel
      title="At the bank"
      aside={
        <Anchor
          size="xs"
          px={8}
          className="no-print"
          renderRoot={(props) => <Link {...props} to={paths.riskRecon} search={{ view: 'match', account: id } as never} />}
        >
          Reconcile
        </Anchor>
      }
    >
      {open === 0 ? (
        <p className={classes['agrees']}>
          <IconCircleCheck size={15} aria-hidden />
          Every row is matched
        </p>
      ) : (
        <div className={classes['open']}>
          <IconAlertTriangle size={16} aria-hidden />
          <div>
            {open === 1 ? '1 row at the bank, unmatched' : `${open} rows at the bank, unmatched`}
            {oldest === undefined ? null : (
              <div className="dimmed">
                The oldest of {showDay(oldest.posted_on)}, {oldest.source}
              </div>
            )}
          </div>
        </div>
      )}
    </Panel>
  );
}
