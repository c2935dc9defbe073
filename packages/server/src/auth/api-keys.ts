// Who asks with an API key. A key is found by its hash and remembered for at most a second, as sessions are: one that was revoked,
// has expired or whose holder has left is dead on the next request, at most one second later. Of writes the kernel decides again.

import { createHash } from 'node:crypto';
import { API_KEY_LENGTH, API_KEY_PREFIX } from '@countinghouse/contract/features/api-keys';
import { hasPasskey } from '@countinghouse/store/auth/passkeys';
import { findPeople } from '@countinghouse/store/auth/people';
import { hasSecondFactor } from '@countinghouse/store/auth/second-factors';
import type { Clock } from '@countinghouse/store/clock';
import type { Pool } from '@countinghouse/store/connection';
import { findUsableKey, type UsableKey } from '@countinghouse/store/features/api-keys/reads';
import { updateLastUse } from '@countinghouse/store/features/api-keys/writes';
import type { FastifyRequest } from 'fastify';
import { Remembered, type Session } from './sessions.ts';

/** Last use is noted once in so long. */
const NOTE_USE_MS = 60_000;

export interface FoundKey extends UsableKey {
  /** Its holder, as somebody who is signed in to its organisation and no other. */
  readonly session: Session;
}

/** What a request brings as `Authorization: Bearer`; null where it brings none. Empty where there is nothing behind the word. */
export function bearerOf(request: FastifyRequest): string | null {
  const found = /^bearer(?:\s+(.*))?$/i.exec(request.headers.authorization ?? '');
  return found === null ? null : (found[1] ?? '').trim();
}

/** Whether a bearer has the form of an API key, be it one of ours or not. */
export const looksLikeApiKey = (bearer: string): boolean => bearer.length === API_KEY_LENGTH && bearer.startsWith(API_KEY_PREFIX);

export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

interface KeysLookedUpAt {
  readonly writerPool: Pool;
  readonly authPool: Pool;
  readonly writable: boolean;
}

export class ApiKeys {
  private readonly writerPool: Pool;
  private readonly authPool: Pool;
  private readonly clock: Clock;
  /** Whether anything can be noted of a key where they are looked up. */
  private readonly writable: boolean;
  private readonly byHash = new Remembered<FoundKey | null>();
  private readonly notedAtMs = new Map<string, number>();

  constructor(o: KeysLookedUpAt & { readonly clock: Clock }) {
    this.writable = o.writable;
    this.writerPool = o.writerPool;
    this.authPool = o.authPool;
    this.clock = o.clock;
  }

  /** The same keys looked up in another place; what is remembered is known to both. */
  at(place: KeysLookedUpAt): ApiKeys {
    return Object.assign(Object.create(ApiKeys.prototype) as ApiKeys, this, place);
  }

  /** The key, or null: none of ours, expired, revoked. */
  async find(key: string): Promise<FoundKey | null> {
    if (!looksLikeApiKey(key)) return null;
    const hash = hashApiKey(key);
    const known = this.byHash.get(hash);
    return known !== undefined ? known : this.byHash.learn(hash, () => this.read(hash));
  }

  private async read(hash: string): Promise<FoundKey | null> {
    const row = await findUsableKey(this.writerPool, this.clock.now(), hash);
    return row === null ? null : { ...row, session: await this.sessionOf(row) };
  }

  private async sessionOf({ id, tenant_id, user_id, service_account }: UsableKey): Promise<Session> {
    const common = { id, userId: user_id, way: { kind: 'key' }, activeTenantId: tenant_id, activeEntityId: null } as const;
    // It never signs in: the owners who made it, and its key, were asked for theirs.
    if (service_account !== null) return { ...common, email: '', name: service_account, secondFactor: true };
    const maker = (await findPeople(this.authPool, [user_id])).get(user_id);
    // Where a second factor is asked for, a key is worth no more than who made it.
    const secondFactor = (await hasSecondFactor(this.authPool, user_id)) || (await hasPasskey(this.authPool, user_id));
    return { ...common, email: maker?.email ?? '', name: maker?.name ?? '', secondFactor };
  }

  /**
   * Notes that a key is used, to the minute. A failure is the request's: nothing is written with a key unnoticed. Where nothing can be noted it
   * only reads.
   */
  async noteUse({ tenant_id, id, secret_no: secretNo }: UsableKey): Promise<void> {
    const nowMs = performance.now();
    const noted = `${id} ${secretNo}`;
    if (!this.writable || nowMs - (this.notedAtMs.get(noted) ?? Number.NEGATIVE_INFINITY) < NOTE_USE_MS) return;
    await updateLastUse(this.writerPool, tenant_id, { id, secretNo, now: this.clock.now() });
    this.notedAtMs.set(noted, nowMs);
  }

  /** After a key was revoked or rotated, a membership ended, or a service account. */
  forgetAll(): void {
    this.byHash.forgetAll();
    this.notedAtMs.clear();
  }
}
