// Fences over the whole repo rather than one file: the census of features, crowded folders, the lockfile.
import { LOCKFILE } from './lockfile.ts';
import type { Fault } from './source.ts';

const CENSUS = 'packages/contract/src/features.ts';

/** Where each cell of the census lies: `*` stands for the stem; a path that ends in `/` is a folder. */
const cells: Readonly<Record<string, string>> = {
  contract: 'packages/contract/src/features/*.ts',
  kernel: 'packages/kernel/src/*/',
  store: 'packages/store/src/features/*/',
  server: 'packages/server/src/features/*/',
  console: 'packages/console/src/features/*/',
  cli: 'packages/cli/src/commands/*.ts',
  e2e: 'test/e2e/*.e2e.ts',
};

/** What lies where features do and is none: the ground of the kernel, journeys through the whole product. */
const noFeatures: Readonly<Record<string, readonly string[]>> = {
  kernel: ['canonical', 'chain', 'ledger', 'merkle', 'money', 'time'],
  e2e: ['accessibility', 'api-reference', 'client', 'first-steps', 'lists', 'menu', 'money', 'organisation', 'replicas', 'stored-xss'],
};

export type Census = Readonly<Record<string, readonly string[]>>;

/** Every cell that the census names is there, and every cell that is there is named. */
export function checkCensus(features: Census, paths: readonly string[]): readonly Fault[] {
  const fault = (message: string): Fault => ({ path: CENSUS, line: 0, message });
  const missing = Object.entries(features).flatMap(([stem, names]) =>
    names.flatMap((name) => {
      const cell = cells[name]?.replace('*', stem);
      if (cell === undefined) return [fault(`${stem}: there is no cell called ${name}`)];
      const isThere = paths.some((path) => (cell.endsWith('/') ? path.startsWith(cell) : path === cell));
      return isThere ? [] : [fault(`${stem}: ${cell} is missing`)];
    }),
  );
  const unnamed = Object.entries(cells).flatMap(([name, cell]) =>
    stemsAt(cell, paths)
      .filter((stem) => features[stem]?.includes(name) !== true && noFeatures[name]?.includes(stem) !== true)
      .map((stem) => fault(`${stem}: ${cell.replace('*', stem)} is there, and the census does not say so`)),
  );
  return [...missing, ...unnamed];
}

/** The stems that have a cell; a test beside it is none. */
function stemsAt(cell: string, paths: readonly string[]): readonly string[] {
  const [before = '', after = ''] = cell.split('*');
  const stems = paths.flatMap((path) => {
    if (!path.startsWith(before)) return [];
    const stem = path.slice(before.length).split(/[./]/)[0] ?? '';
    const rest = path.slice(before.length + stem.length);
    return (after === '/' ? rest.startsWith('/') : rest === after) ? [stem] : [];
  });
  return [...new Set(stems)];
}

/** Folders below this one are read from top to bottom: they hold at most so many files. */
const READ_WHOLE = 'packages/console/src/';
const LOOSE_FILES_MAX = 20;

/** No folder of the console holds more files than somebody reads through. */
export function checkFolders(paths: readonly string[]): readonly Fault[] {
  const counts = new Map<string, number>();
  for (const path of paths) {
    const folder = path.slice(0, path.lastIndexOf('/'));
    if (path.startsWith(READ_WHOLE)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return [...counts]
    .filter(([, count]) => count > LOOSE_FILES_MAX)
    .map(([path, count]) => ({ path, line: 0, message: `${count} loose files, of ${LOOSE_FILES_MAX} at most: make folders` }));
}

/** Every package in the lockfile has the hash of what is to be installed. An install without it takes whatever comes. */
export function checkLockfile(text: string): readonly Fault[] {
  const { packages } = JSON.parse(text) as {
    readonly packages: Readonly<Record<string, { readonly integrity?: string; readonly link?: boolean }>>;
  };
  return Object.entries(packages)
    .filter(([path, entry]) => path.includes('node_modules/') && entry.link !== true && entry.integrity === undefined)
    .map(([path]) => ({ path: LOCKFILE, line: 0, message: `${path} has no integrity: remove every node_modules and install again` }));
}
