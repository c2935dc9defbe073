// How many calls that change something one person may make, and how many of any kind an API key with a pace of its own. Kept in memory: each server counts for itself, since it protects
// the server; several processes of one machine count together. Posting is not counted, its bound is the writer's queue; reads are not, nor what has stricter limits of its own.

import type { RouteDef } from '@countinghouse/contract/wire';
import type { FastifyReply } from 'fastify';
import { Refusal } from './refusal.ts';

export interface CallPace {
  /** Calls that may come at once. */
  readonly burst: number;
  readonly perMinute: number;
}

/** Ten a second for as long as it likes is a program's pace; no person reaches it. The burst is room for an import. */
export const WRITES_OF_A_PERSON: CallPace = { burst: 3000, perMinute: 600 };
const PERSONS_MAX = 10_000;
const MINUTE_MS = 60_000;

interface Bucket {
  left: number;
  atMs: number;
}

/** What came of asking for a token. */
export interface Taken {
  /** 0: it was taken. Otherwise after how many milliseconds there will be one. */
  readonly waitMs: number;
  /** Tokens left, with fractions. */
  readonly left: number;
}

/** Buckets of tokens by key: a call takes one, time puts them back. */
export class Buckets {
  private readonly buckets = new Map<string, Bucket>();

  /** Takes a token if there is one. */
  take(key: string, { burst, perMinute }: CallPace, nowMs: number = performance.now()): Taken {
    const found = this.buckets.get(key);
    const bucket = found ?? { left: burst, atMs: nowMs };
    // Used last is kept last: who is forgotten when there are too many has been away the longest, and is full again or nearly so.
    if (found !== undefined) this.buckets.delete(key);
    this.buckets.set(key, bucket);
    const [oldest] = this.buckets.keys();
    if (this.buckets.size > PERSONS_MAX && oldest !== undefined) this.buckets.delete(oldest);
    bucket.left = Math.min(burst, bucket.left + ((nowMs - bucket.atMs) * perMinute) / MINUTE_MS);
    bucket.atMs = nowMs;
    if (bucket.left < 1) return { waitMs: ((1 - bucket.left) * MINUTE_MS) / perMinute, left: bucket.left };
    bucket.left -= 1;
    return { waitMs: 0, left: bucket.left };
  }
}

/** Where a token is taken: from buckets of this process, or from those of all processes of the machine. */
export type Take = (key: string, pace: CallPace) => Taken | Promise<Taken>;

/** An answer that is told how many calls are left. */
type Told = Pick<FastifyReply, 'getHeader' | 'headers'>;

export class CallLimits {
  private readonly pace: CallPace;
  private readonly take: Take;

  constructor(pace: CallPace, take?: Take) {
    this.pace = pace;
    const own = new Buckets();
    this.take = take ?? ((key, of) => own.take(key, of));
  }

  /** Rejects with RATE_LIMITED, with the whole seconds to wait, when a person has no call left. The answer says how many are left either way. */
  async count(route: RouteDef, userId: string, reply: Told): Promise<void> {
    if (route.method === 'GET' || route.reads === true || route.uncounted === true) return;
    await this.takeOne(userId, this.pace, reply);
  }

  /** Counts any call made with an API key that has a pace of its own. Rejects as `count`. */
  async countKey(apiKeyId: string, perMinute: number, reply: Told): Promise<void> {
    await this.takeOne(`key ${apiKeyId}`, { burst: perMinute, perMinute }, reply);
  }

  private async takeOne(key: string, pace: CallPace, reply: Told): Promise<void> {
    const { waitMs, left } = await this.take(key, pace);
    tellLeft(reply, pace, left);
    if (waitMs > 0) throw new Refusal('RATE_LIMITED', undefined, Math.ceil(waitMs / 1000));
  }
}

/**
 * `ratelimit-limit`: calls that may come at once. `ratelimit-remaining`: how many of these are left. `ratelimit-reset`: seconds until all of them are
 * there again, or one where none is. Of a key and a person that both count, what has less left is told.
 */
function tellLeft(reply: Told, { burst, perMinute }: CallPace, left: number): void {
  const remaining = Math.max(0, Math.floor(left));
  if (Number(reply.getHeader('ratelimit-remaining') ?? Number.POSITIVE_INFINITY) <= remaining) return;
  const resetMs = (((remaining === 0 ? 1 : burst) - left) * MINUTE_MS) / perMinute;
  reply.headers({
    'ratelimit-limit': String(burst),
    'ratelimit-remaining': String(remaining),
    'ratelimit-reset': String(Math.ceil(resetMs / 1000)),
  });
}
