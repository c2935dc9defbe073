import { approvals } from '@countinghouse/contract/features/approvals';
import { Skeleton, Stack, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { JsonViewer } from '../../ui/value/json/JsonViewer.tsx';
import { OpenPage } from '../../ui/value/OpenPage.tsx';
import { ApprovalFacts, NobodyEligible } from './ApprovalFacts.tsx';
import { ApprovalStory } from './ApprovalStory.tsx';
import { DecideActs } from './DecideActs.tsx';
import { Preview } from './Preview.tsx';

function Heading({ children }: { readonly children: string }) {
  return (
    <Title order={3} size="xs" c="dimmed" mt={4}>
      {children}
    </Title>
  );
}

interface ApprovalPanelProps {
  readonly id: string;
  readonly onClose: () => void;
  readonly onDecided: () => void;
}

/** What waits, beside the queue: what it would come to, the decision, and all that it rests on. */
export function ApprovalPanel({ id, onClose, onDecided }: ApprovalPanelProps) {
  const source = useQuery(q(approvals.get, { params: { id } }));
  return (
    <SidePanel title="Approval" actions={<OpenPage to={paths.approval} params={{ approvalId: id }} />} onClose={onClose}>
      {source.isError ? (
        <ErrorState title="Could not load the approval" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={320} />
      ) : (
        <Stack gap="sm">
          <NobodyEligible approval={source.data.approval} />
          <DecideActs key={id} approval={source.data.approval} onDecided={onDecided} />
          {source.data.preview === null ? null : (
            <>
              <Heading>What approval would do</Heading>
              <Preview preview={source.data.preview} />
            </>
          )}
          <ApprovalFacts approval={source.data.approval} payload={source.data.payload} events={source.data.events} />
          <Heading>Story</Heading>
          <ApprovalStory events={source.data.events} />
          <Heading>Payload</Heading>
          <JsonViewer value={source.data.payload} what="payload" />
        </Stack>
      )}
    </SidePanel>
  );
}
