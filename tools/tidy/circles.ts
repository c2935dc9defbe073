// No circle of imports, neither of values nor of types: a file can be read, and moved, with what it stands on alone.
import path from 'node:path';
import { type Fault, importsOf, isCode, isTest, type SourceFile } from './source.ts';

const IN_PACKAGE = /^packages\/[^/]+\/(?:src|bin)\//;

/** One fault for each circle, at the first of its files by name; it names the way round. */
export function checkCircles(files: readonly SourceFile[]): readonly Fault[] {
  const sources = files.filter(({ path: file }) => IN_PACKAGE.test(file) && isCode(file) && !isTest(file));
  const imports = graphOf(sources);
  return circlesIn(imports).map((circle) => {
    const way = wayRound(imports, circle);
    return { path: way[0] ?? '', line: 0, message: `a circle of ${circle.size} files: ${way.join(' → ')}` };
  });
}

type Graph = ReadonlyMap<string, readonly string[]>;

function graphOf(sources: readonly SourceFile[]): Graph {
  const there = new Set(sources.map((file) => file.path));
  return new Map(
    sources.map(({ path: file, text }) => {
      const targets = importsOf(text).map(({ from }) => targetOf(file, from));
      return [file, [...new Set(targets)].filter((target) => there.has(target))];
    }),
  );
}

/** The file that an import names, where it is one of the same package. */
function targetOf(file: string, from: string): string {
  if (from.startsWith('.')) return path.posix.join(path.posix.dirname(file), from);
  const [, name, rest] = /^@countinghouse\/([^/]+)\/(.+)$/.exec(from) ?? [];
  return `packages/${name}/src/${rest}.ts`;
}

/** The strongly connected parts of more than one file, or of one that imports itself (Tarjan). */
function circlesIn(graph: Graph): readonly ReadonlySet<string>[] {
  const circles: Set<string>[] = [];
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const visit = (file: string): number => {
    const at = order.size;
    order.set(file, at);
    open.push(file);
    let low = at;
    for (const target of graph.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, lowest.get(target) ?? order.get(target) ?? at);
    }
    lowest.set(file, low);
    if (low === at) {
      const part = new Set(open.splice(open.indexOf(file)));
      if (part.size > 1 || (graph.get(file) ?? []).includes(file)) circles.push(part);
    }
    return low;
  };
  for (const file of graph.keys()) if (!order.has(file)) visit(file);
  return circles;
}

/** The shortest way from the first file of a circle back to it. */
function wayRound(graph: Graph, circle: ReadonlySet<string>): readonly string[] {
  const start = [...circle].sort()[0] ?? '';
  const reached = new Set<string>();
  let ways: readonly (readonly string[])[] = [[start]];
  while (ways.length > 0) {
    const longer = ways.flatMap((way) =>
      (graph.get(way.at(-1) ?? '') ?? []).filter((file) => circle.has(file)).map((file) => [...way, file]),
    );
    const back = longer.find((way) => way.at(-1) === start);
    if (back !== undefined) return back;
    ways = longer.filter((way) => {
      const last = way.at(-1) ?? '';
      if (reached.has(last)) return false;
      reached.add(last);
      return true;
    });
  }
  return [start];
}
