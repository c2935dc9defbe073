import type { Health } from '@countinghouse/contract/features/health';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { showCount, showNumber } from '../../lib/values/numbers.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const seconds = (value: number): string => `${showNumber(value, 1)} s`;

/** What the last drill came to, for this organisation. */
function drilled(drill: NonNullable<NonNullable<Health['backup']>['drill']>): ReactNode {
  const { at, ok, seq, rpo_seconds, rto_seconds } = drill;
  return (
    <>
      The drill of <Timestamp at={at} /> {ok ? 'found nothing' : 'found faults: whoever operates the server knows which'}
      {seq === null ? '' : `; it restored ${showCount(seq)} events`}
      {rpo_seconds === null ? '' : `, all but the last ${seconds(rpo_seconds)}`}
      {rto_seconds === null ? '' : `, and was open after ${seconds(rto_seconds)}`}.
    </>
  );
}

/** How far the backup reaches that the server makes continuously, and whether restoring it was tried. */
export function BackupPanel({ backup }: { readonly backup: NonNullable<Health['backup']> }) {
  const { reached_at, copied_at, drill } = backup;
  return (
    <Panel title="Backup" aside={drill === null ? null : <StatusBadge status={drill.ok ? 'nominal' : 'attention'} />}>
      <Text size="sm">
        {reached_at === null ? (
          'Nothing is backed up yet.'
        ) : (
          <>
            Everything until <Timestamp at={reached_at} /> is in it
            {copied_at === null ? (
              ''
            ) : (
              <>
                ; the whole database was copied last <Timestamp at={copied_at} />
              </>
            )}
            .
          </>
        )}
      </Text>
      <Text size="sm">{drill === null ? 'Restoring it was not tried yet.' : drilled(drill)}</Text>
    </Panel>
  );
}
