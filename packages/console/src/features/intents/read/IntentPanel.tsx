import { type IntentView, intents } from '@countinghouse/contract/features/intents';
import { Button, Skeleton, Stack, Title } from '@mantine/core';
import { IconArrowUpRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../../ui/page/SidePanel.tsx';
import { JsonViewer } from '../../../ui/value/JsonViewer.tsx';
import { IntentFacts, IntentHashes, IntentReason, payloadOfIntent } from './IntentFacts.tsx';
import { IntentRows } from './IntentRows.tsx';
import { IntentStory } from './IntentStory.tsx';

function Heading({ children }: { readonly children: string }) {
  return (
    <Title order={3} size="xs" c="dimmed" mt={4}>
      {children}
    </Title>
  );
}

function Details({ intent, files }: { readonly intent: IntentView; readonly files: ReactNode }) {
  const payload = payloadOfIntent(intent);
  return (
    <Stack gap="sm">
      <IntentReason intent={intent} />
      <IntentFacts intent={intent} />
      <Heading>Postings</Heading>
      <IntentRows intent={intent} narrow />
      {files}
      <Heading>Story</Heading>
      <IntentStory intent={intent} />
      <Heading>Hashes</Heading>
      <IntentHashes intent={intent} />
      <Heading>Request</Heading>
      <JsonViewer value={payload?.request ?? payload ?? {}} what="request" />
    </Stack>
  );
}

interface IntentPanelProps {
  readonly intentId: string;
  readonly onClose: () => void;
  /** What stands between postings and story: the files on the intent. */
  readonly files?: ReactNode;
}

/** One intent beside the log: facts, postings as T-accounts, story and hashes. Its page says and does more. */
export function IntentPanel({ intentId, onClose, files }: IntentPanelProps) {
  const source = useQuery(q(intents.get, { params: { intent_id: intentId } }));
  return (
    <SidePanel
      title="Intent"
      actions={
        <Button
          variant="subtle"
          size="compact-xs"
          rightSection={<IconArrowUpRight size={13} />}
          renderRoot={(props) => <Link {...props} to={paths.intent} params={{ intentId }} />}
        >
          Open page
        </Button>
      }
      onClose={onClose}
    >
      {source.isError ? (
        <ErrorState title="Could not load the intent" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={320} />
      ) : (
        <Details intent={source.data.intent} files={files} />
      )}
    </SidePanel>
  );
}
