// The tag (`etag`) of an answer that follows from the log alone: where the log ends, what was asked, and who asks. Whoever polls such a list
// and has the answer already is told so (304) at the price of one row. What depends on anything beside the log has no tag.

import { hash } from 'node:crypto';
import type { Pool } from '@countinghouse/store/connection';
import { findLatestPosition } from '@countinghouse/store/features/events/reads';
import type { MembershipRow } from '@countinghouse/store/features/tenants/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyRequest } from 'fastify';
import type { Session } from '../auth/sessions.ts';

/** What is asked for without a day is as of today: no answer outlives the shortest step between time zones. */
const STEP_MS = 900_000;

/** Weak: it says that the content is the same, not its bytes. Looked up before the answer is made, so never newer than it. */
export async function findLogTag(
  readerPool: Pool,
  { tenant, session, request }: { readonly tenant: MembershipRow; readonly session: Session; readonly request: FastifyRequest },
): Promise<string> {
  const { tenant_id, role, administers_entity } = tenant;
  const end = await read(readerPool, { tenantId: tenant_id }, (tx) => findLatestPosition(tx, tenant_id));
  const entity = request.headers['x-entity-id'] ?? session.activeEntityId;
  const asked = [request.url, tenant_id, session.userId, role, administers_entity, entity];
  const of = JSON.stringify([end?.event_hash ?? null, Math.floor(Date.now() / STEP_MS), ...asked]);
  return `W/"${hash('sha256', of, 'base64url')}"`;
}

/** Whether who asks says that they have the answer with this tag, be it called weak or not. Source: RFC 9110, section 13.1.2. */
export const hasTag = ({ headers }: FastifyRequest, tag: string): boolean =>
  headers['if-none-match']?.split(',').some((one) => opaque(one.trim()) === opaque(tag)) === true;

const opaque = (tag: string): string => tag.replace(/^W\//, '');
