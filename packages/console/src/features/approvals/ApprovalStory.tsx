import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { Text, Timeline } from '@mantine/core';
import { paths } from '../../lib/screen/paths.ts';
import { Actor } from '../../ui/value/Actor.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { wordOfEvent, wordOfReason } from './words.ts';

const words: ReadonlyMap<string, string> = new Map([
  ['intent.proposed', 'Held for approval'],
  ['intent.validated', 'All guards hold'],
  ['intent.executed', 'Executed'],
  ['intent.rejected', 'Intent rejected'],
  ['approval.requested', 'Asked for'],
  ['approval.approved', 'Approved'],
]);

const payloadOf = (event: LedgerEvent) => event.payload as { readonly code?: string; readonly comment?: string };

const wordOf = (event: LedgerEvent): string =>
  event.event_type === 'approval.rejected'
    ? wordOfReason(payloadOf(event).code ?? '')
    : (words.get(event.event_type) ?? wordOfEvent(event.event_type));

/** What happened, oldest first, with the words of whoever decided. */
export function ApprovalStory({ events }: { readonly events: readonly LedgerEvent[] }) {
  return (
    <Timeline bulletSize={12} lineWidth={2} active={events.length - 1}>
      {events.map((event) => {
        const { comment = '' } = event.event_type.startsWith('approval.') ? payloadOf(event) : {};
        return (
          <Timeline.Item key={event.seq} title={wordOf(event)}>
            <Text size="xs" component="div">
              <Timestamp at={event.event_ts} />
            </Text>
            <Text size="xs" component="div" c="dimmed">
              <TextLink inText to={paths.events} search={{ open: String(event.seq) }}>
                seq {event.seq}
              </TextLink>
              {event.actor_id === 'system' ? ' · by its time' : <> · {<Actor id={event.actor_id} />}</>}
            </Text>
            {comment === '' ? null : <Text size="sm">“{comment}”</Text>}
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
