// A drill: the backup is restored beside, started, and held against everything that is known of the books outside of it. It changes nothing but
// a directory of its own, which it takes away, and `drill.json` in the backup directory, which says what it found.

import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { partsOf } from '@countinghouse/store/backup/folder';
import { isOfEmbedded, type Restored, restoreBackup, startRestored, whereCopied } from '@countinghouse/store/backup/restore';
import { connect, type Where, withRows } from '@countinghouse/store/connection';
import { writeWhole } from '@countinghouse/store/disk';
import type { Embedded } from '@countinghouse/store/embedded/postgres';
import { isAlive } from '@countinghouse/store/embedded/predecessor';
import { checkChain } from '@countinghouse/store/features/health/chain';
import { listErasures, listPiiKeys } from '@countinghouse/store/features/privacy/reads';
import { MarkFolder } from '@countinghouse/store/high-water/folder';
import { HighWater } from '@countinghouse/store/high-water/high-water';
import { makeLogins, ownLoginsAt, SUPERUSER } from '@countinghouse/store/logins';
import { makeFolder } from '@countinghouse/store/make-folder';
import { openObjectFolder } from '@countinghouse/store/objects/local-folder';
import { openObjects } from '@countinghouse/store/objects/open-objects';
import { listNamedObjects } from '@countinghouse/store/operate/named-objects';
import { replay } from '@countinghouse/store/replay';
import { loadState } from '@countinghouse/store/writer/load-state';
import type { Config } from '../config.ts';
import { Tombstones } from '../features/privacy/tombstones.ts';
import { replayTombstones } from '../features/privacy/worker.ts';
import { type Opened, openServices } from '../open.ts';
import type { DrilledOrganisation, DrillReport } from './drill-report.ts';

const FOLDER = /^countinghouse-drill-(\d+)-/;
/**
 * An event has its time before it is committed; between the two lies no more than a request may take. Later events may be missing in a
 * backup that holds what was committed until then.
 */
const COMMITTED_WITHIN_MS = 21_000;
/** Files are copied after the log that names them. Source: `BESIDE_EVERY_MS` of the store's archiving, and a look through many files. */
const COPIED_WITHIN_MS = 60_000;

export interface DrillOptions {
  readonly from: string;
  readonly keysFrom: string;
  /** Where the backup is restored to, in a directory of its own that is taken away. It needs room for the whole database. */
  readonly within: string;
  readonly note: (line: string) => void;
}

/** Never throws for what is wrong with the backup: that is what it reports. */
export async function drill(config: Config, options: DrillOptions): Promise<DrillReport> {
  const { from, within } = options;
  const beganAt = new Date();
  const beganMs = performance.now();
  const seconds = (): number => Math.round(performance.now() - beganMs) / 1000;
  makeFolder(within);
  removeLeft(within);
  const to = mkdtempSync(path.join(within, `countinghouse-drill-${process.pid}-`));
  let found: Pick<DrillReport, 'faults' | 'holds_until' | 'rpo_seconds' | 'rto_seconds' | 'events' | 'postings' | 'organisations'>;
  try {
    const restored = await restoreBackup({ from, to, keysFrom: options.keysFrom, at: null, s3: null, note: options.note });
    const rpoSeconds = Math.max(0, beganAt.getTime() - Date.parse(restored.holdsUntil)) / 1000;
    found = { holds_until: restored.holdsUntil, rpo_seconds: rpoSeconds, ...(await lookAt(config, options, to, restored, seconds)) };
  } catch (error) {
    const nothing = { holds_until: null, rpo_seconds: null, rto_seconds: null, events: 0, postings: 0, organisations: [] };
    found = { ...nothing, faults: [(error as Error).message] };
  } finally {
    rmSync(to, { recursive: true, force: true });
  }
  const ok = found.faults.length === 0 && found.organisations.every((o) => o.faults.length === 0);
  const report = { began_at: beganAt.toISOString(), ok, took_seconds: seconds(), ...found };
  // What is no backup is left as it is.
  if (existsSync(partsOf(from).of)) writeWhole(partsOf(from).drill, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** Drills whose process was killed leave their directory. */
function removeLeft(within: string): void {
  for (const name of readdirSync(within)) {
    const pid = Number(FOLDER.exec(name)?.[1]);
    if (pid > 0 && pid !== process.pid && !isAlive(pid)) rmSync(path.join(within, name), { recursive: true, force: true });
  }
}

async function lookAt(config: Config, { from, note }: DrillOptions, to: string, restored: Restored, seconds: () => number) {
  const server = await startRestored(path.join(to, 'pg'));
  // Nothing that the copy does reaches anybody: its mail stays in its own directory, and no worker is started.
  const apart: Config = { ...config, dataDir: to, databaseUrl: null, s3: null, smtpUrl: null, tsaUrl: null, cluster: null, backup: null };
  const where = withRows(await enterCopy(server, restored), apart);
  const opened = openServices(apart, where, { publicUrl: 'http://127.0.0.1', consoleDir: null, note: () => {} });
  const writer = await connect(where, 'writer', { statement_timeout: 0 });
  const owner = await connect(where, 'owner', { statement_timeout: 0 });
  try {
    for (const { tenantId } of restored.heads) {
      const { signingKeys } = await loadState(writer, tenantId);
      for (const key of signingKeys.values())
        if (key.purpose === 'chain' && key.status === 'ACTIVE') await opened.services.keyring.load(writer, tenantId, key.kid);
    }
    const rtoSeconds = seconds();
    note('verifying chains, and replaying every log');
    const losses = await findLosses(config, from, restored, opened);
    const erased = await eraseAgain(config, opened);
    const organisations: DrilledOrganisation[] = [];
    let [events, postings] = [0, 0];
    for (const { tenantId, seq, ts } of restored.heads) {
      const checked = await checkChain(writer, tenantId);
      const replayed = await replay(owner, tenantId);
      events += seq;
      postings += replayed.postings;
      const faults = [
        ...checked.faults.map((f) => `the chain breaks at event ${f.seq}: ${f.what}`),
        ...checked.missingPostings.map((m) => `event ${m.seq} has not its postings`),
        ...(replayed.chainFault === null ? [] : [`a replay stops at event ${replayed.chainFault.seq}: ${replayed.chainFault.what}`]),
        ...replayed.verdictFaults.map((f) => `event ${f.seq}: ${f.what}`),
        ...replayed.differences.map((d) => `table ${d.table} is not what the events say`),
        ...(await listMissingObjects(opened, tenantId, restored.holdsUntil)),
        ...(losses.faults.get(tenantId) ?? []),
        ...(erased.faults.get(tenantId) ?? []),
      ];
      organisations.push({
        tenant_id: tenantId,
        seq,
        event_ts: ts,
        faults,
        lost_events: losses.lostEvents.get(tenantId) ?? 0,
        erased_again: erased.tenantIds.has(tenantId),
      });
    }
    const known = new Set(restored.heads.map((h) => h.tenantId));
    const faults = [...losses.faults].flatMap(([tenantId, of]) => (known.has(tenantId) ? [] : of.map((fault) => `${tenantId}: ${fault}`)));
    return { faults, rto_seconds: rtoSeconds, events, postings, organisations };
  } finally {
    await Promise.all([writer.end(), owner.end()]);
    await opened.close();
    await server.stop();
  }
}

/** Where the books of a copy are. That of an embedded database has its logins; they are made in one of an earlier version, which had none. */
async function enterCopy(server: Embedded, { manifest }: Restored): Promise<Where> {
  const as = whereCopied(server, manifest);
  if (!isOfEmbedded(manifest)) return as;
  if (manifest.user === SUPERUSER) {
    const superuser = await connect(as, 'login', { statement_timeout: 0 });
    try {
      await makeLogins(superuser);
    } finally {
      await superuser.end();
    }
  }
  return ownLoginsAt(server);
}

/** What the marks outside of the restored database know of that it does not have: those of this data directory and those that the backup has. */
async function findLosses(config: Config, from: string, { heads, holdsUntil }: Restored, opened: Opened) {
  const lostEvents = new Map<string, number>();
  const faults = new Map<string, string[]>();
  const fault = (tenantId: string, what: string): void => void faults.set(tenantId, [...(faults.get(tenantId) ?? []), what]);
  const known = new Set([...heads.map((h) => h.tenantId), ...(await new MarkFolder(path.join(from, 'high-water')).list())]);
  const live = openObjects(config);
  const places = [
    { folder: path.join(from, 'high-water'), objects: openObjectFolder(partsOf(from).objects) },
    { folder: path.join(config.dataDir, 'high-water'), objects: live },
  ];
  try {
    for (const place of places) {
      const marks = new HighWater({
        pool: opened.services.writerPool,
        ...place,
        onDamaged: (tenantId, where) => fault(tenantId, `the high-water mark in the ${where} is not one that its chain key signed`),
      });
      await marks.start();
      for (const { tenantId } of heads) await marks.check(tenantId);
      for (const { tenantId, from: first, to, markTs } of marks.listLosses()) {
        // This data directory may be of other books than the backup.
        if (!known.has(tenantId)) continue;
        lostEvents.set(tenantId, Math.max(lostEvents.get(tenantId) ?? 0, to - first + 1));
        if (Date.parse(markTs) + COMMITTED_WITHIN_MS < Date.parse(holdsUntil))
          fault(tenantId, `events ${first} to ${to} were answered before ${holdsUntil} and are not in the backup`);
      }
    }
  } finally {
    live.close();
  }
  return { lostEvents, faults };
}

/**
 * What was erased since the backup stays erased: its tombstones, also those that only this data directory has, are held against the copy,
 * and every key that the copy had of these words must be gone then.
 */
async function eraseAgain(config: Config, { services }: Opened) {
  const { tombstones, writerPool } = services;
  for (const tombstone of new Tombstones(path.join(config.dataDir, 'tombstones')).list()) tombstones.write(tombstone);
  const erasures = new Map((await listErasures(writerPool)).map((e) => [e.tenant_id, e.erasures]));
  const unknown = tombstones.list().filter((t) => (erasures.get(t.tenant_id) ?? 0) < t.erasure);
  const keys = new Map<string, readonly string[]>();
  for (const { tenant_id } of unknown) keys.set(tenant_id, await listPiiKeys(writerPool, tenant_id));
  await replayTombstones(services);
  const faults = new Map<string, string[]>();
  for (const [tenantId, before] of keys) {
    const left = (await listPiiKeys(writerPool, tenantId)).filter((wrapped) => before.includes(wrapped));
    if (left.length > 0) faults.set(tenantId, [`${left.length} keys of words that were erased are in the copy and could not be destroyed`]);
  }
  return { tenantIds: new Set(keys.keys()), faults };
}

/** Objects that the database names and the backup does not have, or has with another content. */
async function listMissingObjects({ services }: Opened, tenantId: string, holdsUntil: string): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const { what, sha256, at, content } of await listNamedObjects(services.writerPool, tenantId)) {
    // What is copied after the log is not there yet.
    if (Date.parse(at) + COPIED_WITHIN_MS > Date.parse(holdsUntil)) continue;
    if (!(await services.objects.has(tenantId, sha256))) faults.push(`the ${what} ${sha256} is not in the backup`);
    else if (content !== null && (await services.objects.get(tenantId, sha256)).toString() !== content)
      faults.push(`the ${what} ${sha256} says something else than the database`);
  }
  return faults;
}
