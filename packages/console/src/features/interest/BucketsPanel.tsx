import { type InterestBucket, interest } from '@countinghouse/contract/features/interest';
import { Skeleton, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconPercentage, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { showDay, today } from '../../lib/values/time.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { showPercent } from './figures.ts';

const MIN_WIDTH_PX = 480;

interface BucketsPanelProps {
  readonly onNew: () => void;
  readonly onRate: (bucketId: string) => void;
}

/** Every bucket with its rates by day, and how many accounts are in it. */
export function BucketsPanel({ onNew, onRate }: BucketsPanelProps) {
  const source = useQuery(q(interest.buckets));
  const mayCreate = useWritePermission(interest.create);
  const mayRate = useWritePermission(interest.addRate);
  const buckets = source.data?.buckets ?? [];
  const button = (
    <GuardedButton permission={mayCreate} size="compact-xs" leftSection={<IconPlus size={13} />} onClick={onNew}>
      New bucket
    </GuardedButton>
  );
  return (
    <Panel title="Interest buckets" flush aside={buckets.length === 0 ? undefined : button}>
      {source.isError ? (
        <ErrorState title="Could not load the interest buckets" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Stack gap="xs" p="md" aria-busy>
          <Skeleton h={{ base: 104, xs: 40 }} />
          <Skeleton h={{ base: 104, xs: 40 }} />
        </Stack>
      ) : buckets.length === 0 ? (
        <EmptyState icon={IconPercentage} title="No interest buckets yet" action={button}>
          A bucket has a rate from a day on, and a GL account that interest stands on until the month is over.
        </EmptyState>
      ) : (
        <TableScroll label="Interest buckets" minWidth={MIN_WIDTH_PX}>
          <Table aria-label="Interest buckets" fz="sm" verticalSpacing={6}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Bucket</Table.Th>
                <Table.Th>Rates</Table.Th>
                <Table.Th>Accrued on</Table.Th>
                <Table.Th ta="right">Accounts</Table.Th>
                <Table.Th ta="right">
                  <VisuallyHidden>Actions</VisuallyHidden>
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {buckets.map((bucket) => (
                <Table.Tr key={bucket.id}>
                  <Table.Td>
                    <strong className="mono">{bucket.code}</strong>
                  </Table.Td>
                  <Table.Td>
                    <Rates bucket={bucket} />
                  </Table.Td>
                  <Table.Td>
                    <TextLink to={paths.glAccounts} search={{ q: bucket.accrued_gl_code }}>
                      {bucket.accrued_gl_code} {bucket.accrued_gl_title}
                    </TextLink>
                  </Table.Td>
                  <Table.Td ta="right" className="numbers">
                    {bucket.accounts}
                  </Table.Td>
                  <Table.Td ta="right">
                    <GuardedButton
                      permission={mayRate}
                      size="compact-xs"
                      variant="subtle"
                      aria-label={`Add a rate to ${bucket.code}`}
                      onClick={() => onRate(bucket.id)}
                    >
                      Add a rate
                    </GuardedButton>
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

/** The rate that holds today stands out; those before and after it are there too. */
function Rates({ bucket }: { readonly bucket: InterestBucket }) {
  const now = today(new Date());
  const current = bucket.rates.find((r) => r.effective_on <= now);
  return (
    <Stack gap={0}>
      {bucket.rates.map((r) => (
        <Text key={r.effective_on} span size="xs" {...(r === current ? { fw: 600 } : { c: 'dimmed' })} className="nowrap">
          <span className="numbers">{showPercent(r.rate)}</span> from {showDay(r.effective_on)}
          {r.effective_on > now ? ' (to come)' : ''}
        </Text>
      ))}
    </Stack>
  );
}
