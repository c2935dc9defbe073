// What the loss of a machine would cost: how much the continuous backup is behind while it is posted to, and how long it takes until what was
// restored from it is open. Four fifths of the events are in the copy of the database, the rest in the log since then.

import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { drill } from '@countinghouse/server/backup/drill';
import { readConfig } from '@countinghouse/server/config';
import { openDatabase } from '@countinghouse/server/database';
import { archive } from '@countinghouse/store/backup/archive';
import { openLocalKms } from '@countinghouse/store/keys/kms';
import { makeBooks, openLedger } from '@countinghouse/testkit/books';
import { prepareCommands } from './intents.ts';
import { absolute, type Row } from './row.ts';

export const BACKUP_EVENTS = 1_000_000;
const ACCOUNTS = 1_000;
const COMMANDS_AT_ONCE = 5_000;
const COPIED_AFTER = 0.8;
const RPO_SECONDS_MAX = 10;
const RTO_SECONDS_MAX = 60;
const LOOK_EVERY_MS = 100;
const COPIED_WITHIN_MS = 600_000;
const DAY_MS = 86_400_000;

export async function measureBackup(say: (line: string) => void, events: number): Promise<readonly Row[]> {
  const home = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-bench-backup-'));
  const [dataDir, folder, keysFolder] = ['data', 'backup', 'keys'].map((name) => path.join(home, name)) as [string, string, string];
  mkdirSync(dataDir);
  openLocalKms(dataDir);
  const { where, embedded } = await openDatabase({ dataDir, databaseUrl: null });
  const t = openLedger(where, { masterKey: readFileSync(path.join(dataDir, 'keys', 'master.key')) });
  const ending = new AbortController();
  let archiving: Promise<void> | null = null;
  let reachedMs: number | null = null;
  let copied = false;
  let behindMs = 0;
  const looking = setInterval(() => {
    if (copied && reachedMs !== null) behindMs = Math.max(behindMs, Date.now() - reachedMs);
  }, LOOK_EVERY_MS);
  try {
    const books = await makeBooks(t, ACCOUNTS);
    for (let posted = 0; posted < events; ) {
      if (archiving === null && posted >= events * COPIED_AFTER) {
        const options = { where, dataDir, s3: null, folder, keysFolder, everyMs: DAY_MS, keep: 1 };
        archiving = archive(
          {
            ...options,
            onReached: ({ at }) => {
              reachedMs = Date.parse(at);
            },
            onBase: () => {
              copied = true;
            },
            // It is tried again, and what is missing meanwhile is in how far the backup is behind.
            onError: (error) => say(`backup: ${error instanceof Error ? error.message : String(error)}`),
          },
          ending.signal,
        );
        const untilMs = performance.now() + COPIED_WITHIN_MS;
        while (!copied && performance.now() < untilMs) await sleep(LOOK_EVERY_MS);
        if (!copied) throw new Error(`no copy of the database was taken in ${COPIED_WITHIN_MS / 1000} s`);
      }
      const commands = prepareCommands(books, Math.min(COMMANDS_AT_ONCE, Math.ceil(events / 10), events - posted), false);
      const outcomes = await Promise.all(commands.map((command) => t.ledger.submit(books.tenantId, command)));
      const refused = outcomes.find((o) => o.kind !== 'written');
      if (refused !== undefined) throw new Error(`an intent was not posted: ${JSON.stringify(refused)}`);
      posted += commands.length;
      if (posted % (COMMANDS_AT_ONCE * 20) === 0) say(`backup: ${posted} events`);
    }
    clearInterval(looking);
    ending.abort();
    await archiving;
    const config = readConfig({ DATA_DIR: dataDir });
    const report = await drill(config, { from: folder, keysFrom: keysFolder, within: home, note: (line) => say(`backup: ${line}`) });
    if (!report.ok || report.events < events) throw new Error(`the drill found faults: ${JSON.stringify(report)}`);
    const told = (name: string, title: string, value: number) => ({ name, title, value, unit: 's', note: `${report.events} events` });
    return [
      absolute(told('backup-rpo', 'the backup behind what is acknowledged, at most', behindMs / 1000), { atMost: RPO_SECONDS_MAX }),
      absolute(told('backup-rto', 'restored until it is open', report.rto_seconds ?? Number.POSITIVE_INFINITY), {
        atMost: RTO_SECONDS_MAX,
      }),
      absolute(told('backup-drill', 'a drill in all, every log verified and replayed', report.took_seconds), null),
    ];
  } finally {
    clearInterval(looking);
    ending.abort();
    await archiving?.catch(() => {});
    await t.close();
    await embedded?.stop();
    rmSync(home, { recursive: true, force: true });
  }
}
