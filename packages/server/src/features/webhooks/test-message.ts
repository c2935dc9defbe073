// What the test button sends. It follows from the delivery that is kept of it, as the message of an event follows from the event.

import { TEST_EVENT_TYPE } from '@countinghouse/contract/features/webhooks';
import type { DeliveryRow } from '@countinghouse/store/outbound/deliveries';
import type { Message } from '../../outbound/message.ts';

/** No event has its id: those of events end in a number. */
export const testMessage = (tenantId: string, endpointId: string, sentAt: DeliveryRow['sent_at']): Message => {
  const timestamp = new Date(sentAt).toISOString();
  return {
    tenantId,
    type: TEST_EVENT_TYPE,
    id: `${tenantId}:test-${Date.parse(timestamp)}`,
    body: JSON.stringify({ type: TEST_EVENT_TYPE, timestamp, tenant_id: tenantId, data: { endpoint_id: endpointId } }),
  };
};
