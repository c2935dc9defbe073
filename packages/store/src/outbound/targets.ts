// Where the log of an organisation goes: to the two destinations of its audit export, to its webhook endpoints, and to the brokers that get
// the logs of all. Each has a name within the organisation, under which is kept how far it has the log.

/** Of whoever runs the system. Each is a kind of target of its own, and the name of its cursors. */
export type BrokerKind = 'nats' | 'kafka';

/** Every log that is not archived, from its first event on. */
const everyLog = (name: BrokerKind): string =>
  `(select t.tenant_id, '${name}' as destination, 0::bigint as added_seq, 0::bigint as begins_after from tenants t
    where t.archived_at is null)`;

/**
 * Of which organisations each kind of target gets the log: since the event that added it (one that was taken away and added again begins
 * anew), and from which event on. Archived organisations send nothing any more.
 */
export const targets = {
  destinations: `(select d.tenant_id, d.name as destination, d.added_seq, 0::bigint as begins_after from audit_destinations d
    join tenants t on t.tenant_id = d.tenant_id and t.archived_at is null)`,
  webhooks: `(select w.tenant_id, w.id::text as destination, w.added_seq, w.added_seq as begins_after from webhook_endpoints w
    join tenants t on t.tenant_id = w.tenant_id and t.archived_at is null where w.enabled)`,
  nats: everyLog('nats'),
  kafka: everyLog('kafka'),
} as const;
export type TargetKind = keyof typeof targets;
