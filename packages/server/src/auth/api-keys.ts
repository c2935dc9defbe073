// Who asks with an API key. A key is found by its hash and remembered for at most a second, as sessions are: one that was revoked,
// has expired or whose maker has left is dead on the next request, at most one second later. Of writes the kernel decides again.

import { createHash } from 'node:crypto';
import { API_KEY_LENGTH, API_KEY_PREFIX } from '@countinghouse/contract/features/api-keys';
import { findPeople } from '@countinghouse/store/auth/people';
import { hasSecondFactor } from '@countinghouse/store/auth/second-factors';
import type { Pool } from '@countinghouse/store/connection';
import { findUsableKey, type UsableKey } from '@countinghouse/store/features/api-keys/reads';
import { updateLastUse } from '@countinghouse/store/features/api-keys/writes';
import type { FastifyRequest } from 'fastify';
import { Remembered, type Session } from './sessions.ts';

/** Last use is noted once in so long. */
const NOTE_USE_MS = 60_000;

export interface FoundKey extends UsableKey {
  /** Its maker, as somebody who is signed in to its organisation and no other. */
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

export class ApiKeys {
  private readonly writerPool: Pool;
  private readonly authPool: Pool;
  private readonly byHash = new Remembered<FoundKey | null>();
  private readonly notedAtMs = new Map<string, number>();

  constructor(o: { readonly writerPool: Pool; readonly authPool: Pool }) {
    this.writerPool = o.writerPool;
    this.authPool = o.authPool;
  }

  /** The key, or null: none of ours, expired, revoked. */
  async find(key: string): Promise<FoundKey | null> {
    if (!looksLikeApiKey(key)) return null;
    const hash = hashApiKey(key);
    const known = this.byHash.get(hash);
    return known !== undefined ? known : this.byHash.learn(hash, () => this.read(hash));
  }

  private async read(hash: string): Promise<FoundKey | null> {
    const row = await findUsableKey(this.writerPool, hash);
    return row === null ? null : { ...row, session: await this.sessionOf(row) };
  }

  private async sessionOf({ id, tenant_id, user_id }: UsableKey): Promise<Session> {
    const maker = (await findPeople(this.authPool, [user_id])).get(user_id);
    return {
      id,
      userId: user_id,
      email: maker?.email ?? '',
      name: maker?.name ?? '',
      // Where a second factor is asked for, a key is worth no more than who made it.
      secondFactor: await hasSecondFactor(this.authPool, user_id),
      activeTenantId: tenant_id,
      activeEntityId: null,
    };
  }

  /** Notes that a key is used, to the minute. A failure is the request's: nothing is done with a key unnoticed. */
  async noteUse({ tenant_id, id }: UsableKey): Promise<void> {
    const nowMs = performance.now();
    if (nowMs - (this.notedAtMs.get(id) ?? Number.NEGATIVE_INFINITY) < NOTE_USE_MS) return;
    await updateLastUse(this.writerPool, tenant_id, id);
    this.notedAtMs.set(id, nowMs);
  }

  /** After a key was revoked, or a membership ended. */
  forgetAll(): void {
    this.byHash.forgetAll();
    this.notedAtMs.clear();
  }
}
