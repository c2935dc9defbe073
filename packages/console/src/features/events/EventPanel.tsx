import { events, type LedgerEvent } from '@countinghouse/contract/features/events';
import { ActionIcon, Anchor, Button, Group, Skeleton, Stack, Tooltip } from '@mantine/core';
import { IconAnchor, IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { EventTypeBadge } from '../../ui/value/EventTypeBadge.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { JsonViewer } from '../../ui/value/json/JsonViewer.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { HashChecks } from './HashChecks.tsx';

const ICON_SIZE = 16;

interface EventPanelProps {
  readonly seq: number;
  /** The event, where the list beside has it. */
  readonly known: LedgerEvent | undefined;
  readonly latestSeq: number;
  readonly onGo: (seq: number) => void;
  readonly onClose: () => void;
}

function Details({ event, onGo }: { readonly event: LedgerEvent; readonly onGo: (seq: number) => void }) {
  const intentId = event.payload['intent_id'];
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ['Type', <EventTypeBadge key="t" type={event.event_type} />],
          ['Intent status', event.intent_status === null ? null : <StatusBadge key="s" status={event.intent_status} />],
          [
            'Intent',
            typeof intentId === 'string' ? (
              <Anchor key="i" size="sm" renderRoot={(props) => <Link {...props} to={paths.intent} params={{ intentId }} />}>
                {intentId}
              </Anchor>
            ) : null,
          ],
          ['Time', <Timestamp key="ts" at={event.event_ts} />],
          ['Actor', <Actor key="a" id={event.actor_id} />],
          ['Event id', <Hash key="e" value={event.event_id} what="event id" whole />],
          ['Event hash', <Hash key="h" value={event.event_hash} what="event hash" whole />],
          [
            'Previous hash',
            <span key="p">
              <Hash value={event.prev_hash} what="previous hash" whole />
              {event.seq > 1 ? (
                <Anchor component="button" type="button" size="sm" onClick={() => onGo(event.seq - 1)}>
                  Go to event {event.seq - 1}
                </Anchor>
              ) : null}
            </span>,
          ],
          ['Payload hash', <Hash key="ph" value={event.payload_hash} what="payload hash" whole />],
          ['Signature', event.signature === null ? 'None by the client' : <Hash key="sig" value={event.signature} what="signature" />],
          [
            'Signed head',
            event.head_signature === null ? (
              'Not covered yet'
            ) : (
              <span key="hs">
                seq {event.head_signature.seq} · <Hash value={event.head_signature.kid} what="key id" />
              </span>
            ),
          ],
          ['Hash version', event.hash_version],
        ]}
      />
      <Group gap="sm" align="flex-start">
        <HashChecks key={event.seq} event={event} />
        <Button
          variant="default"
          leftSection={<IconAnchor size={14} />}
          renderRoot={(props) => <Link {...props} to={paths.audit} search={{ seq: event.seq }} />}
        >
          Prove it is in the log
        </Button>
      </Group>
      <JsonViewer key={`payload-${event.seq}`} value={event.payload} what="payload" />
    </Stack>
  );
}

export function EventPanel({ seq, known, latestSeq, onGo, onClose }: EventPanelProps) {
  const source = useQuery({ ...q(events.list, { query: { before: seq + 1, limit: 1 } }), enabled: known === undefined });
  const event = known ?? source.data?.events.find((e) => e.seq === seq);
  const actions = (
    <>
      <Tooltip label="Next event">
        <ActionIcon size="sm" aria-label="Next event" disabled={seq >= latestSeq} onClick={() => onGo(seq + 1)}>
          <IconChevronUp size={ICON_SIZE} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label="Previous event">
        <ActionIcon size="sm" aria-label="Previous event" disabled={seq <= 1} onClick={() => onGo(seq - 1)}>
          <IconChevronDown size={ICON_SIZE} />
        </ActionIcon>
      </Tooltip>
    </>
  );
  return (
    <SidePanel title={`Event ${seq}`} actions={actions} onClose={onClose}>
      {event !== undefined ? (
        <Details event={event} onGo={onGo} />
      ) : source.isError ? (
        <ErrorState title="Could not load the event" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={320} />
      ) : (
        <p>There is no event with this number.</p>
      )}
    </SidePanel>
  );
}
