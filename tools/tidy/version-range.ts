// Whether a version lies in a range as advisories write it: `>=1.2.0 <1.4.2 || =2.0.0`, `<=3.1.0`, `*`. Versions before a release count by their order.

type Parsed = readonly [numbers: readonly number[], before: readonly string[]];

/** Throws a SyntaxError for what is no version. */
function parse(version: string): Parsed {
  const m = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\w.-]+))?(?:\+[\w.-]+)?$/.exec(version);
  if (m === null) throw new SyntaxError(`${version} is no version`);
  return [[Number(m[1]), Number(m[2]), Number(m[3])], m[4]?.split('.') ?? []];
}

/** Negative where `a` is before `b`; in the order that semver.org gives. */
export function compareVersions(a: string, b: string): number {
  const [numbersA, beforeA] = parse(a);
  const [numbersB, beforeB] = parse(b);
  for (const [i, n] of numbersA.entries()) if (n !== numbersB[i]) return n - (numbersB[i] ?? 0);
  if (beforeA.length === 0 || beforeB.length === 0) return beforeB.length - beforeA.length;
  for (let i = 0; i < Math.max(beforeA.length, beforeB.length); i++) {
    const order = compareParts(beforeA[i], beforeB[i]);
    if (order !== 0) return order;
  }
  return 0;
}

/** Numbers before words, and nothing before both. */
function compareParts(a: string | undefined, b: string | undefined): number {
  if (a === b) return 0;
  if (a === undefined || b === undefined) return a === undefined ? -1 : 1;
  const [numberA, numberB] = [a, b].map((part) => (/^\d+$/.test(part) ? Number(part) : null));
  if (typeof numberA === 'number' && typeof numberB === 'number') return numberA - numberB;
  if (typeof numberA === 'number' || typeof numberB === 'number') return typeof numberA === 'number' ? -1 : 1;
  return a < b ? -1 : 1;
}

const holds: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '=': (order) => order === 0,
};

/** Throws a SyntaxError for a version or range that it cannot read: nobody is to take that for harmless. */
export function isInRange(version: string, range: string): boolean {
  return range.split('||').some((part) => {
    const bounds = part
      .trim()
      .replace(/([<>=]+)\s+/g, '$1')
      .split(/\s+/);
    return bounds.every((bound) => {
      if (bound === '*') return true;
      const [, operator = '', named = ''] = /^(<=|>=|<|>|=)?(.+)$/.exec(bound) ?? [];
      return (holds[operator] ?? (holds['='] as (order: number) => boolean))(compareVersions(version, named));
    });
  });
}
