// A connection that speaks PostgreSQL's replication protocol: a copy of the whole data directory while it is in use, and the write-ahead
// log as it is written. It is what `pg_basebackup` and `pg_receivewal` speak; no program of PostgreSQL is needed for it.
// Its role needs REPLICATION, or is a superuser.

import type { Socket } from 'node:net';
import pg from 'pg';
import { hasOwnLogins, nameOf, type Where } from '../connection.ts';
import { POSTGRES_MAJOR } from '../embedded/binaries.ts';
import { CONNECT_MS } from '../patient-client.ts';
import { formatPosition, parsePosition } from './segments.ts';

/** Silent for so long, though it is asked each second, the other side is taken for gone. */
const SILENT_MS_MAX = 20_000;
const ASK_EVERY_MS = 1_000;
/** Before a copy begins the server writes everything out that it has in memory, which takes as long as it takes. */
const SILENT_COPY_MS_MAX = 600_000;
const LOOK_EVERY_MS = 10_000;
/** How long what is written may not be sent, without the server saying so. */
const UNSENT_MS_MAX = 1_000;
/** Parts of a copy that may wait to be written; a part has 32 kB at most. */
const WAITING_MAX = 256;
/** Microseconds count from 2000-01-01. */
const EPOCH_MS = Date.UTC(2000, 0, 1);

export interface Identity {
  readonly systemId: string;
  readonly timeline: number;
  /** How far it is written. */
  readonly position: bigint;
  readonly segmentBytes: number;
  readonly version: string;
}

/** Where a copy begins and ends in the write-ahead log: it is whole once all in between was replayed. */
export interface CopySpan {
  readonly timeline: number;
  readonly from: bigint;
  readonly to: bigint;
}

export interface WalSink {
  /** Part of the log at `position`; the parts follow each other. It is taken when this returns. */
  take(position: bigint, part: Buffer): void;
  /** Everything taken is on the disk when this returns; answers up to where. */
  flush(): bigint;
  /** The database said at `atMs` (its own clock) that its log ends at `end`. */
  ends(end: bigint, atMs: number): void;
}

/** What is used of the driver beyond its types. */
interface Inner {
  readonly connection: {
    readonly stream: Socket;
    query(text: string): void;
    sendCopyFromChunk(part: Buffer): void;
    endCopyFrom(): void;
  };
}

/** A command whose answer is a copy. The driver calls these by name. */
class Command {
  readonly rows: (readonly (string | null)[])[][] = [];
  readonly ended = Promise.withResolvers<void>();
  private readonly text: string;
  private readonly onData: (part: Buffer) => void;
  private failure: Error | null = null;

  constructor(text: string, onData: (part: Buffer) => void) {
    this.text = text;
    this.onData = onData;
    // Whoever began it may not wait yet.
    this.ended.promise.catch(() => {});
  }

  submit(connection: Inner['connection']): void {
    connection.query(this.text);
  }

  handleRowDescription(): void {
    this.rows.push([]);
  }

  handleDataRow({ fields }: { readonly fields: readonly (string | null)[] }): void {
    this.rows.at(-1)?.push(fields);
  }

  /** The memory of a part is used again once this returns. */
  handleCopyData({ chunk }: { readonly chunk: Buffer }): void {
    this.onData(chunk);
  }

  handleCommandComplete(): void {}

  handleEmptyQuery(): void {}

  handleError(error: Error): void {
    this.failure = error;
    // A lost connection brings no further word.
    if (!('severity' in error)) this.handleReadyForQuery();
  }

  handleReadyForQuery(): void {
    if (this.failure === null) this.ended.resolve();
    else this.ended.reject(this.failure);
  }
}

export class Replication {
  private readonly client: pg.Client;

  private constructor(client: pg.Client) {
    this.client = client;
  }

  static async connect(where: Where): Promise<Replication> {
    const { ownLogins: _ownLogins, ...at } = 'host' in where ? where : { ...where, ownLogins: false };
    const config = {
      ...at,
      ...(hasOwnLogins(where) ? { user: nameOf('backup') } : {}),
      application_name: 'countinghouse-backup',
      connectionTimeoutMillis: CONNECT_MS,
      keepAlive: true,
      // The types of the driver do not know of it.
      replication: 'true',
    };
    const client = new pg.Client(config);
    client.on('error', () => {});
    await client.connect().catch((error: unknown) => {
      throw mayReplicate(error);
    });
    return new Replication(client);
  }

  /** Throws for a PostgreSQL whose backups could not be restored here. */
  async identify(): Promise<Identity> {
    const row = (await this.client.query<{ systemid: string; timeline: string; xlogpos: string }>('IDENTIFY_SYSTEM')).rows[0];
    const size = (await this.client.query<{ wal_segment_size: string }>('SHOW wal_segment_size')).rows[0]?.wal_segment_size ?? '';
    const version = (await this.client.query<{ server_version: string }>('SHOW server_version')).rows[0]?.server_version ?? '';
    if (row === undefined) throw new Error('PostgreSQL does not say which one it is');
    if (Number.parseInt(version, 10) !== POSTGRES_MAJOR)
      throw new Error(
        `this PostgreSQL is ${version}, and the one that would restore its backup is ${POSTGRES_MAJOR}: back it up by its own means`,
      );
    return {
      systemId: row.systemid,
      timeline: Number(row.timeline),
      position: parsePosition(row.xlogpos),
      segmentBytes: bytesOf(size),
      version,
    };
  }

  /** Has the server keep its log from now on until `stream` says that it is kept elsewhere: for good, or as long as this connection lasts. */
  async keepLog(slot: string, forHowLong: 'for good' | 'this connection'): Promise<'made' | 'was there'> {
    try {
      const kind = forHowLong === 'for good' ? '' : 'TEMPORARY ';
      await this.client.query(`CREATE_REPLICATION_SLOT ${slot} ${kind}PHYSICAL (RESERVE_WAL)`);
      return 'made';
    } catch (error) {
      if ((error as { code?: string }).code === '42710') return 'was there';
      throw error;
    }
  }

  /** From where on the server keeps its log; null where it does not. */
  async keptFrom(slot: string): Promise<bigint | null> {
    const row = (await this.client.query<{ restart_lsn: string | null }>(`READ_REPLICATION_SLOT ${slot}`)).rows[0];
    return row?.restart_lsn == null ? null : parsePosition(row.restart_lsn);
  }

  async dropLog(slot: string): Promise<void> {
    await this.client.query(`DROP_REPLICATION_SLOT ${slot}`);
  }

  /** The data directory as a tar file, with as much of the write-ahead log as it takes to make it whole. Throws for one with tablespaces elsewhere. */
  async copy(label: string, write: (tar: AsyncIterable<Buffer>) => Promise<void>): Promise<CopySpan> {
    const { stream } = this.inner.connection;
    const parts = new Parts(stream);
    let archives = 0;
    let [looks, bytesRead] = [0, 0];
    let failure: Error | null = null;
    const command = new Command(`BASE_BACKUP (LABEL '${label}', CHECKPOINT 'fast', WAL, MANIFEST 'no')`, (message) => {
      // n: an archive begins · d: part of it · p: how far it is.
      if (message[0] === 0x6e) archives += 1;
      if (archives > 1)
        failure ??= new Error('this PostgreSQL has tablespaces outside of its data directory: these are not backed up here');
      if (message[0] === 0x64 && archives === 1) parts.push(Buffer.from(message.subarray(1)));
    });
    this.client.query(command as unknown as pg.Submittable);
    const looking = setInterval(() => {
      looks = stream.bytesRead === bytesRead && !stream.isPaused() ? looks + 1 : 0;
      bytesRead = stream.bytesRead;
      if (looks * LOOK_EVERY_MS > SILENT_COPY_MS_MAX) stream.destroy(new Error('PostgreSQL fell silent'));
    }, LOOK_EVERY_MS);
    const written = write(parts);
    written.catch(() => this.end());
    await command.ended.promise.then(
      () => parts.end(),
      (error: unknown) => parts.fail(error),
    );
    await written.finally(() => clearInterval(looking));
    if (failure !== null) throw failure;
    const [from, end] = [command.rows[0]?.[0], command.rows.at(-1)?.[0]];
    return { timeline: Number(from?.[1]), from: parsePosition(from?.[0] ?? ''), to: parsePosition(end?.[0] ?? '') };
  }

  /**
   * Hands the write-ahead log on as it is written, from the beginning of a segment on, and tells the server each second what is on the
   * disk here. Ends when `stopping` is aborted; throws where the connection is lost or falls silent.
   */
  async stream(slot: string, from: bigint, sink: WalSink, stopping: AbortSignal): Promise<void> {
    const { connection } = this.inner;
    let heardMs = performance.now();
    let failure: unknown = null;
    const giveUp = (error: unknown): void => {
      failure ??= error;
      connection.stream.destroy();
    };
    const command = new Command(`START_REPLICATION SLOT ${slot} PHYSICAL ${formatPosition(from)}`, (message) => {
      heardMs = performance.now();
      try {
        hear(message, sink);
      } catch (error) {
        giveUp(error);
      }
    });
    const report = (asks: boolean): void => {
      try {
        connection.sendCopyFromChunk(statusOf(sink.flush(), asks));
      } catch (error) {
        giveUp(error);
      }
    };
    this.client.query(command as unknown as pg.Submittable);
    const asking = setInterval(() => {
      if (performance.now() - heardMs > SILENT_MS_MAX) giveUp(new Error('PostgreSQL fell silent'));
      else report(true);
    }, ASK_EVERY_MS);
    const stop = (): void => {
      clearInterval(asking);
      report(false);
      connection.endCopyFrom();
      // Nobody waits for an answer that does not come.
      setTimeout(() => connection.stream.destroy(), ASK_EVERY_MS).unref();
    };
    if (stopping.aborted) stop();
    stopping.addEventListener('abort', stop, { once: true });
    try {
      await command.ended.promise;
      if (!stopping.aborted) throw new Error('PostgreSQL ended the stream of its log');
    } catch (error) {
      if (!stopping.aborted) throw failure ?? error;
    } finally {
      clearInterval(asking);
      stopping.removeEventListener('abort', stop);
      sink.flush();
    }
  }

  /** Lets go of the connection, whatever it is doing. */
  async end(): Promise<void> {
    this.inner.connection.stream.destroy();
    await this.client.end().catch(() => {});
  }

  private get inner(): Inner {
    return this.client as unknown as Inner;
  }
}

function hear(message: Buffer, sink: WalSink): void {
  const kind = message[0];
  if (kind === 0x77) {
    // w: where it begins, where the log of the server ends, its time, the part itself.
    sink.take(message.readBigUInt64BE(1), message.subarray(25));
    sink.ends(message.readBigUInt64BE(9), timeOf(message, 17));
  } else if (kind === 0x6b) {
    // k: how far the server sent its log, its time. What it wrote in the moment before that may not be sent yet.
    sink.ends(message.readBigUInt64BE(1), timeOf(message, 9) - UNSENT_MS_MAX);
  }
}

const timeOf = (message: Buffer, at: number): number => EPOCH_MS + Number(message.readBigInt64BE(at) / 1000n);

/** r: written, on the disk, applied; our time; whether an answer is asked for. */
function statusOf(kept: bigint, asks: boolean): Buffer {
  const status = Buffer.alloc(34);
  status.write('r');
  for (const at of [1, 9]) status.writeBigUInt64BE(kept, at);
  status.writeBigInt64BE(BigInt(Date.now() - EPOCH_MS) * 1000n, 25);
  status[33] = asks ? 1 : 0;
  return status;
}

/** `16MB` as bytes. */
function bytesOf(text: string): number {
  const match = /^(\d+)(kB|MB|GB)$/.exec(text);
  if (match === null) throw new Error(`the size of a segment is not understood: ${text}`);
  return Number(match[1]) * { kB: 1024, MB: 1024 ** 2, GB: 1024 ** 3 }[match[2] as 'kB' | 'MB' | 'GB'];
}

/** What to do about a server that lets nobody copy it. */
function mayReplicate(error: unknown): unknown {
  const code = (error as { code?: string }).code;
  if (code !== '42501' && code !== '28000') return error;
  return new Error(
    `${(error as Error).message}: give the role of DATABASE_URL the attribute REPLICATION, and a line for \`replication\` in pg_hba.conf (docs/operating/backup.md)`,
    { cause: error },
  );
}

/** What came and is not written yet; the connection rests while that is much. */
class Parts implements AsyncIterable<Buffer> {
  private readonly stream: Socket;
  private readonly waiting: Buffer[] = [];
  private wake: () => void = () => {};
  private over: { readonly error: unknown } | 'no' | 'yes' = 'no';

  constructor(stream: Socket) {
    this.stream = stream;
  }

  push(part: Buffer): void {
    this.waiting.push(part);
    if (this.waiting.length === WAITING_MAX) this.stream.pause();
    this.wake();
  }

  end(): void {
    this.over = 'yes';
    this.wake();
  }

  fail(error: unknown): void {
    this.over = { error };
    this.wake();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      for (let part = this.waiting.shift(); part !== undefined; part = this.waiting.shift()) yield part;
      this.stream.resume();
      if (this.over === 'yes') return;
      if (this.over !== 'no') throw this.over.error;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }
}
