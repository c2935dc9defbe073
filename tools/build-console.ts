// Builds the console when what is built does not come from the present sources. What was built carries the SHA-256 of
// the sources it came from; Vite empties the folder first, so a build that was interrupted carries none.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../', import.meta.url));
const consoleDir = path.join(root, 'packages/console');
const vite = path.join(root, 'node_modules/vite/bin/vite.js');
const stamp = path.join(consoleDir, 'dist/.built-from');
const sources = [
  'packages/{console,client,contract,kernel}/{src,public}/**/*',
  'packages/verifier/{src,page}/**/*.js',
  'packages/verifier/*.json',
  'packages/console/{index.html,vite.config.ts,package.json,guide/*.ts}',
  'docs/{guide,images}/**/*',
  'tools/docs/headings.ts',
  'package-lock.json',
];

/** Builds the console into packages/console/dist, unless that is up to date. Takes about 3 s; throws with Vite's message. */
export async function buildConsole(): Promise<void> {
  const wanted = hashSources();
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return;
  if (!existsSync(vite))
    throw new Error('The console is not built, and what builds it is not installed: run npm ci without --omit=dev once.');
  const beganMs = performance.now();
  await promisify(execFile)(process.execPath, [vite, 'build', '--logLevel', 'warn', consoleDir]);
  writeFileSync(stamp, wanted);
  console.log(`console built in ${Math.round(performance.now() - beganMs)} ms`);
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
