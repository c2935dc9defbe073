// Opens everything the routes work with, over one database: connections by role, keys, authentication, mail, metrics.
// Used by the server, by the command line where it needs the same, and by tests.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DISK_ALARM_PERCENTS } from '@countinghouse/contract/features/health';
import { parsePosition } from '@countinghouse/store/backup/segments';
import { CheckedClock } from '@countinghouse/store/clock';
import { Cluster } from '@countinghouse/store/cluster/cluster';
import { WorkerLeases } from '@countinghouse/store/cluster/worker-leases';
import { connect, openPool, type Pool, type Where, withRows } from '@countinghouse/store/connection';
import { PartyDirectory } from '@countinghouse/store/features/parties/directory';
import { HighWater } from '@countinghouse/store/high-water/high-water';
import { KeptTexts } from '@countinghouse/store/keys/kept-texts';
import { Keyring } from '@countinghouse/store/keys/keyring';
import { openKms } from '@countinghouse/store/keys/open-kms';
import { PiiStore } from '@countinghouse/store/keys/pii';
import { type Ask, Ledger } from '@countinghouse/store/ledger';
import { openObjects } from '@countinghouse/store/objects/open-objects';
import { execute } from '@countinghouse/store/sql/execute';
import { loadState } from '@countinghouse/store/writer/load-state';
import { connectToResolve } from '@countinghouse/store/writer/outcome';
import { ApiKeys } from './auth/api-keys.ts';
import { type Auth, openAuth } from './auth/auth.ts';
import { Guesses } from './auth/guesses.ts';
import { Passkeys } from './auth/passkeys/passkeys.ts';
import { Sessions } from './auth/sessions.ts';
import { DomainRecords } from './auth/sso/domain-records.ts';
import { SuperToken } from './auth/super-token.ts';
import { BackupWatch } from './backup/watch.ts';
import { checkInPlace } from './checks/checking.ts';
import { CheckingThread } from './checks/checking-thread.ts';
import { LedgerChecks } from './checks/ledger-checks.ts';
import { ClockFile } from './clock-file.ts';
import type { Config } from './config.ts';
import { Archives } from './features/audit-export/archive.ts';
import { OpenStreams } from './features/events/open-streams.ts';
import { Repeats } from './features/intents/repeats.ts';
import { Tombstones } from './features/privacy/tombstones.ts';
import { proposeNext, suggestMatches } from './features/recon/propose.ts';
import { FileTurns } from './files/turns.ts';
import { CallLimits, type CallPace, type Take, WRITES_OF_A_PERSON } from './http/call-limits.ts';
import { Draining } from './http/draining.ts';
import { trustedOriginsOf } from './http/host.ts';
import { openPresignedAddresses } from './http/presigned.ts';
import { Letters } from './mail/letters.ts';
import { openMailer } from './mail/mail.ts';
import { MailWorker } from './mail/mail-worker.ts';
import { DiskWatch } from './measure/disk.ts';
import { DiskMail } from './measure/disk-mail.ts';
import { openMetrics } from './measure/metrics.ts';
import { PerformanceRecorder } from './measure/performance.ts';
import { openBrokers } from './outbound/brokers.ts';
import { GrownLogs } from './outbound/grown-logs.ts';
import { openReadPlaces } from './read-places.ts';
import type { Aside } from './route/aside.ts';
import type { Services } from './services.ts';
import { Egress } from './signatures/egress.ts';
import { ExternalKeys } from './signatures/external-keys.ts';
import { RegisteredKeys } from './signatures/registered-keys.ts';
import { DaySums } from './work/day-sums.ts';

// Source: measured; more connections than this only queue inside PostgreSQL on two cores.
const READERS_MAX = 10;
const WRITERS_MAX = 8;
const AUTH_CONNECTIONS_MAX = 6;
const SECRET_BYTES = 32;

export interface Opened {
  readonly services: Services;
  readonly authPool: Pool;
  /** Meets the other servers of the database; from then on they hand commands to each other. */
  joinCluster(at: NonNullable<Config['cluster']>): Promise<void>;
  /** Resolves once its replicas were tried, where it has any: requests are served after that. */
  readonly watching: Promise<unknown>;
  close(): Promise<void>;
}

/** What a process shares with the others behind the same port. */
export interface Sibling {
  /** From 1 on. */
  readonly number: number;
  readonly take: Take;
  /** The metrics of all of them, as text. */
  readonly readMetrics: () => Promise<string>;
}

interface OpenOptions {
  readonly publicUrl: string;
  readonly consoleDir: string | null;
  readonly note: (line: string) => void;
  /** Answers calls that read much on a thread. */
  readonly aside?: Aside;
  readonly callPace?: CallPace;
  /** Longer ledgers are checked in the background. */
  readonly checkInlineEventsMax?: number;
  /** Ledgers are checked on a thread, and what fails there is told here; without it in place. */
  readonly onCheckError?: (error: unknown) => void;
  /** Replicas of the database, from which is read. */
  readonly replicas?: readonly Where[];
  /** The database is a standby: it follows another, and nothing can be written. */
  readonly readOnly?: boolean;
  /** null, or left out: no other process serves behind the same port. */
  readonly sibling?: Sibling | null;
}

export function openServices(config: Config, database: Where, more: OpenOptions): Opened {
  const where = withRows(database, config);
  const readOnly = more.readOnly === true;
  const sibling = more.sibling ?? null;
  const readerPool = openPool(where, 'reader', { max: READERS_MAX });
  const writerPool = openPool(where, 'writer', { max: WRITERS_MAX });
  const authPool = openPool(where, 'auth', { max: AUTH_CONNECTIONS_MAX });
  const metrics = openMetrics();
  const clock = new CheckedClock((line) => more.note(line), undefined, new ClockFile(config.dataDir));
  metrics.watchClock(clock);
  const workerLeases = new WorkerLeases();
  const recorder = new PerformanceRecorder({ writerPool, metrics });
  const egress = new Egress({ allow: config.egressAllow });
  const kms = openKms(config);
  const keyring = new Keyring(kms);
  const mailer = openMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    dataDir: config.dataDir,
    publicUrl: more.publicUrl,
    note: more.note,
  });
  const pii = new PiiStore({ kms, readerPool, writerPool });
  const letters = new Letters({ kms, pii, writerPool, authPool, publicUrl: more.publicUrl, clock });
  const mailWorker = new MailWorker({ writerPool, letters, mailer, workerLeases, observe: metrics.observeMail, note: more.note });
  const trustedOrigins = trustedOriginsOf(more.publicUrl);
  const secret = config.authSecret ?? keptSecret(config.dataDir);
  const objects = openObjects(config);
  if (config.s3 !== null && 'missing' in config.s3) more.note(`files are not kept: set ${config.s3.missing.join(', ')}, or none of S3_*`);
  const openAuthOn = (pool: Pool): Auth =>
    openAuth({
      pool,
      publicUrl: more.publicUrl,
      trustedOrigins: [...trustedOrigins],
      secret,
      sessionLifeMs: config.sessionLifeMs,
      sendReset: async (userId, token) => {
        await execute(writerPool, await letters.queueReset(userId, token));
        mailWorker.nudge();
      },
    });
  const auth = openAuthOn(authPool);
  const { dataDir, diskFullPercent, ballastBytes, alarmMail } = config;
  const steps = [...DISK_ALARM_PERCENTS.filter((percent) => percent < diskFullPercent), diskFullPercent];
  const diskMail = alarmMail === null ? null : new DiskMail({ folder: dataDir, to: alarmMail, steps, mailer, publicUrl: more.publicUrl });
  const disk = new DiskWatch({ folder: dataDir, fullPercent: diskFullPercent, note: more.note, ballastBytes, mail: diskMail });
  metrics.watchDisk(disk);
  const backups = config.backup === null ? null : new BackupWatch();
  if (backups !== null) metrics.watchBackup(backups);
  const brokers = readOnly ? [] : openBrokers(config, more.note);
  metrics.watchBrokers(brokers);
  const daySums = new DaySums(writerPool);
  const grownLogs = new GrownLogs();
  const repeats = new Repeats(writerPool, () => clock.nowMs());
  const highWater = new HighWater({
    pool: writerPool,
    folder: path.join(config.dataDir, 'high-water'),
    objects,
    onLoss: (tenantId, loss) => {
      metrics.observeLogsGoneBack(highWater.lossCount);
      const { from, to } = loss ?? {};
      more.note(
        loss === null
          ? `the log of ${tenantId} goes on`
          : `ALARM the log of ${tenantId} went back: events ${from} to ${to} were answered and are not in the database. It is read-only until an owner accepts the loss`,
      );
    },
    onDamaged: (tenantId, where) => {
      metrics.countDamagedMark();
      more.note(`ALARM the high-water mark of ${tenantId} in the ${where} is not one that its chain key signed: it is not believed`);
    },
  });
  let cluster: Cluster | null = null;
  metrics.watchCluster({
    get size() {
      return cluster?.size ?? 1;
    },
  });
  const replicas = (more.replicas ?? []).map((replica) => withRows(replica, config));
  const ledger = new Ledger({
    asksPosition: replicas.length > 0,
    pool: writerPool,
    loadState,
    connectToResolve: () => connectToResolve(where),
    keyring,
    clock,
    storageFull: () => disk.full,
    forgetWords: (tenantId) => pii.forget(tenantId),
    tokensOf: (tenantId) => pii.tokensOf(tenantId, 'account-reference'),
    observe: (batch) => {
      metrics.observeBatch(batch);
      recorder.observe(batch);
      if (batch.events > 0) daySums.note(batch.tenantId, batch.events);
      if (batch.events > 0) grownLogs.note(batch.tenantId);
      if (batch.signedHead !== null) highWater.note(batch.signedHead);
      if (batch.signedHead !== null && batch.position !== null)
        places.reads.noteBatch(batch.tenantId, { seq: batch.signedHead.seq, position: parsePosition(batch.position) });
    },
    findLoss: (tenantId) => highWater.check(tenantId),
    leaderOf: (tenantId) => cluster?.leaderOf(tenantId) ?? null,
  });
  const connectAsOwner: Services['connectAsOwner'] = () => connect(where, 'owner', { statement_timeout: 0 });
  const sessions = new Sessions({ auth, authPool, readerPool, writable: !readOnly, idleMs: config.sessionIdleMs });
  const apiKeys = new ApiKeys({ writerPool, authPool, clock, writable: !readOnly });
  const places = openReadPlaces({ where, replicas, readOnly, kms, sessions, apiKeys, openAuth: openAuthOn, metrics });
  const thread =
    more.onCheckError === undefined
      ? null
      : new CheckingThread({ places: [where, ...replicas], placeOf: (pool) => places.reads.numberOf(pool), onError: more.onCheckError });
  const checking = thread ?? checkInPlace(connectAsOwner);
  return {
    services: {
      ledger,
      highWater,
      clock,
      disk,
      backups,
      daySums,
      grownLogs,
      keyring,
      keptTexts: new KeptTexts({ kms, writerPool }),
      openStreams: new OpenStreams(writerPool),
      draining: new Draining(),
      fileTurns: new FileTurns(),
      archives: new Archives(readerPool),
      brokers,
      readerPool,
      reads: places.reads,
      aside: more.aside ?? null,
      writerPool,
      authPool,
      pii,
      parties: new PartyDirectory({ pii, readerPool }),
      kms,
      superToken: new SuperToken({ token: config.superToken, ledger, writerPool, authPool }),
      tombstones: new Tombstones(path.join(config.dataDir, 'tombstones')),
      objects,
      presigned: openPresignedAddresses(secret, more.publicUrl),
      letters,
      mailWorker,
      workerLeases,
      auth,
      sessions,
      ledgerChecks: new LedgerChecks(
        { readerPool, writerPool, ledger, highWater, backups, disk, letters, mailWorker, sessions, checking, reads: places.reads },
        more.checkInlineEventsMax,
      ),
      connectAsOwner,
      checking,
      proposeNext: (...asked) => thread?.propose(...asked) ?? proposeNext(readerPool, ...asked),
      suggestMatches: (...asked) => thread?.suggest(...asked) ?? suggestMatches(readerPool, ...asked),
      apiKeys,
      guesses: new Guesses({ authPool, secret, secure: more.publicUrl.startsWith('https:') }),
      passkeys: new Passkeys({ secret, publicUrl: more.publicUrl }),
      egress,
      domainRecords: new DomainRecords(config.dnsServers),
      externalKeys: new ExternalKeys(egress),
      registeredKeys: new RegisteredKeys(readerPool),
      metrics,
      recorder,
      repeats,
      callLimits: new CallLimits(more.callPace ?? WRITES_OF_A_PERSON, sibling?.take),
      tsaUrl: config.tsaUrl,
      metricsToken: config.metricsToken,
      publicUrl: more.publicUrl,
      trustedOrigins,
      trustedProxies: config.trustedProxies,
      signUp: config.signUp,
      logLevel: config.logLevel,
      readMetrics: sibling?.readMetrics ?? (() => metrics.registry.metrics()),
      processNumber: sibling?.number ?? null,
      consoleDir: more.consoleDir,
    },
    authPool,
    watching: places.watching,
    joinCluster: async (at) => {
      // Each process behind the port has a port of its own for the others.
      const port = at.port === 0 || sibling === null ? at.port : at.port + sibling.number - 1;
      cluster = await Cluster.join({
        host: at.host,
        port,
        pool: writerPool,
        work: (ask) => ledger.decideHere(ask as Ask),
        onError: (error) => more.note(`the other servers of this database could not be looked for: ${(error as Error).message}`),
      });
      const { id } = cluster;
      await workerLeases.share({
        pool: writerPool,
        id,
        serverIds: () => cluster?.serverIds ?? [id],
        onError: (error) => more.note(`the work beside the requests could not be shared: ${(error as Error).message}`),
      });
    },
    close: async () => {
      await thread?.stop();
      await places.close();
      await mailWorker.stop();
      await workerLeases.leave().catch(() => {}); // then they run out
      await cluster?.close();
      // What was measured is kept where it can be: without a database it is let go.
      await recorder.flush().catch(() => {});
      await repeats.flush().catch(() => {});
      // A mark that cannot be written now is behind; the next start of this or another server goes by it.
      await highWater.settle().catch(() => {});
      clock.stop();
      disk.stop();
      pii.close();
      mailer.close();
      objects.close();
      await Promise.all(brokers.map((broker) => broker.close()));
      await egress.close();
      await Promise.all([readerPool.end(), writerPool.end(), authPool.end()]);
    },
  };
}

/** The secret that signs session cookies and presigned addresses, made once and kept in the data directory. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'keys', 'auth.secret');
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
