// Moving through a list by keyboard: arrows, Home, End, Page keys and Enter while it has the focus, J and K from anywhere on
// the screen. The active row follows an open panel, and an open panel follows the active row.
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useShortcut } from '../../lib/screen/shortcuts.ts';

const PAGE_ROWS = 12;

interface GridKeysOptions {
  readonly count: number;
  /** The index of the open row, or -1. */
  readonly openIndex: number;
  readonly main: boolean;
  readonly open: ((index: number, options: { follow: boolean }) => void) | undefined;
  /** Space; nothing where rows are not chosen. */
  readonly choose: (index: number) => void;
  readonly reveal: (index: number) => void;
  /** Gives the list the focus, so that Enter and the arrows are meant for it. */
  readonly focus: () => void;
}

export function useGridKeys({ count, openIndex, main, open, choose, reveal, focus }: GridKeysOptions) {
  const [active, setActive] = useState(-1);
  const latestReveal = useRef(reveal);
  latestReveal.current = reveal;
  useEffect(() => {
    if (openIndex < 0) return;
    setActive(openIndex);
    latestReveal.current(openIndex);
  }, [openIndex]);

  const move = (to: number): void => {
    if (count === 0) return;
    const next = Math.max(0, Math.min(count - 1, to));
    setActive(next);
    reveal(next);
    if (openIndex >= 0 && next !== openIndex) open?.(next, { follow: true });
  };

  const step = (by: number): void => {
    focus();
    move(active + by);
  };
  useShortcut('J', { name: 'Next row', group: 'Lists' }, () => step(1), main);
  useShortcut('K', { name: 'Previous row', group: 'Lists' }, () => step(-1), main);

  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const to = {
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + PAGE_ROWS,
      PageUp: active - PAGE_ROWS,
      Home: 0,
      End: count - 1,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      move(to);
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault();
      open?.(active, { follow: false });
    } else if (event.key === ' ' && active >= 0) {
      event.preventDefault();
      choose(active);
    }
  };
  return { active: active < count ? active : -1, setActive, onKeyDown };
}
