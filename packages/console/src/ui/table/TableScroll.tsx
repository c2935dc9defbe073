import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** Lets a small table scroll sideways where it must, also by keyboard. */
export function TableScroll({
  label,
  minWidth,
  children,
}: {
  readonly label: string;
  readonly minWidth: number;
  readonly children: ReactNode;
}) {
  return (
    <Table.ScrollContainer
      minWidth={minWidth}
      type="native"
      tabIndex={0}
      role="region"
      aria-label={`${label}, table`}
      // What is in it for screen readers only scrolls with it, and does not widen the page.
      pos="relative"
    >
      {children}
    </Table.ScrollContainer>
  );
}
