// Which lines of a statement are shown: a group hides those below it once it is folded, an account opens into what it is the sum of.
import type { StatementLine } from '@countinghouse/contract/features/reports';

/** Codes as an address says them, with commas between. */
export const codesOf = (said: string | undefined): ReadonlySet<string> => new Set((said ?? '').split(',').filter((code) => code !== ''));

/** The same with one more, or one less; undefined where none is left. */
export function toggled(codes: ReadonlySet<string>, code: string): string | undefined {
  const next = codes.has(code) ? [...codes].filter((other) => other !== code) : [...codes, code];
  return next.join(',') || undefined;
}

/** Those that no folded group hides. */
export function unfolded<T extends { readonly line: Pick<StatementLine, 'kind' | 'code' | 'depth'> }>(
  lines: readonly T[],
  folded: ReadonlySet<string>,
): readonly T[] {
  let above: number | null = null;
  return lines.filter(({ line: { kind, code, depth } }) => {
    if (above !== null && depth > above) return false;
    above = kind === 'group' && folded.has(code) ? depth : null;
    return true;
  });
}
