// The entity a list is filtered by: the one that its filters name, else that of `x-entity-id` (`all`: no filter), else the session's active one.

import { ALL_ENTITIES } from '@countinghouse/contract/features/entities';
import { findEntity } from '@countinghouse/store/features/entities/reads';
import type { Tx } from '@countinghouse/store/reader';
import type { Session } from '../auth/sessions.ts';
import { Refusal } from '../http/refusal.ts';
import type { Headers } from './aside.ts';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Throws NOT_FOUND for a filter or a header that names no entity here. A session's entity that is gone, or of another organisation, is none. */
export async function chooseEntity(tx: Tx, tenantId: string, session: Session, request: Headers, asked?: string): Promise<string | null> {
  if (asked !== undefined) {
    const found = await findEntity(tx, tenantId, session.userId, asked);
    if (found === null) throw new Refusal('NOT_FOUND');
    return found.id;
  }
  const named = request.headers['x-entity-id'];
  if (named === ALL_ENTITIES) return null;
  const wanted = named === undefined ? session.activeEntityId : String(named);
  if (wanted === null) return null;
  const found = uuid.test(wanted) ? await findEntity(tx, tenantId, session.userId, wanted) : null;
  if (found !== null) return found.id;
  if (named !== undefined) throw new Refusal('NOT_FOUND');
  return null;
}
