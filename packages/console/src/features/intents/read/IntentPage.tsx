import { type IntentView, intents } from '@countinghouse/contract/features/intents';
import { Button, Group, Skeleton, Stack } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { titleOf } from '../../../lib/values/intent/title.ts';
import { wordOfUseCase } from '../../../lib/values/use-case.ts';
import { Columns } from '../../../ui/page/Columns.tsx';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { PageHeader } from '../../../ui/page/PageHeader.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { Actor } from '../../../ui/value/Actor.tsx';
import { Day } from '../../../ui/value/Day.tsx';
import { JsonViewer } from '../../../ui/value/json/JsonViewer.tsx';
import { Timestamp } from '../../../ui/value/Timestamp.tsx';
import { useCodes } from '../log/use-codes.ts';
import { DuplicateAct } from './DuplicateAct.tsx';
import { HoldActs, ReverseAct } from './IntentActs.tsx';
import { IntentBadges, IntentFacts, IntentHashes, IntentReason, payloadOfIntent } from './IntentFacts.tsx';
import { IntentPolicies } from './IntentPolicies.tsx';
import { IntentRows } from './IntentRows.tsx';
import { IntentStory } from './IntentStory.tsx';

function Loading() {
  return (
    <div aria-busy>
      <Columns
        main={
          <>
            <Skeleton height={220} />
            <Skeleton height={280} />
          </>
        }
        side={
          <>
            <Skeleton height={260} />
            <Skeleton height={160} />
          </>
        }
      />
    </div>
  );
}

interface DetailsProps {
  readonly intent: IntentView;
  readonly files: ReactNode;
  readonly waits: ReactNode;
  readonly proof: ReactNode;
}

function Details({ intent, files, waits, proof }: DetailsProps) {
  const payload = payloadOfIntent(intent);
  return (
    <Columns
      main={
        <>
          <IntentReason intent={intent} />
          {waits}
          <Panel title="Rows" flush>
            <IntentRows intent={intent} />
          </Panel>
          <IntentPolicies intent={intent} />
          {files}
          <Panel title="Request">
            <JsonViewer value={payload?.request ?? payload ?? {}} what="request" />
          </Panel>
        </>
      }
      side={
        <>
          <Panel title="Intent">
            <IntentFacts intent={intent} />
          </Panel>
          <Panel title="Story">
            <IntentStory intent={intent} />
          </Panel>
          <Panel title="Receipt">
            <Stack gap="sm">
              <IntentHashes intent={intent} />
              <JsonViewer value={intent.receipt} what="receipt" />
            </Stack>
          </Panel>
          {proof}
        </>
      }
    />
  );
}

/**
 * One intent: what it posted or holds, its story, and what can still be done with it. `filesOf`: the files on it; `waitsOf`: what it waits
 * for, where it was held back; `proofOf`: the proof of its last event.
 */
export function IntentPage({
  filesOf,
  waitsOf,
  proofOf,
}: {
  readonly filesOf?: (intentId: string) => ReactNode;
  readonly waitsOf?: (approvalId: string) => ReactNode;
  readonly proofOf?: (seq: number, intentId: string) => ReactNode;
}) {
  const { intentId = '' } = useParams({ strict: false }) as { readonly intentId?: string };
  const source = useQuery(q(intents.get, { params: { intent_id: intentId } }));
  const intent = source.data?.intent;
  const payload = intent === undefined ? undefined : payloadOfIntent(intent);
  const codeOf = useCodes(payload === undefined ? [] : [payload]);
  const placed = intent?.hold?.intent_id === intent?.intent_id ? intent?.hold : null;
  return (
    <Page>
      <PageHeader
        title={intent === undefined ? 'Intent' : titleOf(payload ?? {}, codeOf)}
        description={
          intent === undefined ? (
            <span className="mono">{intentId}</span>
          ) : (
            <Group gap={6} mt={4}>
              <IntentBadges intent={intent} /> {wordOfUseCase(intent.use_case)} · value date <Day on={intent.value_date} /> ·{' '}
              <Actor id={intent.actor_id} /> · <Timestamp at={intent.created_at} />
            </Group>
          )
        }
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconArrowLeft size={14} />}
              renderRoot={(props) => <Link {...props} to={paths.intents} />}
            >
              Signed intents log
            </Button>
            {intent === undefined ? null : <DuplicateAct intentId={intent.intent_id} />}
            {intent === undefined ? null : <ReverseAct key={`reverse ${intent.intent_id}`} intent={intent} />}
            {placed === null || placed === undefined ? null : <HoldActs key={`hold ${placed.intent_id}`} hold={placed} />}
          </>
        }
      />
      {source.isError ? (
        <ErrorState title="Could not load the intent" error={source.error} onRetry={() => void source.refetch()} />
      ) : intent === undefined ? (
        <Loading />
      ) : (
        <Details
          intent={intent}
          files={filesOf?.(intentId)}
          waits={intent.approval === null ? null : waitsOf?.(intent.approval.id)}
          proof={proofOf?.(intent.receipt.seq, intent.intent_id)}
        />
      )}
    </Page>
  );
}
