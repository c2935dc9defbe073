// Where a read is answered: by a replica that shows all that its caller has written, else by the primary; and by a replica too where the
// primary is gone. Never asked for anything that a write is decided on. Source: decision 0117.

import { errors } from '@countinghouse/contract/errors';
import { PREFER_WRITER_HEADER } from '@countinghouse/contract/headers';
import type { Pool } from '@countinghouse/store/connection';
import type { PartyDirectory } from '@countinghouse/store/features/parties/directory';
import type { PiiStore } from '@countinghouse/store/keys/pii';
import type { Replica } from '@countinghouse/store/replicas/replica';
import type { Replicas } from '@countinghouse/store/replicas/replicas';
import type { FastifyRequest } from 'fastify';
import type { ApiKeys } from '../auth/api-keys.ts';
import type { Sessions } from '../auth/sessions.ts';
import { isDatabaseAway, isReplicaConflict } from '../http/errors.ts';
import { Refusal } from '../http/refusal.ts';
import type { Metrics } from '../measure/metrics.ts';
import { positionOf, type Wrote } from './position.ts';

/** Beyond so many organisations those that wrote are forgotten: then the primary is asked. */
const COMMITTED_MAX = 10_000;

/** What a read works with, if not with the services of the primary. */
export interface ReadingServices {
  readonly readerPool: Pool;
  readonly writerPool: Pool;
  readonly authPool: Pool;
  readonly pii: PiiStore;
  readonly parties: PartyDirectory;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
}

export interface Source {
  /** 0: the primary; else its replicas, in the order of the setting. */
  readonly number: number;
  /** null: the primary. */
  readonly replica: Replica | null;
  /** What differs from the services of the primary. */
  readonly services: Partial<ReadingServices>;
}

interface Committed {
  /** Of its last event. */
  readonly seq: number;
  /** That it lies before. */
  readonly position: bigint;
}

interface Asked {
  readonly request: FastifyRequest;
  /** Who asks: the same one is answered by the same replica. */
  readonly caller: string;
  /** Whether a replica is asked although the primary is there. */
  readonly first: 'replica' | 'primary';
}

const primarySource: Source = { number: 0, replica: null, services: {} };
const READ_ONLY_WAIT_MS = 10;

export class ReadSources {
  /** null: there are none. */
  private readonly replicas: Replicas | null;
  private readonly sources: ReadonlyMap<Replica, Source>;
  /** The database of a server that is read-only follows another itself. */
  private readonly own: Replica | null;
  private readonly metrics: Pick<Metrics, 'countRead'>;
  /** The last batch of each organisation that this process committed. */
  private readonly committed = new Map<string, Committed>();

  constructor(o: {
    readonly replicas: Replicas | null;
    readonly sources: readonly Source[];
    readonly own: Replica | null;
    readonly metrics: Pick<Metrics, 'countRead'>;
  }) {
    this.replicas = o.replicas;
    this.sources = new Map(o.sources.flatMap((source) => (source.replica === null ? [] : [[source.replica, source] as const])));
    this.own = o.own;
    this.metrics = o.metrics;
  }

  /** Which place a pool reads from; 0: the primary. */
  numberOf(pool: Pool): number {
    for (const { number, services } of this.sources.values()) if (services.readerPool === pool) return number;
    return primarySource.number;
  }

  get hasReplicas(): boolean {
    return this.replicas !== null;
  }

  /** Whether this server cannot write because its database follows another. */
  get readOnly(): boolean {
    return this.own !== null;
  }

  /** What the database of this server is for; `reading`: the primary is gone, and a replica is there. */
  get mode(): 'writing' | 'reading' | 'away' {
    if (this.own !== null) return 'reading';
    if (this.replicas === null || this.replicas.primary.up) return 'writing';
    return this.replicas.all.some((replica) => replica.usable) ? 'reading' : 'away';
  }

  /** Milliseconds that what is read here may be behind, where it is not the primary that answers; null where that does, or is not known. */
  get ageMs(): number | null {
    if (this.own !== null) return this.own.ageMs;
    const ages = this.mode === 'reading' ? (this.replicas?.all ?? []).flatMap((r) => (r.usable && r.ageMs !== null ? [r.ageMs] : [])) : [];
    return ages.length === 0 ? null : Math.min(...ages);
  }

  /** A batch was committed in this process. */
  noteBatch(tenantId: string, committed: Committed): void {
    if (this.committed.size >= COMMITTED_MAX) this.committed.clear();
    this.committed.set(tenantId, committed);
  }

  /**
   * Everything that was acknowledged before is before it; null where the primary does not say. It is not asked where all of that was an
   * organisation's log up to an event, and a batch has told it.
   */
  async position(wrote: Wrote | null = null): Promise<bigint | null> {
    const told = wrote === null ? undefined : this.committed.get(wrote.tenantId);
    if (told !== undefined && wrote !== null && told.seq >= wrote.seq) return told.position;
    return (await this.replicas?.primary.position().catch(() => null)) ?? null;
  }

  /** What `work` makes of the first source that may answer. Throws REPLICA_BEHIND where none may, and what `work` throws. */
  async answer<T>(asked: Asked, work: (source: Source) => Promise<T>): Promise<T> {
    const { replicas, own } = this;
    if (own !== null) return this.answerHere(own, asked.request, work);
    if (replicas === null || asked.request.headers[PREFER_WRITER_HEADER] === '1') return work(primarySource);
    const position = positionOf(asked.request);
    if (asked.first === 'replica' && position !== null) {
      const found = await this.find(position, asked.caller, false);
      if (found !== null) {
        try {
          return await this.counted(found, asked, work);
        } catch (error) {
          // What a replica refuses the primary may have: something that another caller has made.
          const refused = error instanceof Refusal && errors[error.code].status < 500;
          if (!refused && !isDatabaseAway(error) && !isReplicaConflict(error)) throw error;
        }
      }
    }
    if (replicas.primary.up) {
      try {
        return await replicas.primary.whileUp(this.counted(primarySource, asked, work));
      } catch (error) {
        if (!isDatabaseAway(error)) throw error;
      }
    }
    // Who does not say what they have written may have written anything.
    const last = position === null ? null : await this.find(position, asked.caller, true);
    if (last === null) throw new Refusal('REPLICA_BEHIND');
    return this.counted(last, asked, work);
  }

  private async answerHere<T>(own: Replica, request: FastifyRequest, work: (source: Source) => Promise<T>): Promise<T> {
    const position = positionOf(request);
    if (position !== null && !(await own.has(position, performance.now() + READ_ONLY_WAIT_MS))) throw new Refusal('REPLICA_BEHIND');
    return work({ number: 0, replica: own, services: {} });
  }

  private async find(position: bigint, caller: string, anyAge: boolean): Promise<Source | null> {
    const found = (await this.replicas?.find(position, caller, { anyAge })) ?? null;
    return found === null ? null : (this.sources.get(found) ?? null);
  }

  private async counted<T>(source: Source, asked: Asked, work: (source: Source) => Promise<T>): Promise<T> {
    const working = work(source);
    const answer = await (source.replica?.whileUp(working) ?? working);
    if (asked.first === 'replica') this.metrics.countRead(source.replica === null ? 'primary' : 'replica');
    return answer;
  }
}
