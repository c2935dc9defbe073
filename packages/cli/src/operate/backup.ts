// Backups: taken of the database of the settings, restored into a new data directory, and drilled.

import path from 'node:path';
import { drill } from '@countinghouse/server/backup/drill';
import type { DrillReport } from '@countinghouse/server/backup/drill-report';
import { type Config, readConfig } from '@countinghouse/server/config';
import { Tombstones } from '@countinghouse/server/features/privacy/tombstones';
import { bringMarks } from '@countinghouse/store/backup/behind';
import { WHY_APART } from '@countinghouse/store/backup/keys-apart';
import { isOfEmbedded, restoreBackup } from '@countinghouse/store/backup/restore';
import { takeBackup } from '@countinghouse/store/backup/take';
import { answer, withDatabase } from './database.ts';

const instant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z$/;
const MB = 1024 * 1024;

interface BackupOptions {
  readonly to?: string | undefined;
  readonly keysTo?: string | undefined;
}

/** Takes one backup; a server may run meanwhile. */
export function backUp({ to, keysTo }: BackupOptions, json: boolean): Promise<number> {
  return withDatabase(async ({ config, where }) => {
    const folder = given(to ?? config.backup?.folder, 'say with --to where the backup goes, or set BACKUP_DIR');
    const keysFolder = given(
      keysTo ?? config.backup?.keysFolder,
      `say with --keys-to where the keys go, apart from the backup. ${WHY_APART}`,
    );
    const { dataDir, s3 } = config;
    const manifest = await takeBackup({ where, dataDir, s3 }, { folder: path.resolve(folder), keysFolder: path.resolve(keysFolder) });
    const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
    const text = [
      `${folder} holds everything that was committed until ${manifest.endedAt}: ${mb(bytes)} MB of PostgreSQL ${manifest.postgres}, ${manifest.objects.count} objects.`,
      `Its keys are in ${keysFolder}.`,
    ];
    answer(json, text.join('\n'), { folder, keysFolder, ...manifest });
    return 0;
  });
}

interface RestoreOptions {
  readonly from: string;
  readonly to: string;
  readonly keysFrom?: string | undefined;
  readonly at?: string | undefined;
}

/**
 * Restores into a new data directory, with the marks and tombstones of the one that the settings name; says where each log ends, and which
 * events are known of outside that are not in it.
 */
export async function restore({ from, to, keysFrom, at }: RestoreOptions, json: boolean): Promise<number> {
  if (at !== undefined && !instant.test(at)) throw new Error('give --at as 2026-01-31T12:00:00Z');
  const config = readConfig(process.env);
  const target = path.resolve(to);
  const restored = await restoreBackup({
    from: path.resolve(from),
    to: target,
    keysFrom: keysOf(keysFrom, config),
    at: at === undefined ? null : new Date(at),
    s3: config.s3,
    note: (line) => void process.stderr.write(`${line}\n`),
  });
  const { manifest, holdsUntil, heads } = restored;
  // What the data directory of the settings knows, which this one is to take the place of.
  const known = new Set(heads.map((h) => h.tenantId));
  const tombstones = new Tombstones(path.join(target, 'tombstones'));
  for (const tombstone of new Tombstones(path.join(config.dataDir, 'tombstones')).list())
    if (known.has(tombstone.tenant_id)) tombstones.write(tombstone);
  const behind = await bringMarks(heads, target, [config.dataDir]);
  const lines = [
    `${target} holds everything that was committed until ${holdsUntil}, from the copy of ${manifest.endedAt}.`,
    ...heads.map((h) => `  ${h.tenantId} ends with event ${h.seq}, of ${h.ts}`),
  ];
  if (behind.length > 0) {
    lines.push(
      'Events that were answered are not in it:',
      ...behind.map((b) => `  ${b.tenantId}  events ${b.from} to ${b.to}, the last of ${b.ts}`),
      'Until an owner accepts that, on Kernel Health or with `countinghouse loss accept`, these organisations can be read and not written.',
      'Then clients that repeat their intents with the same keys post exactly what is missing.',
    );
  }
  lines.push(
    isOfEmbedded(manifest)
      ? `Start the server with DATA_DIR=${target}, and look with \`countinghouse doctor\`.`
      : `${path.join(target, 'pg')} is a data directory of PostgreSQL ${manifest.postgres}: start it with your own settings, and the server with DATABASE_URL (database ${manifest.database}) and DATA_DIR=${target}.`,
  );
  answer(json, lines.join('\n'), { to: target, holdsUntil, copy: manifest.id, heads, behind });
  return 0;
}

interface DrillOptions {
  readonly from?: string | undefined;
  readonly keysFrom?: string | undefined;
  readonly in?: string | undefined;
}

/** Restores a backup beside, verifies it and takes it away again. 1 where it found something. */
export async function runDrill({ from, keysFrom, in: within }: DrillOptions, json: boolean): Promise<number> {
  const config = readConfig(process.env);
  const report = await drill(config, {
    from: path.resolve(given(from ?? config.backup?.folder, 'say with --from where the backup is, or set BACKUP_DIR')),
    keysFrom: keysOf(keysFrom, config),
    within: path.resolve(within ?? config.drillFolder),
    note: (line) => void process.stderr.write(`${line}\n`),
  });
  answer(json, textOf(report), report);
  return report.ok ? 0 : 1;
}

function textOf(report: DrillReport): string {
  const lines = [report.ok ? 'The drill found nothing.' : 'The drill found faults:', ...report.faults.map((fault) => `  ${fault}`)];
  for (const o of report.organisations) {
    lines.push(`  ${o.tenant_id}  ${o.seq} events, the last of ${o.event_ts}: ${o.faults.length === 0 ? 'sound' : 'FAULTS'}`);
    lines.push(...o.faults.map((fault) => `    ${fault}`));
    if (o.lost_events > 0) lines.push(`    ${o.lost_events} later events are known outside of the backup`);
    if (o.erased_again)
      lines.push('    words that were erased since the backup were erased again: their keys are destroyed in the copy too');
  }
  if (report.holds_until !== null)
    lines.push(
      `The backup holds everything that was committed until ${report.holds_until}.`,
      `RPO ${seconds(report.rpo_seconds)}: the time before the drill that it does not hold.`,
      `RTO ${seconds(report.rto_seconds)}: until the restored database was open; ${seconds(report.took_seconds)} with ${report.events} events verified and replayed.`,
    );
  return lines.join('\n');
}

const seconds = (s: number | null): string => (s === null ? '–' : `${s.toFixed(1)} s`);
const mb = (bytes: number): string => (bytes / MB).toFixed(1);

const keysOf = (keysFrom: string | undefined, config: Config): string =>
  path.resolve(
    given(keysFrom ?? config.backup?.keysFolder, 'say with --keys-from where the keys of the backup are, or set BACKUP_KEYS_DIR'),
  );

function given(value: string | undefined, otherwise: string): string {
  if (value === undefined) throw new Error(otherwise);
  return value;
}
