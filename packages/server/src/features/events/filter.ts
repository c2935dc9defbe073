// What somebody asks of the log, as a stretch of it: instants become seqs, since times rise with them.

import { formatInstant, parseInstant } from '@countinghouse/kernel/time/instant';
import { type EventFilter, findSeqAt } from '@countinghouse/store/features/events/reads';
import type { Tx } from '@countinghouse/store/reader';

/** All of them must hold; what is not there leaves nothing out. */
export interface AskedEvents {
  readonly type?: string | undefined;
  readonly actor?: string | undefined;
  readonly from_seq?: number | undefined;
  readonly to_seq?: number | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

export async function filterOf(tx: Tx, tenantId: string, asked: AskedEvents): Promise<EventFilter> {
  const { type, actor, from_seq, to_seq, since, until } = asked;
  const sinceUs = since === undefined ? null : parseInstant(since);
  const afterInstant = sinceUs === null ? null : await findSeqAt(tx, tenantId, formatInstant(sinceUs - 1n));
  const toInstant = until === undefined ? null : await findSeqAt(tx, tenantId, until);
  return {
    afterSeq: from_seq === undefined ? afterInstant : Math.max(from_seq - 1, afterInstant ?? 0),
    toSeq: to_seq === undefined ? toInstant : Math.min(to_seq, toInstant ?? to_seq),
    typePrefixes: type === undefined ? null : [type],
    entityId: null,
    actorId: actor ?? null,
  };
}
