// The two destinations of an organisation's audit export, as targets: everything goes there, what was refused waits as a dead letter until an
// owner asks, and the activity log hears what changed. What a receiver wrote is kept nowhere.

import { ROTATION_HOURS } from '@countinghouse/contract/features/audit-export';
import type { DestinationName } from '@countinghouse/kernel/audit-export/events';
import { type DestinationRow, listDestinations } from '@countinghouse/store/features/audit-export/reads';
import { insertActivity } from '@countinghouse/store/features/audit-export/writes';
import { read } from '@countinghouse/store/reader';
import type { Outlet } from '../../outbound/outlet.ts';
import { webhookSink } from '../../outbound/webhook-sink.ts';
import type { Services } from '../../services.ts';

export const ROTATION_MS = ROTATION_HOURS * 3_600_000;

type Needs = Pick<Services, 'writerPool' | 'readerPool' | 'keptTexts' | 'egress'>;

export const destinationOutlet = ({ writerPool, readerPool, keptTexts, egress }: Needs): Outlet => ({
  kind: 'destinations',
  hasDeadLetters: true,
  triesMax: null,
  stopsAfterMs: null,
  record: null,
  open: async (tenantId, name) => {
    const rows = await read(readerPool, { tenantId }, (tx) => listDestinations(tx, tenantId));
    const row = rows.find((destination) => destination.name === name);
    if (row === undefined) return null;
    const secretIds = [row.secret_id, ...oldSecretOf(row)];
    const sink = webhookSink(egress, {
      url: await keptTexts.read(tenantId, 'webhook-address', row.address_id),
      secrets: await Promise.all(secretIds.map((id) => keptTexts.read(tenantId, 'webhook-secret', id))),
    });
    return { sink, types: null };
  },
  tell: (tenantId, name, happening) => insertActivity(writerPool, tenantId, { ...happening, destination: name as DestinationName }),
});

/** While receivers change over, the secret before this one signs too. */
const oldSecretOf = (row: DestinationRow): readonly string[] =>
  row.old_secret_id !== null && Date.now() < Date.parse(row.secret_set_at) + ROTATION_MS ? [row.old_secret_id] : [];
