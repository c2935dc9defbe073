import { Badge } from '@mantine/core';
import { type Status, statusOf } from './status.ts';

const ICON_SIZE = 11;

export function StatusBadge({ status }: { readonly status: Status }) {
  const { word, color, icon: Icon } = statusOf(status);
  return (
    <Badge color={color} leftSection={<Icon size={ICON_SIZE} stroke={2.2} aria-hidden />}>
      {word}
    </Badge>
  );
}
