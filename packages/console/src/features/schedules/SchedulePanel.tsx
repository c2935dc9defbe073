import { events } from '@countinghouse/contract/features/events';
import { type Schedule, schedules } from '@countinghouse/contract/features/schedules';
import { messageOf } from '@countinghouse/contract/messages';
import { Alert, Group, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { q } from '../../lib/calls/query.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { wordOfUseCase } from '../../lib/values/use-case.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { ContentRows } from '../../ui/table/ContentRows.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { sentenceCase } from '../../ui/value/status.ts';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { statusOfSchedule } from './columns.tsx';

interface SchedulePanelProps {
  readonly schedule: Schedule;
  readonly onClose: () => void;
  readonly onEnd: () => void;
}

export function SchedulePanel({ schedule, onClose, onEnd }: SchedulePanelProps) {
  const permission = useWritePermission(schedules.pause);
  const isPaused = schedule.status === 'paused';
  const toggle = useAct(() => call(isPaused ? schedules.resume : schedules.pause, { params: { id: schedule.id } }), {
    said: () => (isPaused ? 'Recurring intent resumed' : 'Recurring intent paused'),
    touches: [schedules, events],
  });
  return (
    <SidePanel title={schedule.name} onClose={onClose}>
      <Stack gap="md">
        {schedule.reason_code === null ? null : (
          <Alert color="orange" title="Paused: it could not post" p="xs">
            {messageOf(schedule.reason_code)} The person who resumes it posts in their own name from then on.
          </Alert>
        )}
        {schedule.status === 'ended' ? null : (
          <Group gap="xs">
            <GuardedButton permission={permission} loading={toggle.isPending} variant="default" onClick={() => toggle.mutate()}>
              {isPaused ? 'Resume' : 'Pause'}
            </GuardedButton>
            <GuardedButton permission={permission} variant="subtle" color="red" onClick={onEnd}>
              End
            </GuardedButton>
          </Group>
        )}
        <ContentRows rows={schedule.rows} />
        <Facts
          facts={[
            ['Status', <StatusBadge key="s" status={statusOfSchedule(schedule)} />],
            ['Rhythm', sentenceCase(schedule.frequency)],
            [
              'Next day',
              schedule.next_on === null ? null : (
                <span key="n" className="mono">
                  {schedule.next_on}
                </span>
              ),
            ],
            [
              'First day',
              <span key="f" className="mono">
                {schedule.start_on}
              </span>,
            ],
            [
              'Last day',
              schedule.end_on === null ? (
                'none'
              ) : (
                <span key="l" className="mono">
                  {schedule.end_on}
                </span>
              ),
            ],
            ['Use case', wordOfUseCase(schedule.use_case)],
            ['In the name of', <Actor key="m" id={schedule.maker_id} />],
          ]}
        />
        <Runs id={schedule.id} />
      </Stack>
    </SidePanel>
  );
}

/** What it posted, newest first. */
function Runs({ id }: { readonly id: string }) {
  const source = useQuery(q(schedules.runs, { params: { id }, query: {} }));
  if (source.isError)
    return <ErrorState error={source.error} title="Could not load what it posted" onRetry={() => void source.refetch()} />;
  const runs = source.data?.runs ?? [];
  if (runs.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {source.isPending ? 'Loading…' : 'It has not posted yet.'}
      </Text>
    );
  return (
    <Table aria-label="What it posted" fz="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Day</Table.Th>
          <Table.Th>Status</Table.Th>
          <Table.Th>Intent</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {runs.map((run) => (
          <Table.Tr key={run.on}>
            <Table.Td className="mono">{run.on}</Table.Td>
            <Table.Td title={run.error_code === null ? undefined : messageOf(run.error_code)}>
              <StatusBadge status={run.status} />
            </Table.Td>
            <Table.Td>
              <TextLink to={paths.intents} search={{ open: run.intent_id }}>
                <Hash value={run.intent_id} what="intent id" />
              </TextLink>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
