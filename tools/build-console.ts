// Builds the console when what is built does not come from the present sources. What was built carries the SHA-256 of the sources it came from.
// Each build has a folder of its own, which takes the place of the last one when it is whole: several may run at once, and one that is interrupted
// leaves what was there.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { putInPlace } from './put-in-place.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const consoleDir = path.join(root, 'packages/console');
const vite = path.join(root, 'node_modules/vite/bin/vite.js');
const dist = path.join(consoleDir, 'dist');
const STAMP = '.built-from';
/** A temporary folder is its owner's alone; an image is built by another user than the one that serves it. */
const FOLDER_MODE = 0o755;
/** Folders of builds that were interrupted are this old at least when the next one deletes them. */
const LEFT_AFTER_MS = 600_000;
const sources = [
  'packages/{console,client,contract,kernel}/{src,public}/**/*',
  'packages/verifier/{src,page}/**/*.js',
  'packages/verifier/*.json',
  'packages/server/src/bank-files/*.ts',
  'packages/console/{index.html,vite.config.ts,package.json,guide/*.ts}',
  'docs/{guide,images}/**/*',
  'tools/docs/headings.ts',
  'package-lock.json',
];

/** Builds the console into packages/console/dist, unless that is up to date. Takes about 3 s; throws with Vite's message. */
export async function buildConsole(): Promise<void> {
  const wanted = hashSources();
  const stamp = path.join(dist, STAMP);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!existsSync(vite))
    throw new Error('The console is not built, and what builds it is not installed: run npm ci without --omit=dev once.');
  const beganMs = performance.now();
  deleteLeft();
  const building = mkdtempSync(`${dist}.`);
  try {
    await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', building, consoleDir]);
    writeFileSync(path.join(building, STAMP), wanted);
    chmodSync(building, FOLDER_MODE);
    putInPlace(building, dist);
  } finally {
    rmSync(building, { recursive: true, force: true });
  }
  console.log(`console built in ${Math.round(performance.now() - beganMs)} ms`);
}

function deleteLeft(): void {
  for (const folder of globSync(`${dist}.*`)) {
    const left = statSync(folder, { throwIfNoEntry: false });
    if (left !== undefined && Date.now() - left.mtimeMs > LEFT_AFTER_MS) rmSync(folder, { recursive: true, force: true });
  }
}

function hashSources(): string {
  const files = globSync(sources, { cwd: root, withFileTypes: true, exclude: (entry) => entry.name.includes('.test.') })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const digest = createHash('sha256');
  for (const file of files.toSorted()) digest.update(`${path.relative(root, file)}\0`).update(readFileSync(file));
  return digest.digest('hex');
}

if (import.meta.main) await buildConsole();
