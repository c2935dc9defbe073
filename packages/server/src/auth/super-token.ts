// The super token of whoever runs the platform: opens the three acts of privacy for an organisation that the request names.
// Each use is an event of that organisation, and so are the first refusals of an hour; where no token is set nobody writes anything.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { RouteDef } from '@countinghouse/contract/wire';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { insertAttempt } from '@countinghouse/store/auth/attempts';
import type { Pool } from '@countinghouse/store/connection';
import { findOrganisation, type MembershipRow } from '@countinghouse/store/features/tenants/reads';
import type { Ledger } from '@countinghouse/store/ledger';
import type { FastifyRequest } from 'fastify';
import { countAttempt, networkOf } from '../http/attempts.ts';
import { Refusal } from '../http/refusal.ts';
import { bearerOf, looksLikeApiKey } from './api-keys.ts';

/** A minute, by address and by organisation. */
const TRIES_A_MINUTE = 10;
/** Of an organisation: whoever goes on trying does not fill its log. Source: decision 0078. */
const REFUSALS_WRITTEN_AN_HOUR = 10;
const HOUR_MS = 3_600_000;
const bearer = /^bearer\s+(\S+)$/i;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

export class SuperToken {
  private readonly wanted: Buffer | null;
  private readonly ledger: Ledger;
  private readonly writerPool: Pool;
  private readonly authPool: Pool;

  /** `token` null: none is right. */
  constructor(o: { readonly token: string | null; readonly ledger: Ledger; readonly writerPool: Pool; readonly authPool: Pool }) {
    this.wanted = o.token === null ? null : digest(o.token);
    this.ledger = o.ledger;
    this.writerPool = o.writerPool;
    this.authPool = o.authPool;
  }

  /**
   * The organisation that a caller with the super token acts in; null where the request names no bearer or the route is not open
   * to one. Refuses, first match wins: TOO_MANY_ATTEMPTS, UNAUTHORIZED, NO_ORGANISATION, NOT_FOUND.
   */
  async admit(route: RouteDef, request: FastifyRequest): Promise<MembershipRow | null> {
    const { authorization = '' } = request.headers;
    if (route.superToken === undefined || !/^bearer(?:\s|$)/i.test(authorization)) return null;
    // An API key is judged as one: it opens none of these.
    if (looksLikeApiKey(bearerOf(request) ?? '')) return null;
    const named = String(request.headers['x-tenant-id'] ?? '').toLowerCase();
    const tenantId = uuid.test(named) ? named : null;
    const counted = [`super-token|${networkOf(request.ip)}`, ...(tenantId === null ? [] : [`super-token|${tenantId}`])];
    await countAttempt(this.authPool, counted, TRIES_A_MINUTE);
    const organisation = tenantId === null ? null : await findOrganisation(this.writerPool, tenantId);
    if (!this.matches(bearer.exec(authorization)?.[1] ?? '')) {
      if (organisation !== null) await this.noteRefusal(organisation.tenant_id, route.superToken);
      throw new Refusal('UNAUTHORIZED');
    }
    if (request.headers['x-tenant-id'] === undefined) throw new Refusal('NO_ORGANISATION');
    // What was deleted can still be erased, and nothing else.
    if (organisation === null || (organisation.archived && route.superToken !== 'erase')) throw new Refusal('NOT_FOUND');
    return { ...organisation, role: 'owner', administers_entity: false };
  }

  private async noteRefusal(tenantId: string, call: NonNullable<RouteDef['superToken']>): Promise<void> {
    if (this.wanted === null) return;
    const { count } = await insertAttempt(this.authPool, `super-token-refused|${tenantId}`, HOUR_MS);
    if (count <= REFUSALS_WRITTEN_AN_HOUR) await this.ledger.submit(tenantId, { type: 'super_token.refuse', actor: systemActor, call });
  }

  private matches(given: string): boolean {
    const equal = timingSafeEqual(digest(given), this.wanted ?? digest(''));
    return equal && this.wanted !== null;
  }
}
