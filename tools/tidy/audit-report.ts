// The report of `npm audit --json` as advisories.
import type { Advisory } from './advisories.ts';

interface Via {
  readonly source: number;
  readonly name: string;
  readonly title: string;
  readonly url: string;
  readonly severity: Advisory['severity'];
  readonly range: string;
}

interface Report {
  readonly message?: string;
  /** By package; a text in `via` names another package that has it. */
  readonly vulnerabilities?: Readonly<Record<string, { readonly via: readonly (Via | string)[] }>>;
}

/** Each once. Throws an Error with what npm says where the registry did not answer. */
export function advisoriesOf(text: string): readonly Advisory[] {
  const { message, vulnerabilities } = JSON.parse(text) as Report;
  if (vulnerabilities === undefined) throw new Error(message ?? 'npm audit answered something else than a report');
  const found = Object.values(vulnerabilities).flatMap(({ via }) => via.filter((v) => typeof v !== 'string'));
  return merge(
    [],
    found.map(({ source, name, range, severity, title, url }) => ({
      id: /GHSA-[\w-]+$/.exec(url)?.[0] ?? String(source),
      name,
      range,
      severity,
      title,
      url,
    })),
  );
}

/** Those that are known and those that were found, which say how it is now; in the order of names. */
export function merge(known: readonly Advisory[], found: readonly Advisory[]): readonly Advisory[] {
  const keyOf = ({ id, name, range }: Advisory): string => `${name} ${id} ${range}`;
  const again = new Set(found.map(({ id, name }) => `${name} ${id}`));
  const kept = known.filter(({ id, name }) => !again.has(`${name} ${id}`));
  const byKey = new Map([...kept, ...found].map((advisory) => [keyOf(advisory), advisory]));
  return [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, advisory]) => advisory);
}
