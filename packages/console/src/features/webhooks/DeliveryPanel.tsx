import { auditExport } from '@countinghouse/contract/features/audit-export';
import { type WebhookDeliveryDetail, webhooks } from '@countinghouse/contract/features/webhooks';
import { Code, Skeleton, Stack, Text } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { JsonViewer } from '../../ui/value/json/JsonViewer.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { causeWords, statusOfDelivery } from './words.ts';

const SKELETON_HEIGHT_PX = 240;

interface DeliveryPanelProps {
  readonly webhookId: string;
  readonly deliveryId: string;
  readonly onClose: () => void;
}

/** What was sent, and what was answered. */
export function DeliveryPanel({ webhookId, deliveryId, onClose }: DeliveryPanelProps) {
  const source = useQuery(q(webhooks.delivery, { params: { id: webhookId, delivery_id: deliveryId } }));
  const delivery = source.data?.delivery;
  return (
    <SidePanel title={delivery?.event_type ?? 'Delivery'} onClose={onClose}>
      {source.error !== null ? (
        <ErrorState title="Could not load the delivery" error={source.error} onRetry={() => void source.refetch()} />
      ) : delivery === undefined ? (
        <Skeleton height={SKELETON_HEIGHT_PX} />
      ) : (
        <Delivery webhookId={webhookId} delivery={delivery} />
      )}
    </SidePanel>
  );
}

function Delivery({ webhookId, delivery }: { readonly webhookId: string; readonly delivery: WebhookDeliveryDetail }) {
  const permission = useWritePermission(webhooks.replay);
  const again = useWrite(webhooks.replay, {
    input: (seq: number) => ({ params: { id: webhookId }, body: { from_seq: seq, to_seq: seq } }),
    said: 'The event is sent again',
    touches: [webhooks, auditExport],
  });
  const { seq, request, answer } = delivery;
  return (
    <Stack gap="md">
      <Facts
        facts={[
          ['Outcome', <StatusBadge key="o" status={statusOfDelivery[delivery.outcome]} />],
          ['Reason', delivery.error],
          ['Sent', <Timestamp key="s" at={delivery.sent_at} />],
          ['Took', `${delivery.duration_ms} ms`],
          ['Try', delivery.attempt],
          ['Why', causeWords[delivery.cause]],
          [
            'Event',
            seq === null ? null : (
              <Link key="e" to={paths.events} search={{ open: seq }}>
                {seq}
              </Link>
            ),
          ],
          [
            'Message id',
            <span key="i" className="mono">
              {request.id}
            </span>,
          ],
        ]}
      />
      {seq === null ? null : (
        <div>
          <GuardedButton
            size="compact-sm"
            variant="default"
            permission={permission}
            loading={again.isPending}
            leftSection={<IconSend size={13} />}
            onClick={() => again.mutate(seq)}
          >
            Send again
          </GuardedButton>
        </div>
      )}
      <div>
        <Text size="xs" fw={600} c="dimmed" mb={4}>
          Answer
        </Text>
        {answer === null ? (
          <Text size="sm" c="dimmed">
            None came.
          </Text>
        ) : (
          <Code block aria-label="Answer">
            {`${delivery.status ?? ''}\n\n${answer}`}
          </Code>
        )}
      </div>
      <JsonViewer value={JSON.parse(request.body)} what="message" />
    </Stack>
  );
}
