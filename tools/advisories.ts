// npm run advisories: asks the registry which advisories there are about what is installed, and keeps its answer in the repository, for
// `npm run check` to hold the lockfile against. Exit code 1 where no registry answers: what was known before stays.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SNAPSHOT, type Snapshot } from './tidy/advisories.ts';
import { advisoriesOf, merge } from './tidy/audit-report.ts';
import { LOCKFILE, listLocked } from './tidy/lockfile.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const REPORT_BYTES_MAX = 64 << 20;

const asked = spawnSync('npm', ['audit', '--json', '--package-lock-only'], { cwd: root, encoding: 'utf8', maxBuffer: REPORT_BYTES_MAX });
try {
  const found = advisoriesOf(asked.stdout);
  const known = JSON.parse(readFileSync(root + SNAPSHOT, 'utf8')) as Snapshot;
  const names = new Set(listLocked(readFileSync(root + LOCKFILE, 'utf8')).map(({ name }) => name));
  const advisories = merge(known.advisories, found).filter(({ name }) => names.has(name));
  const snapshot: Snapshot = { ...known, asked_on: new Date().toISOString().slice(0, 10), advisories };
  writeFileSync(root + SNAPSHOT, `${JSON.stringify(snapshot, null, 2)}\n`);
  console.log(`${found.length} advisories about what is installed, ${advisories.length} known: ${SNAPSHOT}`);
} catch (error) {
  console.error(`no advisories: ${(error as Error).message}`);
  process.exit(1);
}
