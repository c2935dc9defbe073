// npm run tidy: holds every file of the repo, tracked or about to be, against the fences. Exit code 1 if one is broken.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { allowed, checkAdvisories, SNAPSHOT, type Snapshot } from './advisories.ts';
import { checkCircles } from './circles.ts';
import { checkClock } from './clock.ts';
import { checkCutText } from './cut-text.ts';
import { checkBarrels, checkFeatures, checkFloors, checkKits, checkLayers, checkRoof, checkSql } from './imports.ts';
import { checkLate } from './late.ts';
import { checkLength } from './length.ts';
import { checkLicences } from './licences.ts';
import { checkNames } from './names.ts';
import { type Census, checkCensus, checkFolders, checkLockfile } from './repo.ts';
import { checkSecrets } from './secrets.ts';
import type { Fault, Fence } from './source.ts';
import { checkComments, checkKernel, checkTests, checkTypes } from './words.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const fences: readonly Fence[] = [
  checkLayers,
  checkFeatures,
  checkSql,
  checkClock,
  checkFloors,
  checkKits,
  checkRoof,
  checkBarrels,
  checkLate,
  checkKernel,
  checkTypes,
  checkTests,
  checkComments,
  checkNames,
  checkCutText,
];
const READ = /\.(?:ts|tsx|js|css|sql)$/;

const paths = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: root, encoding: 'utf8' })
  .split('\0')
  .filter((file) => file !== '' && existsSync(path.join(root, file)));
const files = paths.map((file) => ({ path: file, text: READ.test(file) ? readFileSync(path.join(root, file), 'utf8') : '' }));

const faults: Fault[] = files.flatMap((file) => fences.flatMap((fence) => fence(file)));
faults.push(...checkCircles(files), ...checkLength(files));
const census = path.join(root, 'packages/contract/src/features.ts');
if (existsSync(census)) {
  const { features } = (await import(pathToFileURL(census).href)) as { readonly features: Census };
  faults.push(...checkCensus(features, paths));
}
faults.push(...checkFolders(paths));
const lockfile = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
const snapshot = JSON.parse(readFileSync(path.join(root, SNAPSHOT), 'utf8')) as Snapshot;
const today = new Date().toISOString().slice(0, 10);
faults.push(...checkLockfile(lockfile), ...checkLicences(lockfile), ...checkAdvisories(lockfile, snapshot, allowed, today));
for (const file of paths) {
  const content = readFileSync(path.join(root, file));
  if (!content.includes(0)) faults.push(...checkSecrets({ path: file, text: content.toString('utf8') }));
}

for (const fault of faults) console.log(describe(fault));
console.log(`tidy: ${paths.length} files, ${faults.length} faults`);
process.exit(faults.length === 0 ? 0 : 1);

function describe({ path: file, line, message }: Fault): string {
  return `${line === 0 ? file : `${file}:${line}`} ${message}`;
}
