import { approvals } from '@countinghouse/contract/features/approvals';
import { Button, Group, Skeleton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { wordOfSubject } from '../../lib/values/approval-subject.ts';
import { Columns } from '../../ui/page/Columns.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { RowsTable } from '../../ui/table/RowsTable.tsx';
import { JsonViewer } from '../../ui/value/json/JsonViewer.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { ApprovalFacts, NobodyEligible } from './ApprovalFacts.tsx';
import { ApprovalStory } from './ApprovalStory.tsx';
import { DecideActs } from './DecideActs.tsx';
import { Preview } from './Preview.tsx';

/** What exactly waits, why, what approving it comes to, and its story. Its maker may look too. `commentsOf`: what people say about it. */
export function ApprovalPage({ commentsOf }: { readonly commentsOf?: (id: string) => ReactNode }) {
  const { approvalId = '' } = useParams({ strict: false }) as { readonly approvalId?: string };
  const source = useQuery(q(approvals.get, { params: { id: approvalId } }));
  const approval = source.data?.approval;
  return (
    <Page>
      <PageHeader
        title={approval === undefined ? 'Approval' : `Approval: ${wordOfSubject(approval)}`}
        description={
          approval === undefined ? (
            <span className="mono">{approvalId}</span>
          ) : (
            <Group gap={6} mt={4}>
              <StatusBadge status={approval.status} /> made by {approval.maker} · <Timestamp at={approval.created_at} />
            </Group>
          )
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={14} />}
              renderRoot={(props) => <Link {...props} to={paths.approvals} />}
            >
              Approvals queue
            </Button>
            {approval === undefined ? null : <DecideActs key={approval.id} approval={approval} />}
          </>
        }
      />
      {source.isError ? (
        <ErrorState title="Could not load the approval" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <div aria-busy>
          <Columns main={<Skeleton height={320} />} side={<Skeleton height={320} />} />
        </div>
      ) : (
        <Columns
          main={
            <>
              <NobodyEligible approval={source.data.approval} />
              {source.data.preview === null ? null : (
                <Panel title="What approval would do">
                  <Preview preview={source.data.preview} />
                </Panel>
              )}
              {source.data.rows.length === 0 ? null : (
                <Panel title="Rows" flush>
                  <RowsTable label="Rows that wait" rows={source.data.rows} />
                </Panel>
              )}
              {commentsOf?.(source.data.approval.id)}
              <Panel title="Payload">
                <JsonViewer value={source.data.payload} what="payload" />
              </Panel>
            </>
          }
          side={
            <>
              <Panel title="Approval">
                <ApprovalFacts approval={source.data.approval} payload={source.data.payload} events={source.data.events} />
              </Panel>
              <Panel title="Story">
                <ApprovalStory events={source.data.events} />
              </Panel>
            </>
          }
        />
      )}
    </Page>
  );
}
