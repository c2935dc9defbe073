import { type IntentView, intents } from '@countinghouse/contract/features/intents';
import { Text, Timeline } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { q } from '../../../lib/calls/query.ts';
import { paths } from '../../../lib/screen/paths.ts';
import { Actor } from '../../../ui/value/Actor.tsx';
import { IntentLink } from '../../../ui/value/IntentLink.tsx';
import { TextLink } from '../../../ui/value/TextLink.tsx';
import { Timestamp } from '../../../ui/value/Timestamp.tsx';
import { linkedIds, storyOf } from './story.ts';

/** What happened to an intent and to those it is linked with, and what an open hold still waits for. */
export function IntentStory({ intent }: { readonly intent: IntentView }) {
  const linked = useQueries({ queries: linkedIds(intent).map((id) => q(intents.get, { params: { intent_id: id } })) });
  const steps = storyOf([...linked.flatMap((source) => source.data?.intent ?? []), intent]);
  return (
    <Timeline bulletSize={12} lineWidth={2} active={steps.length - 1}>
      {steps.map(({ event, word, intentId }) => (
        <Timeline.Item
          key={event.seq}
          title={
            <Text size="sm" fw={600}>
              {word}
            </Text>
          }
        >
          <Text size="xs" component="div">
            <Timestamp at={event.event_ts} />
          </Text>
          <Text size="xs" component="div" c="dimmed">
            <TextLink inText to={paths.events} search={{ open: String(event.seq) }}>
              seq {event.seq}
            </TextLink>
            {event.actor_id === 'system' ? (
              event.name === 'hold.expired' ? (
                ' · by its time'
              ) : (
                ' · by the system'
              )
            ) : (
              <> · {<Actor id={event.actor_id} />}</>
            )}
            {intentId === intent.intent_id ? null : <> · {<IntentLink id={intentId} />}</>}
          </Text>
        </Timeline.Item>
      ))}
      {intent.hold?.status === 'open' ? (
        <Timeline.Item
          title={
            <Text size="sm" fw={600}>
              Ends unless captured or voided
            </Text>
          }
        >
          <Text size="xs" component="div">
            <Timestamp at={intent.hold.expires_at} />
          </Text>
        </Timeline.Item>
      ) : null}
    </Timeline>
  );
}
