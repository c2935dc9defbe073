// Where the log of an organisation goes: to its endpoints, of which two are the audit export's, and to the brokers that get the logs of all. Each has a
// name within the organisation, under which is kept how far it has the log.

import { endpoints } from './endpoints.ts';

/** Of whoever runs the system. Each is a kind of target of its own, and the name of its cursors. */
export type BrokerKind = 'nats' | 'kafka';

/** Every log that is not archived, from its first event on. */
const everyLog = (name: BrokerKind): string =>
  `(select t.tenant_id, '${name}' as destination, 0::bigint as added_seq, 0::bigint as begins_after from tenants t
    where t.archived_at is null)`;

const ofEndpoints = (condition: string): string =>
  `(select w.tenant_id, w.id as destination, w.added_seq, w.begins_after from ${endpoints} w
    join tenants t on t.tenant_id = w.tenant_id and t.archived_at is null where ${condition})`;

/**
 * Of which organisations each kind of target gets the log: since the event that added it (one that was taken away and added again begins
 * anew), and from which event on. Archived organisations send nothing any more.
 */
export const targets = {
  endpoints: ofEndpoints('w.enabled'),
  nats: everyLog('nats'),
  kafka: everyLog('kafka'),
} as const;
export type TargetKind = keyof typeof targets;

/** What is counted as waiting: of endpoints those of programs, since the audit export is measured by itself. */
export const waiting = { ...targets, endpoints: ofEndpoints("w.enabled and w.purpose = 'events'") } as const satisfies Record<
  TargetKind,
  string
>;
