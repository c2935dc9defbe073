import { approvals } from '@countinghouse/contract/features/approvals';
import { Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { RowsTable } from '../../ui/table/RowsTable.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { NobodyEligible } from './ApprovalFacts.tsx';
import { DecideActs } from './DecideActs.tsx';
import { Preview } from './Preview.tsx';
import { wordOfReason } from './words.ts';

/** On the page of what is held: why it waits, until when, and the decision. Nothing once it is decided. */
export function WaitingBox({ id }: { readonly id: string }) {
  const source = useQuery(q(approvals.get, { params: { id } }));
  if (source.isError) return <ErrorState title="Could not load the approval" error={source.error} onRetry={() => void source.refetch()} />;
  if (source.isPending) return <Skeleton height={140} />;
  const { approval, preview, rows } = source.data;
  if (approval.status !== 'pending') return null;
  return (
    <Panel
      title="Waits for approval"
      aside={
        <Text size="sm">
          <TextLink to={paths.approval} params={{ approvalId: id }}>
            Open approval
          </TextLink>
        </Text>
      }
    >
      <Stack gap="sm">
        <NobodyEligible approval={approval} />
        <Text size="sm">
          {wordOfReason(approval.reason)}. Nothing is posted until somebody else approves it; undecided, it expires{' '}
          <Timestamp at={approval.expires_at} />.
        </Text>
        <RowsTable label="Rows that wait" rows={rows} />
        {preview === null ? null : <Preview preview={preview} />}
        <Group>
          <DecideActs approval={approval} />
        </Group>
      </Stack>
    </Panel>
  );
}
