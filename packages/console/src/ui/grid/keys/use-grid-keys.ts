// Moving through a list by keyboard: arrows, Home, End, Page keys and Enter while it has the focus, J and K from anywhere on
// the screen. The active row follows an open panel, and an open panel follows the active row.
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useShortcut } from '../../../lib/screen/shortcuts.ts';
import { enrolList, isCurrentList } from './current-list.ts';

const PAGE_ROWS = 12;

interface GridKeysOptions {
  readonly count: number;
  /** The index of the open row, or -1. */
  readonly openIndex: number;
  /** One of the lists of the screen: J and K move in it while it is the current one. */
  readonly main: boolean;
  readonly open: ((index: number, options: { follow: boolean }) => void) | undefined;
  /** Space; nothing where rows are not chosen. */
  readonly choose: (index: number) => void;
  readonly reveal: (index: number) => void;
  /** What takes the focus once J or K is pressed, so that Enter and the arrows are meant for it. */
  readonly list: RefObject<HTMLElement | null>;
}

export function useGridKeys({ count, openIndex, main, open, choose, reveal, list }: GridKeysOptions) {
  const [active, setActive] = useState(-1);
  const latestReveal = useRef(reveal);
  latestReveal.current = reveal;
  useEffect(() => {
    if (openIndex < 0) return;
    setActive(openIndex);
    latestReveal.current(openIndex);
  }, [openIndex]);

  // What holds a list comes and goes with its rows.
  useEffect(() => (main && count > 0 && list.current !== null ? enrolList(list.current) : undefined));

  const move = (to: number): void => {
    if (count === 0) return;
    const next = Math.max(0, Math.min(count - 1, to));
    setActive(next);
    reveal(next);
    if (openIndex >= 0 && next !== openIndex) open?.(next, { follow: true });
  };

  const step = (by: number): void => {
    if (!isCurrentList(list.current)) return;
    list.current?.focus({ preventScroll: true });
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
