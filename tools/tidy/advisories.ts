// No package that we install may stand under an advisory of high severity. What is known of advisories is a file of the repository
// (`npm run advisories` asks a registry for more), so that the check is the same for everybody and asks nobody.
import { listLocked } from './lockfile.ts';
import type { Fault } from './source.ts';
import { isInRange } from './version-range.ts';

export interface Advisory {
  /** As GitHub or npm names it, such as GHSA-xxxx-xxxx-xxxx. */
  readonly id: string;
  readonly name: string;
  /** Versions that it is about, as in `>=1.2.0 <1.4.2`. */
  readonly range: string;
  readonly severity: 'info' | 'low' | 'moderate' | 'high' | 'critical';
  readonly title: string;
  readonly url: string;
}

export interface Snapshot {
  /** When a registry was asked last, as a date; null: none has answered yet. */
  readonly asked_on: string | null;
  /** When entries were last read out of `source` by hand, as a date: some of them, not all there are. */
  readonly read_on: string;
  readonly source: string;
  /** Those of packages that were installed when a registry was asked or the source was read. */
  readonly advisories: readonly Advisory[];
}

/** An advisory that does no harm here, and until when somebody has to look at it again. */
export interface Allowed {
  readonly id: string;
  readonly because: string;
  readonly until: string;
}

export const SNAPSHOT = 'tools/tidy/advisories.json';
const stopping: ReadonlySet<string> = new Set(['high', 'critical']);

/** Short, and each for a reason. */
export const allowed: readonly Allowed[] = [];

/** `today`: a date, as in 2026-01-31. */
export function checkAdvisories(lockfile: string, snapshot: Snapshot, list: readonly Allowed[], today: string): readonly Fault[] {
  const locked = listLocked(lockfile);
  const met = new Set<string>();
  const faults: string[] = [];
  for (const { id, name, range, severity, title, url } of snapshot.advisories) {
    for (const { version } of locked.filter((p) => p.name === name && stopping.has(severity))) {
      try {
        if (!isInRange(version, range)) continue;
      } catch (error) {
        faults.push(`${id} cannot be held against ${name}@${version}: ${(error as Error).message}`);
        continue;
      }
      met.add(id);
      if (!list.some((entry) => entry.id === id)) faults.push(`${name}@${version} has ${id} (${severity}): ${title}. ${url}`);
    }
  }
  for (const { id, until } of list) {
    if (!met.has(id)) faults.push(`${id} is allowed, and nothing that is installed has it: take it off the list`);
    else if (until < today) faults.push(`${id} was allowed until ${until}: look at it again`);
  }
  return faults.map((message) => ({ path: SNAPSHOT, line: 0, message }));
}
