import type { AllowedNetwork } from '@countinghouse/contract/features/allow-lists';

/** An address or a network, and what it is, as they are typed in. */
export interface NetworkLine {
  readonly network: string;
  readonly note: string;
}

export const linesOf = (list: readonly AllowedNetwork[]): NetworkLine[] => list.map(({ network, note }) => ({ network, note: note ?? '' }));

export const networksOf = (lines: readonly NetworkLine[]): AllowedNetwork[] =>
  lines.map(({ network, note }) => ({ network, note: note.trim() === '' ? null : note }));

/** In few words, from where calls are taken. */
export function sayNetworks(list: readonly AllowedNetwork[]): string {
  const [first, ...others] = list.map(({ network, note }) => note ?? network);
  if (first === undefined) return 'everywhere';
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
