import { Table } from '@mantine/core';
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import classes from './TableScroll.module.css';

interface TableScrollProps {
  readonly label: string;
  /** What its columns need beside each other, in pixels. */
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
    const measure = (): void => setStacked(element.clientWidth > 0 && element.clientWidth < minWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [minWidth, matrix]);
  // Rows come and go: each time they may be others.
  useLayoutEffect(() => {
    if (isStacked && box.current !== null) labelCells(box.current);
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
