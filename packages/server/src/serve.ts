// One process that serves, over a database that is open: services, what comes before the first request, routes, listening, workers, and the end.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Where, withRows } from '@countinghouse/store/connection';
import { buildApp } from './app.ts';
import type { Config } from './config.ts';
import { type DemoPeople, openDemo } from './demo/open.ts';
import { startEvidenceThread } from './features/evidence/thread.ts';
import { replayTombstones } from './features/privacy/worker.ts';
import { type Opened, openServices, type Sibling } from './open.ts';
import { SendingThread } from './outbound/sending-thread.ts';
import { ReadingThread } from './reading-thread.ts';
import { startWorkers } from './workers.ts';

const consoleDir = fileURLToPath(new URL('../../console/dist/', import.meta.url));

export const publicUrlOf = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${host === '0.0.0.0' ? '127.0.0.1' : host}:${port}`;

interface ServeOptions {
  readonly where: Where;
  readonly readOnly: boolean;
  /** null: no other process serves behind the port. */
  readonly sibling: Sibling | null;
  readonly say: (line: string) => void;
  readonly complain: (line: string) => void;
}

export interface Serving {
  readonly opened: Opened;
  /** What a worker failed with and will try again. */
  readonly note: (worker: string, error: unknown) => void;
  /** Takes requests from then on, and starts the workers. Rejects where it cannot listen there. */
  listen(): Promise<void>;
  /** Makes the demo organisation where there is none yet, and says who may sign in. */
  openDemo(): Promise<void>;
  /** Ends all of it; what is under way comes to its end. */
  close(): Promise<void>;
}

export async function openServing(config: Config, { where, readOnly, sibling, say, complain }: ServeOptions): Promise<Serving> {
  const telemetry = config.telemetry === null ? null : new (await import('./tracing/telemetry.ts')).Telemetry(config.telemetry, complain);
  telemetry?.trace();
  const replicas = config.replicaUrls.map((connectionString) => ({ connectionString }));
  const places = [where, ...replicas].map((place) => withRows(place, config));
  const reading = new ReadingThread(places, (error) => note('reading', error));
  const publicUrl = publicUrlOf(config);
  const onCheckError = (error: unknown): void => note('checking', error);
  const opened = openServices(config, where, {
    publicUrl,
    consoleDir,
    aside: reading,
    onCheckError,
    note: say,
    replicas,
    readOnly,
    sibling,
  });
  // Of several processes the supervisor tells what they measure together.
  if (sibling === null) telemetry?.measure(() => opened.services.metrics.registry.getMetricsAsJSON());
  await opened.watching;
  if (!readOnly) await prepareToWrite(opened, config, { say, complain });
  const app = await buildApp(opened.services);
  const note = (worker: string, error: unknown): void => app.log.error({ err: error, worker }, 'a worker will try again');
  let stopWorkers: () => Promise<unknown> = () => Promise.resolve();
  return {
    opened,
    note,
    listen: async () => {
      try {
        await app.listen({ port: config.port, host: config.host });
      } catch (error) {
        throw new Error(`cannot listen on ${config.host}:${config.port}: ${(error as Error).message}`, { cause: error });
      }
      reading.start();
      if (!readOnly) stopWorkers = startWriting(opened, where, config, { note, say });
    },
    openDemo: async () => {
      try {
        const demo = await openDemo(opened, path.join(config.dataDir, 'demo.json'));
        if (demo !== null) introduce(demo, say);
      } catch (error) {
        // The demo is a guest: its trouble must not take the server down. What is missing is made by the next start.
        complain(`the demo could not be completed; the next start goes on with it: ${(error as Error).message}`);
      }
    },
    close: async () => {
      await app.close();
      await stopWorkers();
      await reading.stop();
      await opened.close();
      await telemetry?.close();
    },
  };
}

/** What comes before the first request of a server that may write. */
async function prepareToWrite(opened: Opened, config: Config, { say, complain }: Pick<ServeOptions, 'say' | 'complain'>): Promise<void> {
  // Before anybody may write: whether the database still has what was answered.
  await opened.services.highWater.start();
  // Before anybody may read: what was erased stays erased, also in a database that was restored from before.
  const erasedAgain = await replayTombstones(opened.services);
  if (erasedAgain > 0) say(`${erasedAgain} erasure(s) that this database did not know of were done again`);
  // A master key that is not there is made, and opens nothing of what another one wrapped. KMS is asked when a key is needed.
  const shut = config.kmsKeyId === null ? await opened.services.keyring.countShut(opened.services.writerPool) : 0;
  if (shut > 0)
    complain(
      `ALARM ${shut} chain key(s) were wrapped with another master key than ${path.join(config.dataDir, 'keys', 'master.key')}: until that is put back, their organisations can be read and not posted to`,
    );
  if (config.cluster !== null) await opened.joinCluster(config.cluster);
}

/** Starts what works beside the requests; the answer stops it. */
function startWriting(
  { services }: Opened,
  where: Where,
  config: Config,
  { note, say }: Pick<Serving, 'note'> & Pick<ServeOptions, 'say'>,
): () => Promise<unknown> {
  const { metrics, highWater, workerLeases, letters, mailWorker } = services;
  const sending = new SendingThread({
    settings: config,
    where,
    letters,
    mailWorker,
    note: say,
    onError: (error) => note('webhooks', error),
  });
  const stopWorkers = startWorkers(services, sending, note);
  const stops: (() => Promise<unknown>)[] = [() => sending.stop(), stopWorkers];
  if (config.evidenceWorker) {
    const onError = (error: unknown): void => note('evidence', error);
    stops.push(startEvidenceThread({ settings: config, where, metrics, highWater, workerLeases, onError }));
  } else say('evidence is not written (EVIDENCE_WORKER=0): it waits in the log');
  return () => Promise.all(stops.map((stop) => stop()));
}

function introduce(demo: DemoPeople, say: (line: string) => void): void {
  say('');
  say('A demo organisation is ready. Sign in as');
  for (const p of demo.people) say(`  ${p.email}  ${p.password}  (${p.role})`);
  say('');
}
