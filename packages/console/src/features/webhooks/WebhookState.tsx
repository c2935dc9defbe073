import { auditExport } from '@countinghouse/contract/features/audit-export';
import { events } from '@countinghouse/contract/features/events';
import { type Webhook, type WebhookReplay, webhooks } from '@countinghouse/contract/features/webhooks';
import type { RouteOk } from '@countinghouse/contract/wire';
import { Alert, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconHistory, IconKey, IconMailX, IconPlayerPause } from '@tabler/icons-react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { StatCard } from '../../ui/page/StatCard.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { countEvents, statusOfWebhook } from './words.ts';

type Shown = RouteOk<typeof webhooks.get>;

/** How an endpoint is, and what somebody should know or do. */
export function WebhookState({ shown: { webhook, dead_letters, replays } }: { readonly shown: Shown }) {
  const replaying = replays.filter((r) => r.finished_at === null);
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
        <StatCard label="Status" value={<StatusBadge status={statusOfWebhook[webhook.state]} />} note={<LastTaken of={webhook} />} />
        <StatCard label="Sent up to" value={showCount(webhook.acknowledged_seq)} note={`of ${countEvents(webhook.head_seq)}`} />
        <StatCard
          label="Behind"
          value={showCount(webhook.backlog)}
          note={webhook.backlog === 0 ? 'It has everything' : 'Events to look at'}
        />
        <StatCard label="Dead letters" value={showCount(webhook.dead_letters)} note="Events it would not take" />
      </SimpleGrid>
      {webhook.state === 'paused' ? (
        <Alert color="orange" icon={<IconPlayerPause size={16} />} title="Paused">
          Nothing is sent. What happens meanwhile waits, and follows in order once it is resumed.
        </Alert>
      ) : webhook.failing_since === null ? null : (
        <Failing webhook={webhook} since={webhook.failing_since} />
      )}
      {dead_letters.length === 0 ? null : <DeadLetters webhook={webhook} shown={dead_letters.map(({ seq }) => seq)} />}
      {replaying.map((replay) => (
        <Replaying key={replay.id} replay={replay} />
      ))}
      {webhook.old_secret_until === null ? null : <OldSecret webhook={webhook} until={webhook.old_secret_until} />}
    </Stack>
  );
}

function LastTaken({ of }: { readonly of: Webhook }) {
  return of.last_taken_at === null ? (
    'Nothing was taken yet'
  ) : (
    <>
      Took the last <Timestamp at={of.last_taken_at} absolute />
    </>
  );
}

function Failing({ webhook, since }: { readonly webhook: Webhook; readonly since: string }) {
  const permission = useWritePermission(webhooks.goOn);
  const goOn = useWrite(webhooks.goOn, {
    input: () => ({ params: { id: webhook.id } }),
    said: 'It is tried again now',
    touches: [webhooks, auditExport],
  });
  const isStopped = webhook.state === 'stopped';
  return (
    <Alert
      color={isStopped ? 'red' : 'orange'}
      icon={<IconAlertTriangle size={16} />}
      title={isStopped ? 'Stopped' : 'Its receiver takes nothing'}
    >
      <Group justify="space-between" gap="xs">
        <Text size="sm" component="div">
          {webhook.last_error} So it is since <Timestamp at={since} absolute />, {showCount(webhook.attempts)}{' '}
          {webhook.attempts === 1 ? 'try' : 'tries'} at the same event.{' '}
          {webhook.next_try_at === null ? (
            'It is not tried again by itself. What it has not taken waits.'
          ) : (
            <>
              Tried again <Timestamp at={webhook.next_try_at} absolute />.
            </>
          )}
        </Text>
        <GuardedButton size="compact-sm" variant="default" permission={permission} loading={goOn.isPending} onClick={() => goOn.mutate()}>
          Try again now
        </GuardedButton>
      </Group>
    </Alert>
  );
}

function DeadLetters({ webhook, shown }: { readonly webhook: Webhook; readonly shown: readonly number[] }) {
  const permission = useWritePermission(webhooks.resend);
  const resend = useWrite(webhooks.resend, {
    input: () => ({ params: { id: webhook.id }, body: {} }),
    said: ({ queued }) => `${countEvents(queued)} to be sent again`,
    touches: [webhooks, auditExport],
  });
  return (
    <Alert color="orange" icon={<IconMailX size={16} />} title={`${countEvents(webhook.dead_letters)} given up`}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Its receiver would not take {shown.length < webhook.dead_letters ? 'these and others: ' : ''}
          {shown.map((seq) => `event ${seq}`).join(', ')}. The ones behind went on.
        </Text>
        <GuardedButton
          size="compact-sm"
          variant="default"
          permission={permission}
          loading={resend.isPending}
          onClick={() => resend.mutate()}
        >
          Send all again
        </GuardedButton>
      </Group>
    </Alert>
  );
}

function Replaying({ replay }: { readonly replay: WebhookReplay }) {
  return (
    <Alert color="blue" icon={<IconHistory size={16} />} title="Replay">
      Events {showCount(replay.from_seq)} to {showCount(replay.to_seq)} are sent again:{' '}
      {replay.done_seq < replay.from_seq ? 'not begun yet' : `done up to ${showCount(replay.done_seq)}`}.
    </Alert>
  );
}

function OldSecret({ webhook, until }: { readonly webhook: Webhook; readonly until: string }) {
  const permission = useWritePermission(webhooks.endOldSecret);
  const end = useWrite(webhooks.endOldSecret, {
    input: () => ({ params: { id: webhook.id } }),
    said: 'The old secret signs no more',
    touches: [webhooks, auditExport, events],
  });
  return (
    <Alert color="blue" icon={<IconKey size={16} />} title="Two secrets sign">
      <Group justify="space-between" gap="xs">
        <Text size="sm" component="div">
          Until <Timestamp at={until} absolute /> the secret before this one signs too, so that the receiver can change over.
        </Text>
        <GuardedButton size="compact-sm" variant="default" permission={permission} loading={end.isPending} onClick={() => end.mutate()}>
          End the old secret
        </GuardedButton>
      </Group>
    </Alert>
  );
}
