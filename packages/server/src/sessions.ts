// Who asks, and where they stand. Both are read from the database and remembered for at most a second, so that a session or
// membership that ended is dead on the next request (at most one second later), and a busy caller costs no query a call.

import type { Standing } from '@countinghouse/contract/permissions';
import type { Pool } from '@countinghouse/store/connection';
import { listMemberships, type MembershipRow } from '@countinghouse/store/features/tenants/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyRequest } from 'fastify';
import { type Auth, COOKIE_PREFIX } from './auth.ts';
import { Refusal } from './refusal.ts';

const REMEMBER_MS = 1_000;
const REMEMBERED_MAX = 10_000;

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  readonly activeTenantId: string | null;
  readonly activeEntityId: string | null;
}

/** Values that are true for a short while; when full, everything is forgotten. */
class Remembered<T> {
  private readonly entries = new Map<string, { readonly value: T; readonly untilMs: number }>();

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.untilMs > performance.now() ? entry.value : undefined;
  }

  set(key: string, value: T): void {
    if (this.entries.size >= REMEMBERED_MAX) this.entries.clear();
    this.entries.set(key, { value, untilMs: performance.now() + REMEMBER_MS });
  }

  forget(key: string): void {
    this.entries.delete(key);
  }

  forgetAll(): void {
    this.entries.clear();
  }
}

export const hasSessionCookie = (request: FastifyRequest): boolean =>
  request.headers.cookie?.includes(`${COOKIE_PREFIX}.session_token=`) === true;

export class Sessions {
  private readonly auth: Auth;
  private readonly authPool: Pool;
  private readonly readerPool: Pool;
  private readonly byCookie = new Remembered<Session | null>();
  private readonly membershipsByUser = new Remembered<readonly MembershipRow[]>();

  constructor(o: { readonly auth: Auth; readonly authPool: Pool; readonly readerPool: Pool }) {
    this.auth = o.auth;
    this.authPool = o.authPool;
    this.readerPool = o.readerPool;
  }

  async find(request: FastifyRequest): Promise<Session | null> {
    const { cookie } = request.headers;
    if (cookie === undefined || !hasSessionCookie(request)) return null;
    const known = this.byCookie.get(cookie);
    if (known !== undefined) return known;
    const found = await this.auth.api.getSession({ headers: new Headers({ cookie }), query: { disableRefresh: false } });
    const session =
      found === null
        ? null
        : {
            id: found.session.id,
            userId: found.user.id,
            email: found.user.email,
            name: found.user.name,
            activeTenantId: found.session.activeTenantId ?? null,
            activeEntityId: found.session.activeEntityId ?? null,
          };
    this.byCookie.set(cookie, session);
    return session;
  }

  async memberships(userId: string): Promise<readonly MembershipRow[]> {
    const known = this.membershipsByUser.get(userId);
    if (known !== undefined) return known;
    const found = await read(this.readerPool, { userId }, (tx) => listMemberships(tx, userId));
    this.membershipsByUser.set(userId, found);
    return found;
  }

  /** Makes an organisation the current one of a session. */
  async switchTenant(session: Session, tenantId: string): Promise<void> {
    await this.authPool.query('update sessions set "activeTenantId" = $2, "activeEntityId" = null where id = $1', [session.id, tenantId]);
    this.forgetSessions();
  }

  /** Makes an entity the active one of a session; null for none. */
  async switchEntity(session: Session, entityId: string | null): Promise<void> {
    await this.authPool.query('update sessions set "activeEntityId" = $2 where id = $1', [session.id, entityId]);
    this.forgetSessions();
  }

  /** What the session's row says of it. */
  async describe(session: Session): Promise<{ expires_at: string; created_at: string; address: string | null; user_agent: string | null }> {
    const found = await this.authPool.query<{ expires_at: Date; created_at: Date; address: string | null; user_agent: string | null }>(
      'select "expiresAt" as expires_at, "createdAt" as created_at, "ipAddress" as address, "userAgent" as user_agent from sessions where id = $1',
      [session.id],
    );
    const row = found.rows[0];
    if (row === undefined) throw new Refusal('UNAUTHENTICATED');
    const { expires_at, created_at, address, user_agent } = row;
    // Whether the driver reads an instant as a Date or as text is the pool's affair.
    return { expires_at: new Date(expires_at).toISOString(), created_at: new Date(created_at).toISOString(), address, user_agent };
  }

  forgetMemberships(userId: string): void {
    this.membershipsByUser.forget(userId);
  }

  /** After a change of an organisation that touches many people. */
  forgetAllMemberships(): void {
    this.membershipsByUser.forgetAll();
  }

  /** After sessions were ended or begun: one of them may have been remembered under any cookie. */
  forgetSessions(): void {
    this.byCookie.forgetAll();
  }
}

export const standingOf = (membership: MembershipRow): Standing => ({
  role: membership.role,
  administersEntity: membership.administers_entity,
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The organisation a request acts in: that of `x-tenant-id`, else the session's current one, else the first.
 *
 * Refuses, first match wins: NOT_FOUND for one the person does not belong to (as for one that never was), NO_ORGANISATION.
 */
export function chooseTenant(request: FastifyRequest, session: Session, memberships: readonly MembershipRow[]): MembershipRow {
  const named = request.headers['x-tenant-id'];
  if (named !== undefined) {
    const wanted = String(named).toLowerCase();
    const found = uuid.test(wanted) ? memberships.find((m) => m.tenant_id === wanted) : undefined;
    if (found === undefined) throw new Refusal('NOT_FOUND');
    return found;
  }
  const current = memberships.find((m) => m.tenant_id === session.activeTenantId) ?? memberships[0];
  if (current === undefined) throw new Refusal('NO_ORGANISATION');
  return current;
}
