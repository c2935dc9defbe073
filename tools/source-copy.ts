// A copy of the sources in a temporary folder, to change and to run: the sources themselves are never touched. What npm installed is linked,
// but for our own packages, which are those of the copy.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../', import.meta.url));
const SCOPE = '@countinghouse';

export interface Edit {
  /** From the root of the repo. */
  readonly file: string;
  /** Text that is there once. */
  readonly find: string;
  readonly put: string;
}

export interface SourceCopy {
  readonly root: string;
  read(file: string): string;
  /** Changes files; throws where a text is not there exactly once. Answers how to put them back. */
  change(edits: readonly Edit[]): () => void;
  /** Puts a text in the place of a whole file. */
  write(file: string, text: string): void;
  remove(): void;
}

/** Copies what git tracks or would track; with a commit, or a tag, what it had. */
export function copySources(commit?: string): SourceCopy {
  const home = mkdtempSync(path.join(os.tmpdir(), 'sources-'));
  if (commit === undefined) copyPresent(home);
  else extract(commit, home);
  linkPackages(home);
  const read = (file: string): string => readFileSync(path.join(home, file), 'utf8');
  const write = (file: string, text: string): void => writeFileSync(path.join(home, file), text);
  return {
    root: home,
    read,
    write,
    change: (edits) => {
      const before = new Map<string, string>();
      for (const { file, find, put } of edits) {
        const text = read(file);
        if (!before.has(file)) before.set(file, text);
        const found = text.split(find).length - 1;
        if (found !== 1) throw new Error(`${file} has this ${found} times: ${find}`);
        write(
          file,
          text.replace(find, () => put),
        );
      }
      return () => {
        for (const [file, text] of before) write(file, text);
      };
    },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

function copyPresent(home: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  for (const file of listed.split('\0'))
    if (file !== '' && existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(home, file));
}

function extract(commit: string, home: string): void {
  const file = path.join(home, 'sources.tar');
  execFileSync('git', ['archive', '--format=tar', `--output=${file}`, commit], { cwd: root });
  execFileSync('tar', ['-xf', file, '-C', home]);
  rmSync(file);
}

function linkPackages(home: string): void {
  const installed = path.join(root, 'node_modules');
  mkdirSync(path.join(home, 'node_modules', SCOPE), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== SCOPE) symlinkSync(path.join(installed, name), path.join(home, 'node_modules', name));
  for (const name of readdirSync(path.join(installed, SCOPE)))
    symlinkSync(path.join(home, 'packages', name), path.join(home, 'node_modules', SCOPE, name));
  for (const name of readdirSync(path.join(root, 'packages'))) {
    // What is built, and what is installed for one package alone.
    for (const beside of ['node_modules', 'dist']) {
      const there = path.join(root, 'packages', name, beside);
      if (existsSync(there)) symlinkSync(there, path.join(home, 'packages', name, beside));
    }
  }
}
