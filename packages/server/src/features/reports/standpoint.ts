// Whose report it is and where it stands: the entity that is asked for, else the active one; the position of the log.

import { ALL_ENTITIES } from '@countinghouse/contract/features/entities';
import type { Clock } from '@countinghouse/store/clock';
import { findEntity } from '@countinghouse/store/features/entities/reads';
import type { Tx } from '@countinghouse/store/reader';
import type { Session } from '../../auth/sessions.ts';
import { Refusal } from '../../http/refusal.ts';
import { chooseEntity } from '../../route/active-entity.ts';
import { findKnown, type Named } from '../../route/as-of.ts';
import type { Headers } from '../../route/aside.ts';
import type { Standpoint } from '../../statements/load.ts';

export interface Caller {
  readonly tenantId: string;
  readonly session: Session;
  readonly request: Headers;
}

interface Dated extends Caller {
  readonly clock: Clock;
}

/** Throws NOT_FOUND for an entity that is not here. */
export async function findReportEntity(tx: Tx, by: Caller, asked: string | undefined): Promise<Standpoint['entity']> {
  const entityId =
    asked === undefined ? await chooseEntity(tx, by.tenantId, by.session, by.request) : asked === ALL_ENTITIES ? null : asked;
  if (entityId === null) return null;
  const found = await findEntity(tx, by.tenantId, by.session.userId, entityId);
  if (found === null) throw new Refusal('NOT_FOUND');
  return { id: found.id, code: found.code, name: found.name };
}

/** Throws NOT_FOUND for an entity, a snapshot or a position that is not here. */
export async function findStandpoint(tx: Tx, by: Dated, asked: Named & { readonly entity?: string | undefined }): Promise<Standpoint> {
  const entity = await findReportEntity(tx, by, asked.entity);
  const { knownAtSeq, seq, event_hash } = await findKnown(tx, by.tenantId, asked);
  const position = { seq, event_hash, snapshot_id: asked.snapshot_id ?? null };
  return { tenantId: by.tenantId, entity, knownAtSeq, position, generatedAt: by.clock.now() };
}
