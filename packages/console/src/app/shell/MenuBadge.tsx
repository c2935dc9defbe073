import { Badge } from '@mantine/core';
import type { MenuCount } from './use-badges.ts';

/** How much waits behind an entry of the menu; nothing where none does. */
export function MenuBadge({ badge }: { readonly badge: MenuCount | undefined }) {
  if (badge === undefined || badge.count === 0) return null;
  return (
    <Badge size="sm" color="orange" title={badge.said}>
      {badge.count}
    </Badge>
  );
}
