import { EVIDENCE_PREVIEW } from '@countinghouse/contract/features/evidence';
import { Anchor, Skeleton, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { statusOfBundle, titleOf } from './bundles.ts';
import { latestBundles } from './queries.ts';

const MIN_WIDTH_PX = 480;

/** The last five bundles, as a tile. */
export function LatestEvidence() {
  const source = useQuery(latestBundles({ limit: EVIDENCE_PREVIEW }));
  return (
    <Panel
      title="Latest evidence"
      flush
      aside={
        <Anchor size="xs" px={8} renderRoot={(props) => <Link {...props} to={paths.evidence} />}>
          Evidence vault
        </Anchor>
      }
    >
      {source.isError ? (
        <ErrorState title="Could not load the evidence" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={180} m="sm" w="auto" aria-label="Loading" />
      ) : source.data.evidence.length === 0 ? (
        <Text size="sm" c="dimmed" p="md">
          No evidence yet. The first bundle is written as soon as an intent is executed or rejected.
        </Text>
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="Latest evidence">
          <Table aria-label="Latest evidence">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>About</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th>SHA-256</Table.Th>
                <Table.Th>Written</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {source.data.evidence.map((bundle) => (
                <Table.Tr key={bundle.id}>
                  <Table.Td>
                    <Anchor
                      size="sm"
                      title={bundle.name}
                      renderRoot={(props) => <Link {...props} to={paths.evidence} search={{ open: bundle.id }} />}
                    >
                      {titleOf(bundle)}
                    </Anchor>
                  </Table.Td>
                  <Table.Td>
                    <StatusBadge status={statusOfBundle(bundle)} plain />
                  </Table.Td>
                  <Table.Td>
                    <Hash value={bundle.content_sha256} what={`SHA-256 of ${bundle.name}`} />
                  </Table.Td>
                  <Table.Td>
                    <Timestamp at={bundle.created_at} absolute />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
    </Panel>
  );
}
