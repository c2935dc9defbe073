import { Table } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './TableScroll.module.css';

interface TableScrollProps {
  readonly label: string;
  /** What its columns need beside each other, in pixels, at least: where amounts need more, that counts. */
  readonly minWidth: number;
  /** Figures are read across and down: it scrolls sideways however narrow it is. */
  readonly matrix?: boolean;
  readonly children: ReactNode;
}

/** A small table. Where its columns have no room beside each other each row becomes a paragraph; a matrix scrolls sideways, also by keyboard. */
export function TableScroll({ label, minWidth, matrix = false, children }: TableScrollProps) {
  const box = useRef<HTMLDivElement>(null);
  const [isStacked, setStacked] = useState(false);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null || matrix) return;
    const observer = new ResizeObserver(() => setStacked(hasNoRoom(element, minWidth)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [minWidth, matrix]);
  // Rows come and go, and amounts grow: each time they may be others.
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    if (!matrix) setStacked(hasNoRoom(element, minWidth));
    if (isStacked) labelCells(element);
  });
  return (
    <Table.ScrollContainer
      ref={box}
      className={classes['box'] ?? ''}
      data-stacked={isStacked || undefined}
      minWidth={isStacked ? 0 : minWidth}
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

/** Whether its columns, side by side, need more than the box is wide: what they need is measured, whether it is stacked now or not. */
function hasNoRoom(box: HTMLElement, minWidth: number): boolean {
  const room = box.clientWidth;
  if (room === 0 || room < minWidth) return room > 0;
  const { stacked } = box.dataset;
  delete box.dataset['stacked'];
  const needed = box.scrollWidth;
  if (stacked !== undefined) box.dataset['stacked'] = stacked;
  return needed > room;
}

/** Notes on each cell behind the first what its column is called, for who sees no heads. */
function labelCells(box: HTMLElement): void {
  const heads = [...box.querySelectorAll<HTMLTableCellElement>('thead tr:last-child > *')].map((head) =>
    head.querySelector('.mantine-VisuallyHidden-root') === null ? head.innerText.trim() : '',
  );
  for (const row of box.querySelectorAll<HTMLTableRowElement>(':is(tbody, tfoot) tr'))
    for (const cell of row.cells) {
      const head = cell.colSpan === 1 && cell.cellIndex > 0 ? (heads[cell.cellIndex] ?? '') : '';
      if (head === '') delete cell.dataset['label'];
      else cell.dataset['label'] = head;
    }
}
