// Who asks, and where they stand. Both are read from the database and remembered for at most a second, so that a session or
// membership that ended is dead on the next request (at most one second later), and a busy caller costs no query a call. In the
// process that ends a session it is dead at once: nothing that was admitted before is begun, and what was begun is waited for.

import { setTimeout as sleep } from 'node:timers/promises';

import type { Membership } from '@countinghouse/contract/permissions';
import {
  deleteSessions,
  findSession,
  listSessionIds,
  listSessions,
  type SessionRow,
  updateActiveEntity,
  updateActiveTenant,
  updateLastSeen,
  type WhichSessions,
} from '@countinghouse/store/auth/sessions';
import type { Pool } from '@countinghouse/store/connection';
import { listMemberships, listServiceMemberships, type MembershipRow } from '@countinghouse/store/features/tenants/reads';
import { read } from '@countinghouse/store/reader';
import type { FastifyRequest } from 'fastify';
import { COOKIE_PREFIX } from '../http/cookies.ts';
import { Refusal } from '../http/refusal.ts';
import { cookiesWithoutPosition } from '../route/position.ts';
import { guardAddress } from './allow-lists.ts';
import type { Auth } from './auth.ts';
import { barOf, opened, type Way, wayOf } from './sso/ways.ts';

const REMEMBER_MS = 1_000;
const REMEMBERED_MAX = 10_000;
/** How exact `lastSeenAt` is. */
const SEEN_EVERY_MS = 60_000;
/** Longer than a request lives. Source: decision 0006, rule 9. */
const ENDED_KEPT_MS = 60_000;
const WRITES_END_WITHIN_MS = 10_000;

export interface Session {
  readonly id: string;
  readonly userId: string;
  readonly email: string;
  readonly name: string;
  /** Whether the person has a second factor, or a passkey began it, which counts as both. */
  readonly secondFactor: boolean;
  readonly way: Way;
  readonly activeTenantId: string | null;
  readonly activeEntityId: string | null;
}

/** Values that are true for a short while; when full, everything is forgotten. */
export class Remembered<T> {
  private readonly entries = new Map<string, { readonly value: T; readonly untilMs: number }>();
  private forgotten = 0;

  get(key: string): T | undefined {
    const entry = this.entries.get(key);
    return entry !== undefined && entry.untilMs > performance.now() ? entry.value : undefined;
  }

  /** Reads and remembers; not what was read before something was forgotten, which may be what was to be forgotten. */
  async learn(key: string, find: () => Promise<T>): Promise<T> {
    const before = this.forgotten;
    const value = await find();
    if (before === this.forgotten) this.set(key, value);
    return value;
  }

  private set(key: string, value: T): void {
    if (this.entries.size >= REMEMBERED_MAX) this.entries.clear();
    this.entries.set(key, { value, untilMs: performance.now() + REMEMBER_MS });
  }

  forget(key: string): void {
    this.forgotten += 1;
    this.entries.delete(key);
  }

  forgetAll(): void {
    this.forgotten += 1;
    this.entries.clear();
  }
}

/** Where sessions are looked up. */
export interface LookedUpAt {
  readonly auth: Auth;
  readonly authPool: Pool;
  readonly readerPool: Pool;
  readonly writable: boolean;
}

export const hasSessionCookie = (request: FastifyRequest): boolean =>
  request.headers.cookie?.includes(`${COOKIE_PREFIX}.session_token=`) === true;

export class Sessions {
  private readonly auth: Auth;
  private readonly authPool: Pool;
  private readonly readerPool: Pool;
  private readonly idleMs: number;
  /** Whether anything can be noted of a session where they are looked up. */
  private readonly writable: boolean;
  private readonly byCookie = new Remembered<Session | null>();
  private readonly membershipsByUser = new Remembered<readonly MembershipRow[]>();
  /** Sessions that were ended here, until when they are known to be. */
  private readonly ended = new Map<string, number>();
  /** Writes under way, by session. */
  private readonly writes = new Map<string, Map<FastifyRequest, Promise<unknown>>>();

  constructor(o: LookedUpAt & { readonly idleMs: number }) {
    this.idleMs = o.idleMs;
    this.writable = o.writable;
    this.auth = o.auth;
    this.authPool = o.authPool;
    this.readerPool = o.readerPool;
  }

  /** The same sessions looked up in another place. What is remembered, and what was ended here, is known to both. */
  at(place: LookedUpAt): Sessions {
    return Object.assign(Object.create(Sessions.prototype) as Sessions, this, place);
  }

  /** `keepsAlive: false` does not count as a use of the session, which then ends as if nobody asked. */
  async find(request: FastifyRequest, { keepsAlive = true } = {}): Promise<Session | null> {
    if (request.headers.cookie === undefined || !hasSessionCookie(request)) return null;
    const cookie = cookiesWithoutPosition(request.headers.cookie);
    const known = this.byCookie.get(cookie);
    if (known !== undefined) return known;
    return this.byCookie.learn(cookie, () => this.read(cookie, keepsAlive));
  }

  private async read(cookie: string, keepsAlive: boolean): Promise<Session | null> {
    const found = await this.auth.api.getSession({
      headers: new Headers({ cookie }),
      query: { disableRefresh: !keepsAlive || !this.writable },
    });
    if (found === null) return null;
    const { session } = found;
    // The library's types do not tell of its own column.
    const user: typeof found.user & { readonly twoFactorEnabled?: boolean | null } = found.user;
    const unusedMs = Date.now() - new Date(session.lastSeenAt ?? session.createdAt).getTime();
    if (unusedMs > this.idleMs) {
      if (this.writable) await deleteSessions(this.authPool, found.user.id, { only: session.id });
      return null;
    }
    if (this.writable && keepsAlive && (unusedMs > SEEN_EVERY_MS || session.lastSeenAt === null))
      await updateLastSeen(this.authPool, session.id);
    return {
      id: session.id,
      userId: user.id,
      email: user.email,
      name: user.name,
      secondFactor: user.twoFactorEnabled === true || typeof session.passkeyId === 'string',
      way: wayOf(session),
      activeTenantId: session.activeTenantId ?? null,
      activeEntityId: session.activeEntityId ?? null,
    };
  }

  /** Does what a session asks for, unless it was ended meanwhile: then it throws UNAUTHENTICATED and nothing was begun. */
  async write<T>(session: Session, request: FastifyRequest, work: () => Promise<T>): Promise<T> {
    if ((this.ended.get(session.id) ?? 0) > performance.now()) throw new Refusal('UNAUTHENTICATED');
    const working = work();
    const running = this.writes.get(session.id) ?? new Map<FastifyRequest, Promise<unknown>>();
    this.writes.set(session.id, running.set(request, working));
    try {
      return await working;
    } finally {
      running.delete(request);
      if (running.size === 0) this.writes.delete(session.id);
    }
  }

  /** After sessions were deleted: makes them dead here, and waits for what they had begun, but not for the request that asks. */
  async settle(ids: readonly string[], asking: FastifyRequest): Promise<void> {
    const nowMs = performance.now();
    for (const [id, untilMs] of this.ended) if (untilMs <= nowMs) this.ended.delete(id);
    for (const id of ids) this.ended.set(id, nowMs + ENDED_KEPT_MS);
    this.forgetSessions();
    const begun = ids.flatMap((id) => [...(this.writes.get(id) ?? [])].filter(([request]) => request !== asking).map(([, work]) => work));
    if (begun.length > 0) await Promise.race([Promise.allSettled(begun), sleep(WRITES_END_WITHIN_MS, undefined, { ref: false })]);
  }

  /** The sessions of a person that have not ended, last seen first. */
  list(userId: string): Promise<readonly SessionRow[]> {
    return listSessions(this.authPool, userId, this.idleMs / 1000);
  }

  /** The sessions of a person whatever their state, to be settled once they were deleted. */
  idsOf(userId: string): Promise<readonly string[]> {
    return listSessionIds(this.authPool, userId);
  }

  /** Ends sessions of a person. Answers how many there were. */
  async revoke(userId: string, which: WhichSessions, asking: FastifyRequest): Promise<number> {
    const ended = await deleteSessions(this.authPool, userId, which);
    await this.settle(ended, asking);
    return ended.length;
  }

  async memberships(userId: string): Promise<readonly MembershipRow[]> {
    const known = this.membershipsByUser.get(userId);
    if (known !== undefined) return known;
    return this.membershipsByUser.learn(userId, () => read(this.readerPool, { userId }, (tx) => listMemberships(tx, userId)));
  }

  /** The same as they are now: what is remembered may lack what another process has just written, and a refusal is final for who hears it. */
  membershipsNow(userId: string): Promise<readonly MembershipRow[]> {
    this.membershipsByUser.forget(userId);
    return this.memberships(userId);
  }

  /** How a service account stands to its organisation, as `memberships` of a person; `now`: whatever is remembered. */
  serviceMemberships(tenantId: string, id: string, { now = false } = {}): Promise<readonly MembershipRow[]> {
    if (now) this.membershipsByUser.forget(id);
    const known = this.membershipsByUser.get(id);
    if (known !== undefined) return Promise.resolve(known);
    return this.membershipsByUser.learn(id, () => read(this.readerPool, { tenantId }, (tx) => listServiceMemberships(tx, tenantId, id)));
  }

  /** Makes an organisation the current one of a session. */
  async switchTenant(session: Session, tenantId: string): Promise<void> {
    await updateActiveTenant(this.authPool, session.id, tenantId);
    this.forgetSessions();
  }

  /** Makes an entity the active one of a session; null for none. */
  async switchEntity(session: Session, entityId: string | null): Promise<void> {
    await updateActiveEntity(this.authPool, session.id, entityId);
    this.forgetSessions();
  }

  /** What the session's row says of it. */
  async describe(session: Session): Promise<{ expires_at: string; created_at: string; address: string | null; user_agent: string | null }> {
    const row = await findSession(this.authPool, session.id);
    if (row === null) throw new Refusal('UNAUTHENTICATED');
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

export const membershipOf = (membership: MembershipRow): Membership => ({
  role: membership.role,
  administersEntity: membership.administers_entity,
});

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * The organisation a request acts in: that of `x-tenant-id`, else the session's current one, else the first of those that it opens.
 *
 * Refuses, first match wins: NOT_FOUND for one the person does not belong to (as for one that never was), NO_ORGANISATION, ADDRESS_NOT_ALLOWED, then
 * as `barOf`.
 */
export function chooseTenant(request: FastifyRequest, session: Session, memberships: readonly MembershipRow[]): MembershipRow {
  const chosen = tenantOf(request, session, opened(session, memberships));
  guardAddress(request, chosen.allow_list);
  const bar = barOf(session, chosen);
  if (bar !== null) throw new Refusal(bar);
  return chosen;
}

function tenantOf(request: FastifyRequest, session: Session, memberships: readonly MembershipRow[]): MembershipRow {
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
