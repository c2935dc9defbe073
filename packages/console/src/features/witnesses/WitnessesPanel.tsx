import { anchors } from '@countinghouse/contract/features/anchors';
import { type Witness, witnesses } from '@countinghouse/contract/features/witnesses';
import { Alert, Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { IconAlertTriangle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { CopyButton } from '../../ui/value/CopyButton.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { NewWitness } from './NewWitness.tsx';
import { RemoveWitness } from './RemoveWitness.tsx';
import { troubleOf, witnessedBy } from './words.ts';

const MIN_WIDTH_PX = 760;
const POLL_MS = 2_000;
const SKELETON_HEIGHT_PX = 80;
const badges = { current: 'upToDate', waiting: 'sending', silent: 'retrying', refused: 'refuses' } as const satisfies Record<
  Witness['state'],
  string
>;

const isAsked = ({ state }: Witness): boolean => state === 'waiting';

/** Who outside cosigns the log, how far, and by which key they know it. */
export function WitnessesPanel() {
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<Witness | null>(null);
  const add = useWritePermission(witnesses.add);
  const source = useQuery({
    ...q(witnesses.list),
    refetchInterval: ({ state }) => (state.data?.witnesses.some(isAsked) === true ? POLL_MS : false),
  });
  const waiting = source.data?.witnesses.some(isAsked) === true;
  const last = useQuery({ ...q(anchors.list, { query: {} }), refetchInterval: waiting ? POLL_MS : false }).data?.anchors[0];
  const all = source.data?.witnesses ?? [];
  const refusing = all.filter((w) => w.state === 'refused');
  const button = (
    <GuardedButton size="xs" variant="default" permission={add} leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
      Add witness
    </GuardedButton>
  );
  return (
    <Panel title="Witnesses" aside={button}>
      {source.isError ? (
        <ErrorState title="Could not load the witnesses" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={SKELETON_HEIGHT_PX} />
      ) : (
        <Stack gap="sm">
          {refusing.length === 0 ? null : (
            <Alert color="red" icon={<IconAlertTriangle size={16} />} title="A witness refuses this log">
              {refusing.map((w) => w.name).join(', ')} cosigned another log than this one: somebody was shown another history, or the
              database went back. Keep everything as it is, and ask who runs the witness what it was shown.
            </Alert>
          )}
          <Text size="sm">
            {all.length === 0
              ? 'Nobody outside cosigns this log yet. A witness sees its size and root alone, and never cosigns two histories of it.'
              : last === undefined
                ? 'There is no anchor yet to cosign.'
                : witnessedBy(last, all)}
          </Text>
          {all.length === 0 ? null : <WitnessTable all={all} onRemove={setRemoving} />}
          <Group gap={6} wrap="nowrap">
            <Text size="xs" c="dimmed" className="mono" truncate>
              Key of this log: {source.data.log_vkey}
            </Text>
            <CopyButton value={source.data.log_vkey} what="the key of this log" />
          </Group>
        </Stack>
      )}
      <NewWitness opened={adding} onClose={() => setAdding(false)} />
      <RemoveWitness witness={removing} onClose={() => setRemoving(null)} />
    </Panel>
  );
}

function WitnessTable({ all, onRemove }: { readonly all: readonly Witness[]; readonly onRemove: (witness: Witness) => void }) {
  const permission = useWritePermission(witnesses.remove);
  return (
    <TableScroll minWidth={MIN_WIDTH_PX} label="Witnesses">
      <Table aria-label="Witnesses">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Witness</Table.Th>
            <Table.Th>Status</Table.Th>
            <Table.Th>Cosigned</Table.Th>
            <Table.Th>Actions</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.map((w) => (
            <Table.Tr key={w.id}>
              <Table.Td>
                {w.name}
                <Text size="xs" c="dimmed">
                  {w.url}
                </Text>
              </Table.Td>
              <Table.Td>
                <StatusBadge status={badges[w.state]} />
                {troubleOf(w) === null ? null : (
                  <Text size="xs" c="dimmed">
                    {troubleOf(w)}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="numbers">
                {w.cosigned_to === null || w.cosigned_at === null ? (
                  <span className="dimmed">Nothing yet</span>
                ) : (
                  <>
                    1–{w.cosigned_to}, <Timestamp at={w.cosigned_at} />
                  </>
                )}
              </Table.Td>
              <Table.Td>
                <GuardedButton
                  size="compact-xs"
                  variant="default"
                  permission={permission}
                  onClick={() => onRemove(w)}
                  aria-label={`Remove ${w.name}`}
                >
                  Remove
                </GuardedButton>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}
