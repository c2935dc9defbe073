// Replicas of the database as places to read from: connections of their own, and what reads through them.

import { openPool, type Pool, type Where } from '@countinghouse/store/connection';
import { PartyDirectory } from '@countinghouse/store/features/parties/directory';
import type { Kms } from '@countinghouse/store/keys/kms';
import { PiiStore } from '@countinghouse/store/keys/pii';
import { Primary } from '@countinghouse/store/replicas/primary';
import { Replica } from '@countinghouse/store/replicas/replica';
import { Replicas } from '@countinghouse/store/replicas/replicas';
import type { ApiKeys } from './auth/api-keys.ts';
import type { Auth } from './auth/auth.ts';
import type { Sessions } from './auth/sessions.ts';
import type { Metrics } from './measure/metrics.ts';
import { ReadSources, type Source } from './route/read-sources.ts';

// Source: as for the primary, `open.ts`. What is not a list is read there only while the primary is gone.
const READERS_MAX = 10;
const OTHERS_MAX = 2;

interface Needs {
  /** Where the database of this server is, and its replicas. */
  readonly where: Where;
  readonly replicas: readonly Where[];
  /** Whether that database is a standby itself. */
  readonly readOnly: boolean;
  readonly kms: Kms;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly openAuth: (pool: Pool) => Auth;
  readonly metrics: Metrics;
}

export interface ReadPlaces {
  readonly reads: ReadSources;
  /** Resolves once each was tried: before, nothing can be read where there are replicas. */
  readonly watching: Promise<unknown>;
  close(): Promise<void>;
}

export function openReadPlaces(o: Needs): ReadPlaces {
  if (o.readOnly) {
    const own = new Replica(o.where);
    o.metrics.watchReplicas([own]);
    const reads = new ReadSources({ replicas: null, sources: [], own, metrics: o.metrics });
    return { reads, watching: own.start(), close: () => own.stop() };
  }
  if (o.replicas.length === 0) {
    const reads = new ReadSources({ replicas: null, sources: [], own: null, metrics: o.metrics });
    return { reads, watching: Promise.resolve(), close: () => Promise.resolve() };
  }
  const pools: Pool[] = [];
  const sources = o.replicas.map((where, n): Source & { readonly replica: Replica } => {
    const readerPool = openPool(where, 'reader', { max: READERS_MAX });
    const writerPool = openPool(where, 'writer', { max: OTHERS_MAX });
    const authPool = openPool(where, 'auth', { max: OTHERS_MAX });
    pools.push(readerPool, writerPool, authPool);
    const pii = new PiiStore({ kms: o.kms, readerPool, writerPool });
    const place = { auth: o.openAuth(authPool), readerPool, writerPool, authPool, writable: false };
    const services = { readerPool, writerPool, authPool, pii, parties: new PartyDirectory({ pii, readerPool }) };
    return {
      number: n + 1,
      replica: new Replica(where),
      services: { ...services, sessions: o.sessions.at(place), apiKeys: o.apiKeys.at(place) },
    };
  });
  const replicas = new Replicas(
    new Primary(o.where),
    sources.map((source) => source.replica),
  );
  o.metrics.watchReplicas(replicas.all);
  return {
    reads: new ReadSources({ replicas, sources, own: null, metrics: o.metrics }),
    watching: replicas.start(),
    close: async () => {
      await replicas.stop();
      for (const { services } of sources) services.pii?.close();
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
}
