import { Badge } from '@mantine/core';

// By what an event is about, then by how it ended: the same word has the same colour in every list.
const colors: readonly (readonly [RegExp, string])[] = [
  [/rejected|failed|revoked|deleted|deactivated/, 'red'],
  [/^intent\.executed/, 'teal'],
  [/^intent\.validated/, 'cyan'],
  [/^intent\./, 'blue'],
  [/^(period|snapshot)\./, 'grape'],
  [/^(fx_rate|currency)\./, 'orange'],
];

export function EventTypeBadge({ type }: { readonly type: string }) {
  const color = colors.find(([pattern]) => pattern.test(type))?.[1] ?? 'gray';
  return <Badge color={color}>{type}</Badge>;
}
