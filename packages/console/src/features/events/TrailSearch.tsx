import { EVENTS_PAGE_SIZE, events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import type { RouteInput } from '@countinghouse/contract/wire';
import { Autocomplete, Button, Group, NumberInput, Select, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconChevronRight, IconChevronsLeft, IconFileTypeCsv, IconFileTypePdf, IconFilterOff } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { useDownload } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { placeOf } from '../../lib/screen/place-of.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { InstantField } from '../../ui/form/day/InstantField.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { EventTypeBadge } from '../../ui/value/EventTypeBadge.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { TrailSearchState } from './search.ts';
import { families, typeOf } from './types.ts';

const MIN_WIDTH_PX = 760;
const SKELETON_HEIGHT_PX = 200;
const SYSTEM = { value: 'system', label: 'The system' };

type Filters = RouteInput<typeof events.export>['query'];

/** A text of the address as a number; nothing where it is none. */
const seqOf = (value: number | string): number | undefined => (typeof value === 'number' && value > 0 ? value : undefined);

/** Searches the trail by actor, type, time and stretch, and takes what is found away as a file. */
export function TrailSearch() {
  const [search, setSearch] = useUrlState(TrailSearchState);
  const { actor, type, since, until, from_seq, to_seq, before } = search;
  const members = useQuery(q(people.members)).data?.members ?? [];
  const wanted = typeOf(type);
  const filters: Filters = {
    ...(actor === undefined ? {} : { actor }),
    ...(wanted === undefined ? {} : { type: wanted }),
    ...(since === undefined ? {} : { since }),
    // The whole of the last second: the field has whole ones, and events are written within them.
    ...(until === undefined ? {} : { until: until.replace(/(:\d\d)Z$/, '$1.999999Z') }),
    ...(from_seq === undefined ? {} : { from_seq }),
    ...(to_seq === undefined ? {} : { to_seq }),
  };
  const source = useQuery({
    ...q(events.list, { query: { ...filters, limit: EVENTS_PAGE_SIZE, ...(before === undefined ? {} : { before }) } }),
    placeholderData: keepPreviousData,
  });
  const save = useDownload(events.export, (format: 'csv' | 'pdf') => ({ params: { format }, query: filters }));
  const change = (next: Partial<typeof search>): void => setSearch({ ...next, before: undefined }, { replace: true });
  const rows = source.data?.events ?? [];
  const next = placeOf(source.data);
  const narrowed = Object.keys(filters).length > 0;
  const data = [...members.map((p) => ({ value: p.id, label: p.name === '' ? p.email : p.name })), SYSTEM];
  return (
    <Panel
      title="Search the trail"
      flush
      aside={
        <Group gap="xs">
          {(['csv', 'pdf'] as const).map((format) => (
            <Button
              key={format}
              size="compact-sm"
              variant="default"
              leftSection={format === 'csv' ? <IconFileTypeCsv size={14} /> : <IconFileTypePdf size={14} />}
              loading={save.isPending && save.variables === format}
              onClick={() => save.mutate(format)}
            >
              Export {format.toUpperCase()}
            </Button>
          ))}
        </Group>
      }
    >
      <Group gap="sm" p="md" align="flex-end">
        <Select
          label="Actor"
          placeholder="Anybody"
          searchable
          clearable
          clearButtonProps={{ 'aria-label': 'Anybody' }}
          w={220}
          data={data}
          value={actor ?? null}
          onChange={(next) => change({ actor: next ?? undefined })}
        />
        <Autocomplete
          label="Type"
          placeholder="Any, e.g. intent."
          w={180}
          data={families}
          value={type ?? ''}
          onChange={(next) => change({ type: next.toLowerCase() || undefined })}
        />
        <InstantField
          label="Since"
          placeholder="The first event"
          clearLabel="Since the first event"
          value={since ?? null}
          onChange={(next) => change({ since: next ?? undefined })}
        />
        <InstantField
          label="Until"
          placeholder="Now"
          clearLabel="Until now"
          dayMeans="end"
          value={until ?? null}
          onChange={(next) => change({ until: next ?? undefined })}
        />
        <NumberInput
          label="From seq"
          min={1}
          allowDecimal={false}
          hideControls
          w={110}
          value={from_seq ?? ''}
          onChange={(next) => change({ from_seq: seqOf(next) })}
        />
        <NumberInput
          label="To seq"
          min={1}
          allowDecimal={false}
          hideControls
          w={110}
          value={to_seq ?? ''}
          onChange={(next) => change({ to_seq: seqOf(next) })}
        />
        {narrowed ? (
          <Button
            variant="subtle"
            leftSection={<IconFilterOff size={14} />}
            onClick={() =>
              change({ actor: undefined, type: undefined, since: undefined, until: undefined, from_seq: undefined, to_seq: undefined })
            }
          >
            Clear
          </Button>
        ) : null}
      </Group>
      {source.isError ? (
        <ErrorState title="Could not search the trail" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={SKELETON_HEIGHT_PX} m="md" w="auto" />
      ) : rows.length === 0 ? (
        <Text size="sm" c="dimmed" p="md" role="status">
          No event of the log is like that.
        </Text>
      ) : (
        <Stack gap={0}>
          <TableScroll minWidth={MIN_WIDTH_PX} label="Events found">
            <Table aria-label="Events found">
              <Table.Thead>
                <Table.Tr>
                  <Table.Th ta="right" w={80}>
                    Seq
                  </Table.Th>
                  <Table.Th>Type</Table.Th>
                  <Table.Th>Time</Table.Th>
                  <Table.Th>Actor</Table.Th>
                  <Table.Th>Event hash</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {rows.map((e) => (
                  <Table.Tr key={e.seq}>
                    <Table.Td ta="right" className="numbers">
                      <Link to={paths.events} search={{ open: e.seq }}>
                        {e.seq}
                      </Link>
                    </Table.Td>
                    <Table.Td>
                      <EventTypeBadge type={e.event_type} />
                    </Table.Td>
                    <Table.Td>
                      <Timestamp at={e.event_ts} />
                    </Table.Td>
                    <Table.Td>
                      <Actor id={e.actor_id} what={`actor of event ${e.seq}`} />
                    </Table.Td>
                    <Table.Td>
                      <Hash value={e.event_hash} what={`hash of event ${e.seq}`} />
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </TableScroll>
          <Group p="md" gap="sm">
            <Button
              variant="default"
              leftSection={<IconChevronsLeft size={14} />}
              disabled={before === undefined}
              onClick={() => setSearch({ before: undefined })}
            >
              Newest
            </Button>
            <Button
              variant="default"
              rightSection={<IconChevronRight size={14} />}
              disabled={next === undefined}
              onClick={() => setSearch({ before: next })}
            >
              Older
            </Button>
          </Group>
        </Stack>
      )}
    </Panel>
  );
}
