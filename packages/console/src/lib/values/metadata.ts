// Metadata as a person writes it, and what of it is sent.
import { Metadata, MetadataFilter, MetadataKey } from '@countinghouse/contract/metadata-fields';

interface Pair {
  readonly key: string;
  readonly value: string;
}

/** In the order of the keys. */
export const pairsOf = (metadata: Metadata): readonly Pair[] =>
  Object.entries(metadata)
    .map(([key, value]) => ({ key, value }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));

/** Lines that say something. */
const written = (pairs: readonly Pair[]): readonly Pair[] => pairs.filter(({ key, value }) => key.trim() !== '' || value !== '');

/** Why a line cannot be sent; undefined where it can, and where it says nothing. */
export function faultOfPair(pairs: readonly Pair[], index: number): string | undefined {
  const pair = pairs[index];
  if (pair === undefined || (pair.key.trim() === '' && pair.value === '')) return undefined;
  const key = pair.key.trim();
  if (pairs.some((other, at) => at < index && other.key.trim() === key)) return 'This key is there already.';
  return MetadataKey.safeParse(key).error?.issues[0]?.message;
}

/** What the lines say, by key; null where one of them cannot be sent. */
export function metadataOf(pairs: readonly Pair[]): Metadata | null {
  if (pairs.some((_pair, index) => faultOfPair(pairs, index) !== undefined)) return null;
  const read = Metadata.safeParse(Object.fromEntries(written(pairs).map(({ key, value }) => [key.trim(), value])));
  return read.success ? read.data : null;
}

/** What makes the one of the other: null for a key that goes. */
export function changesBetween(before: Metadata, after: Metadata): Readonly<Record<string, string | null>> {
  const kept = Object.entries(after).filter(([key, value]) => !Object.hasOwn(before, key) || before[key] !== value);
  const gone = Object.keys(before).filter((key) => !Object.hasOwn(after, key));
  return Object.fromEntries([...kept, ...gone.map((key): [string, null] => [key, null])]);
}

/** `key: value` of the address, as a filter; undefined where it is none. */
export function readMetadataFilter(text: string | undefined): Metadata | undefined {
  const [, key, value] = /^([^:]+):(.*)$/s.exec(text ?? '') ?? [];
  if (key === undefined || value === undefined) return undefined;
  const read = MetadataFilter.safeParse({ [key.trim()]: value.trim() });
  return read.success ? read.data : undefined;
}
