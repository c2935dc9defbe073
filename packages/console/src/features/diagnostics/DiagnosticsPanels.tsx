import type { Diagnostics } from '@countinghouse/contract/features/diagnostics';
import { Badge, Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { entityRoleWord } from '../../lib/session/use-entity.ts';
import { roleWord } from '../../lib/session/use-tenant.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { type ClockDifference, showClockDifference } from './clock.ts';
import classes from './DiagnosticsPanels.module.css';

const named = { header: 'x-tenant-id of this tab', session: 'the session', first: 'the first membership' } as const;
const roleWords: Readonly<Record<string, string>> = entityRoleWord;

const badges = (words: readonly string[]): ReactNode =>
  words.length === 0 ? (
    'None'
  ) : (
    <Group gap={4}>
      {words.map((word) => (
        <Badge key={word} color="gray">
          {word}
        </Badge>
      ))}
    </Group>
  );

export function DiagnosticsPanels({
  answer: { session, cookies, tenant, entity, server, request },
  clock,
}: {
  readonly answer: Diagnostics;
  readonly clock: ClockDifference;
}) {
  return (
    <div className={classes['panels']}>
      <Panel title="Session">
        <Facts
          facts={[
            ['Person', session.email],
            ['User id', <Hash key="u" value={session.user_id} what="user id" />],
            ['Session id', <Hash key="s" value={session.id} what="session id" />],
            ['Begun', <Timestamp key="b" at={session.created_at} />],
            ['Ends', <Timestamp key="e" at={session.expires_at} />],
            ['From', session.address],
            ['Browser', session.user_agent],
          ]}
        />
      </Panel>
      <Panel title="Active tenant">
        <Facts
          facts={[
            ['Name', tenant.name],
            ['Tenant id', <Hash key="t" value={tenant.id} what="tenant id" />],
            ['Named by', named[tenant.named_by]],
            ['State', <StatusBadge key="r" status={tenant.read_only ? 'readOnly' : 'active'} />],
          ]}
        />
      </Panel>
      <Panel title="Roles and capabilities">
        <Facts
          facts={[
            ['Role', roleWord[tenant.role]],
            ['Capabilities', badges(tenant.capabilities)],
            ['Entity roles', badges(entity.roles.map((r) => `${r.code} · ${roleWords[r.entity_role] ?? r.entity_role}`))],
            ['Active entity', entity.id === null ? 'All entities' : <Hash key="e" value={entity.id} what="entity id" />],
          ]}
        />
      </Panel>
      <Panel title="Cookies">
        <Facts facts={[['Names', badges(cookies)]]} />
      </Panel>
      <Panel title="Clocks">
        <Facts
          facts={[
            ['Server', <Timestamp key="n" at={server.now} absolute />],
            ['This browser', showClockDifference(clock)],
          ]}
        />
      </Panel>
      <Panel title="Server">
        <Facts
          facts={[
            ['Version', server.version],
            ['Node.js', server.node],
            ['PostgreSQL', server.postgres],
            [
              'Database role',
              <span key="d" className="mono">
                {server.database_role}
              </span>,
            ],
            ['Host', request.host],
            ['Origin', request.origin],
            ['Your address', request.address],
            ['Request id', <Hash key="q" value={request.id} what="request id" />],
          ]}
        />
      </Panel>
    </div>
  );
}
