import { messageOf } from '@countinghouse/contract/errors';
import type { IntentView } from '@countinghouse/contract/features/intents';
import { Alert, Skeleton, Stack, Text, Timeline, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { paths } from '../../app/paths.ts';
import { intentQuery } from '../../lib/queries.ts';
import { Actor } from '../../ui/Actor.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { EventTypeBadge } from '../../ui/EventTypeBadge.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { JsonViewer } from '../../ui/JsonViewer.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { Timestamp } from '../../ui/Timestamp.tsx';
import { payloadOf, reasonOf, requestOf } from './payload.ts';
import { TAccounts } from './TAccounts.tsx';

function Heading({ children }: { readonly children: string }) {
  return (
    <Title order={3} size="xs" c="dimmed" mt={4}>
      {children}
    </Title>
  );
}

function Story({ intent, files }: { readonly intent: IntentView; readonly files: ReactNode }) {
  const payloads = intent.events.map(payloadOf);
  const payload = payloads.at(-1);
  const consent = payload === undefined ? undefined : requestOf(payload).consent;
  const reason = payloads.map(reasonOf).find((code) => code !== '') ?? intent.receipt.error ?? '';
  const narratives = [...new Set(intent.postings.map((p) => p.narrative).filter((n) => n !== ''))];
  return (
    <Stack gap="sm">
      {reason === '' ? null : (
        <Alert color="red" title={reason}>
          {messageOf(reason)}
        </Alert>
      )}
      <Facts
        facts={[
          ['Status', <StatusBadge key="s" status={intent.status} />],
          ['Intent id', <Hash key="i" value={intent.intent_id} what="intent id" whole />],
          ['Use case', intent.use_case],
          ['Value date', intent.value_date],
          ['Narrative', narratives.join('; ')],
          ['Actor', <Actor key="a" id={intent.actor_id} />],
          ['Created', <Timestamp key="c" at={intent.created_at} />],
          ['FX snapshot', payload?.snapshot_ids?.fx ? <Hash key="f" value={payload.snapshot_ids.fx} what="FX snapshot id" /> : null],
          ['Consent', consent === undefined ? null : `${consent.scope.join(', ')}${consent.reference ? ` · ${consent.reference}` : ''}`],
          ['Consent until', consent?.expires_at === undefined ? null : <Timestamp key="x" at={consent.expires_at} />],
          ['Evidence', payload?.evidence_ref],
        ]}
      />
      <Heading>Postings</Heading>
      {intent.postings.length === 0 ? <Text size="sm">Nothing was posted.</Text> : <TAccounts postings={intent.postings} />}
      {files}
      <Heading>Story</Heading>
      <Timeline bulletSize={12} lineWidth={2} active={intent.events.length}>
        {intent.events.map((event) => (
          <Timeline.Item key={event.seq} title={<EventTypeBadge type={event.event_type} />}>
            <Text size="xs" component="div">
              <Timestamp at={event.event_ts} /> ·{' '}
              <Link to={paths.events} search={{ open: event.seq }}>
                seq {event.seq}
              </Link>
            </Text>
          </Timeline.Item>
        ))}
      </Timeline>
      <Heading>Hashes</Heading>
      <Facts
        facts={[
          ['Event id', <Hash key="e" value={intent.receipt.eventId} what="event id" whole />],
          ['Event hash', <Hash key="h" value={intent.receipt.eventHash} what="event hash" whole />],
          [
            'Fingerprint',
            payload?.fingerprint === undefined ? null : <Hash key="p" value={payload.fingerprint} what="fingerprint" whole />,
          ],
        ]}
      />
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

/** The story of one intent: request, postings as T-accounts, events and hashes. */
export function IntentPanel({ intentId, onClose, files }: IntentPanelProps) {
  const source = useQuery(intentQuery(intentId));
  return (
    <SidePanel title="Intent" onClose={onClose}>
      {source.isError ? (
        <ErrorState title="Could not load the intent" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={320} />
      ) : (
        <Story intent={source.data.intent} files={files} />
      )}
    </SidePanel>
  );
}
