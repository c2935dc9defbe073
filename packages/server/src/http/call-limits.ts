// How many calls that change something one person may make, and how many of any kind an API key with a pace of its own. Kept in memory: each process counts for itself, since it protects
// the process. Posting is not counted, its bound is the writer's queue; reads are not, nor what has stricter limits of its own.

import type { RouteDef } from '@countinghouse/contract/wire';
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

/** A bucket of tokens a person: a call takes one, time puts them back. */
export class CallLimits {
  private readonly pace: CallPace;
  private readonly buckets = new Map<string, Bucket>();

  constructor(pace: CallPace) {
    this.pace = pace;
  }

  /** Throws RATE_LIMITED, with the whole seconds to wait, when a person has no call left. */
  count(route: RouteDef, userId: string): void {
    if (route.method === 'GET' || route.reads === true || route.uncounted === true) return;
    const waitMs = this.take(userId, performance.now());
    if (waitMs > 0) throw new Refusal('RATE_LIMITED', undefined, Math.ceil(waitMs / 1000));
  }

  /** Counts any call made with an API key that has a pace of its own. Throws as `count`. */
  countKey(apiKeyId: string, perMinute: number): void {
    const waitMs = this.take(`key ${apiKeyId}`, performance.now(), { burst: perMinute, perMinute });
    if (waitMs > 0) throw new Refusal('RATE_LIMITED', undefined, Math.ceil(waitMs / 1000));
  }

  private take(key: string, nowMs: number, { burst, perMinute }: CallPace = this.pace): number {
    const found = this.buckets.get(key);
    const bucket = found ?? { left: burst, atMs: nowMs };
    // Used last is kept last: who is forgotten when there are too many has been away the longest, and is full again or nearly so.
    if (found !== undefined) this.buckets.delete(key);
    this.buckets.set(key, bucket);
    const [oldest] = this.buckets.keys();
    if (this.buckets.size > PERSONS_MAX && oldest !== undefined) this.buckets.delete(oldest);
    bucket.left = Math.min(burst, bucket.left + ((nowMs - bucket.atMs) * perMinute) / MINUTE_MS);
    bucket.atMs = nowMs;
    if (bucket.left >= 1) {
      bucket.left -= 1;
      return 0;
    }
    return ((1 - bucket.left) * MINUTE_MS) / perMinute;
  }
}
