import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Of a row of tabs that scrolls sideways: the current one is in sight, on a phone too. The page itself does not move. */
export function useCurrentInSight(current: string): RefObject<HTMLElement | null> {
  const row = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (current === '') return;
    const tab = row.current?.querySelector('[aria-current]');
    if (row.current === null || tab == null) return;
    const [seen, own] = [row.current.getBoundingClientRect(), tab.getBoundingClientRect()];
    row.current.scrollLeft += own.left < seen.left ? own.left - seen.left : Math.max(0, own.right - seen.right);
  }, [current]);
  return row;
}
