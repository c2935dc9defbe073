// Where the log of an organisation goes: to its endpoints, of which two are the audit export's, and to the brokers that get the logs of all. Each has a
// name within the organisation, under which is kept how far it has the log.

import { auditEndpoints, programEndpoints } from './endpoints.ts';

/** Of whoever runs the system. Each is a kind of target of its own, and the name of its cursors. */
export type BrokerKind = 'nats' | 'kafka';

/** Of a table that names them, those of organisations that send: archived ones send nothing any more. */
const sending = (columns: string, table: string, condition = 'true'): string =>
  `(select w.tenant_id, ${columns} from ${table} w join tenants t on t.tenant_id = w.tenant_id and t.archived_at is null where ${condition})`;

/** Every log, from its first event on. */
const everyLog = (name: BrokerKind): string =>
  sending(`'${name}' as destination, 0::bigint as added_seq, 0::bigint as begins_after`, 'tenants');
const ofEndpoints = (endpoints: string): string => sending('w.id as destination, w.added_seq, w.begins_after', endpoints, 'w.enabled');

/**
 * Of which organisations each kind of target gets the log: since the event that added it (one that was taken away and added again begins
 * anew), and from which event on. Each is asked by itself, and what is found put together after: joined to their union, a cursor would not be known to be
 * of the same organisation.
 */
export const targets = {
  endpoints: [ofEndpoints(programEndpoints), ofEndpoints(auditEndpoints)],
  nats: [everyLog('nats')],
  kafka: [everyLog('kafka')],
} as const;
export type TargetKind = keyof typeof targets;

/** What is counted as waiting: of endpoints those of programs, since the audit export is measured by itself. */
export const waiting = { ...targets, endpoints: [ofEndpoints(programEndpoints)] } as const satisfies Record<TargetKind, readonly string[]>;

/** A statement over each of them, and all that it finds. */
export const overEach = (asked: readonly string[], over: (target: string) => string): string => `(${asked.map(over).join(' union all ')})`;
