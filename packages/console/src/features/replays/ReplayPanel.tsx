import { type Replay, replays } from '@countinghouse/contract/features/replays';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconRotateClockwise } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { CheckProgress } from '../../ui/table/CheckProgress.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { Differences } from './Differences.tsx';

const LOOK_EVERY_MS = 1_000;
const ICON_SIZE = 16;
const steps = { begins: 'begins', replay: 'rebuilds every table from the events', compare: 'compares table by table' };

const isOpen = (replay: Replay | null | undefined): boolean => replay?.state === 'waiting' || replay?.state === 'running';

function Found({ replay }: { readonly replay: Replay }) {
  const { result } = replay;
  if (result === null)
    return (
      <Text size="sm" role="status">
        The last replay did not end. Start it again; if it happens again, the server’s log says why.
      </Text>
    );
  return (
    <Stack gap="sm">
      <div role="status" style={{ display: 'flex', gap: 6, alignItems: 'center' }}>
        {result.equal ? (
          <IconCircleCheck size={ICON_SIZE} color="var(--good)" aria-hidden />
        ) : (
          <IconCircleX size={ICON_SIZE} color="var(--bad)" aria-hidden />
        )}
        <Text size="sm" fw={500}>
          {result.equal
            ? `Equal: ${showCount(result.events)} events and ${showCount(result.postings)} postings make exactly what is stored.`
            : 'Different: what is stored is not what the events make.'}
        </Text>
      </div>
      <Text size="xs" c="dimmed">
        <Timestamp at={replay.ended_at ?? replay.asked_at} />
        {replay.events_per_second === null ? '' : ` · ${showCount(replay.events_per_second)} events a second`}
      </Text>
      {result.equal ? null : <Differences result={result} />}
    </Stack>
  );
}

/** Rebuilds every table from the events and compares, with progress. */
export function ReplayPanel() {
  const source = useQuery({ ...q(replays.latest), refetchInterval: ({ state }) => (isOpen(state.data?.replay) ? LOOK_EVERY_MS : false) });
  const start = useWrite(replays.start, {
    input: () => ({ body: {} }),
    touches: [replays],
  });
  const replay = source.data?.replay;
  return (
    <Panel
      title="Replay and compare"
      aside={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconRotateClockwise size={14} />}
          loading={start.isPending}
          disabled={isOpen(replay)}
          onClick={() => start.mutate()}
        >
          Replay now
        </Button>
      }
    >
      {source.isError ? (
        <ErrorState title="Could not load the replay" error={source.error} onRetry={() => void source.refetch()} />
      ) : replay === undefined ? (
        <Skeleton height={60} />
      ) : replay === null ? (
        <Text size="sm" c="dimmed">
          Every table is rebuilt from the first event on, beside the one that is stored, and held against it row by row. Nobody is held up
          by it.
        </Text>
      ) : isOpen(replay) ? (
        <CheckProgress check={replay} doing="Replay" steps={steps} />
      ) : (
        <Found replay={replay} />
      )}
    </Panel>
  );
}
