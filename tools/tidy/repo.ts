// Fences over the whole repo rather than one file: the census of features, the lockfile.
import type { Fault } from './source.ts';

const CENSUS = 'packages/contract/src/features.ts';
const LOCKFILE = 'package-lock.json';

/** Where each cell of the census lies; a path that ends in `/` is a folder. */
const cells: Readonly<Record<string, (stem: string) => string>> = {
  contract: (stem) => `packages/contract/src/features/${stem}.ts`,
  kernel: (stem) => `packages/kernel/src/${stem}/`,
  store: (stem) => `packages/store/src/features/${stem}/`,
  server: (stem) => `packages/server/src/features/${stem}/`,
  console: (stem) => `packages/console/src/features/${stem}/`,
  cli: (stem) => `packages/cli/src/commands/${stem}.ts`,
  e2e: (stem) => `test/e2e/${stem}.e2e.ts`,
};

export type Census = Readonly<Record<string, readonly string[]>>;

/** Every cell that the census names is there. */
export function checkCensus(features: Census, paths: readonly string[]): readonly Fault[] {
  const exists = (cell: string): boolean => paths.some((path) => (cell.endsWith('/') ? path.startsWith(cell) : path === cell));
  return Object.entries(features).flatMap(([stem, names]) =>
    names.flatMap((name) => {
      const cell = cells[name]?.(stem);
      if (cell === undefined) return [{ path: CENSUS, line: 0, message: `${stem}: there is no cell called ${name}` }];
      return exists(cell) ? [] : [{ path: CENSUS, line: 0, message: `${stem}: ${cell} is missing` }];
    }),
  );
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
