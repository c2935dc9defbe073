import { intents } from '@countinghouse/contract/features/intents';
import { Anchor, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { titleOf } from '../../../lib/values/intent/title.ts';
import { FirstAmount } from '../../../ui/money/FirstAmount.tsx';
import { RouteLine } from '../../../ui/money/RouteLine.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { Actor } from '../../../ui/value/Actor.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { Booked } from './columns.tsx';
import classes from './IntentsLog.module.css';
import { logRowOf } from './log.ts';
import { useCodes } from './use-codes.ts';
import { routeOf } from './words.ts';

/** How many are shown: as high as tasks, mentions and quick actions beside them. Where those stand below, five (see the styles). */
export const LATEST_INTENTS = 10;

/** The latest decisions, in words. */
export function LatestIntents() {
  const source = useQuery(q(intents.list, { query: { limit: LATEST_INTENTS } }));
  const currencies = useCurrencies();
  const rows = useMemo(() => source.data?.intents.map(logRowOf), [source.data]);
  const codeOf = useCodes((rows ?? []).map((r) => r.payload));
  return (
    <Panel
      title="Latest intents"
      flush
      aside={
        <Anchor size="xs" px={8} renderRoot={(props) => <Link {...props} to={paths.intents} />}>
          Signed intents log
        </Anchor>
      }
    >
      {source.isPending ? <Skeleton height={460} m="sm" w="auto" /> : null}
      {rows?.length === 0 ? <p className={classes['none']}>Nothing is posted yet.</p> : null}
      <ul className={classes['latest']}>
        {rows?.map((row) => (
          <li key={row.intent.seq}>
            <span className={classes['words']}>
              <Link to={paths.intent} params={{ intentId: row.intent.intent_id }} title={titleOf(row.payload, codeOf)}>
                {titleOf(row.payload, codeOf)}
              </Link>
              <RouteLine route={routeOf(row.intent)} />
            </span>
            <span className={classes['maker']}>
              <Actor id={row.intent.actor_id} initials />
            </span>
            <span className={classes['status']}>
              <StatusBadge status={row.intent.status} plain />
            </span>
            <span className={classes['sum']}>
              <FirstAmount amounts={row.amounts} currencies={currencies} apart />
            </span>
            <span className={classes['booked']}>
              <Booked at={row.intent.created_at} />
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
