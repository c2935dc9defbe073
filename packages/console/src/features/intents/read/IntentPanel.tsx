import { type IntentView, intents } from '@countinghouse/contract/features/intents';
import { ActionIcon, Group, Skeleton, Stack, Title, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconArrowUpRight, IconChevronRight } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { q } from '../../../lib/calls/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { ErrorState } from '../../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../../ui/page/SidePanel.tsx';
import { JsonViewer } from '../../../ui/value/json/JsonViewer.tsx';
import { StatusBadge } from '../../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../../ui/value/Timestamp.tsx';
import { DuplicateAct } from './DuplicateAct.tsx';
import { ReverseAct } from './IntentActs.tsx';
import { IntentFacts, IntentHashes, IntentReason, payloadOfIntent } from './IntentFacts.tsx';
import classes from './IntentPanel.module.css';
import { IntentRows } from './IntentRows.tsx';
import { IntentStory } from './IntentStory.tsx';
import { IntentWords } from './IntentWords.tsx';

function Heading({ children }: { readonly children: string }) {
  return (
    <Title order={3} size="xs" mt={4}>
      {children}
    </Title>
  );
}

function Details({ intent, files }: { readonly intent: IntentView; readonly files: ReactNode }) {
  const payload = payloadOfIntent(intent);
  return (
    <Stack gap="sm">
      <IntentWords intent={intent} />
      <Group gap="xs">
        <DuplicateAct intentId={intent.intent_id} />
        <ReverseAct key={intent.intent_id} intent={intent} />
      </Group>
      <IntentReason intent={intent} />
      <IntentRows intent={intent} narrow />
      <Heading>Story</Heading>
      <IntentStory intent={intent} />
      {files}
      <details className={classes['more']}>
        <summary>
          <IconChevronRight size={14} aria-hidden /> Details
        </summary>
        <Stack gap="sm">
          <IntentFacts intent={intent} />
          <IntentHashes intent={intent} />
          <JsonViewer value={payload?.request ?? payload ?? {}} what="request" />
        </Stack>
      </details>
    </Stack>
  );
}

function Step({
  label,
  icon: Icon,
  onPress,
}: {
  readonly label: string;
  readonly icon: typeof IconArrowUp;
  readonly onPress: (() => void) | undefined;
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon size={26} aria-label={label} disabled={onPress === undefined} onClick={onPress}>
        <Icon size={15} />
      </ActionIcon>
    </Tooltip>
  );
}

interface IntentPanelProps {
  readonly intentId: string;
  readonly onClose: () => void;
  /** What stands behind the story: the files on the intent, what people say of it. */
  readonly files?: ReactNode;
  /** The rows before and after it in the list beside, where there are such. */
  readonly onPrevious?: (() => void) | undefined;
  readonly onNext?: (() => void) | undefined;
}

/** One intent beside the log: in words, as T-accounts, its story; the details folded. Its page says and does more. */
export function IntentPanel({ intentId, onClose, files, onPrevious, onNext }: IntentPanelProps) {
  const source = useQuery(q(intents.get, { params: { intent_id: intentId } }));
  const intent = source.data?.intent;
  return (
    <SidePanel
      title="Intent"
      head={
        intent === undefined ? (
          'Intent'
        ) : (
          <>
            <StatusBadge status={intent.status} plain /> <Timestamp at={intent.created_at} absolute />
          </>
        )
      }
      actions={
        <>
          {onPrevious === undefined && onNext === undefined ? null : (
            <>
              <Step label="Previous intent" icon={IconArrowUp} onPress={onPrevious} />
              <Step label="Next intent" icon={IconArrowDown} onPress={onNext} />
            </>
          )}
          <Tooltip label="Open page">
            <ActionIcon
              size={26}
              aria-label="Open page"
              renderRoot={(props: object) => <Link {...props} to={paths.intent} params={{ intentId }} />}
            >
              <IconArrowUpRight size={15} />
            </ActionIcon>
          </Tooltip>
        </>
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
