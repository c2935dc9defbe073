import { Checkbox, Text, UnstyledButton } from '@mantine/core';
import { type ReactNode, useId, useRef } from 'react';
import { showDay } from '../../../lib/values/time.ts';
import { useGridKeys } from '../../../ui/grid/keys/use-grid-keys.ts';
import { Amount } from '../parts/Amount.tsx';
import type { InWords } from '../parts/in-words.ts';
import classes from './Match.module.css';

/** What is open on one side: a row of the bank, or a posting. */
export interface OpenItem {
  readonly key: string;
  /** What a screen reader calls it. */
  readonly name: string;
  readonly day: string;
  readonly words: InWords;
  readonly amount: string;
  readonly currency: string;
  /** Why it is open, and what can be done about it. */
  readonly below?: ReactNode;
}

interface OpenPaneProps {
  readonly title: string;
  readonly items: readonly OpenItem[];
  readonly chosen: ReadonlySet<string>;
  readonly mayChoose: boolean;
  readonly onChoose: (key: string) => void;
  /** What is looked at, on either side. */
  readonly open: string | undefined;
  readonly onOpen: (key: string | undefined) => void;
}

/** One side of what nothing fits. J and K move, Space chooses, Enter opens. */
export function OpenPane({ title, items, chosen, mayChoose, onChoose, open, onOpen }: OpenPaneProps) {
  const lines = useRef<HTMLElement>(null);
  const base = useId();
  const lineId = (index: number): string => `${base}-${index}`;
  const { active, setActive, onKeyDown } = useGridKeys({
    count: items.length,
    openIndex: items.findIndex(({ key }) => key === open),
    main: true,
    open: (index) => onOpen(items[index]?.key),
    choose: (index) => mayChoose && items[index] !== undefined && onChoose(items[index].key),
    list: lines,
    reveal: (index) => document.getElementById(lineId(index))?.scrollIntoView?.({ block: 'nearest' }),
  });
  return (
    <div className={classes['pane']}>
      <h3 className={classes['paneTitle']}>{title}</h3>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed" p="sm">
          Nothing else is open.
        </Text>
      ) : (
        <section
          ref={lines}
          aria-label={title}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move through it
          tabIndex={0}
          onKeyDown={onKeyDown}
        >
          <ul className={classes['items']}>
            {items.map(({ key, name, day, words, amount, currency, below }, index) => (
              <li
                key={key}
                id={lineId(index)}
                className={classes['item']}
                data-active={index === active || undefined}
                data-open={chosen.has(key) || key === open || undefined}
              >
                <Checkbox size="xs" aria-label={name} checked={chosen.has(key)} disabled={!mayChoose} onChange={() => onChoose(key)} />
                <UnstyledButton
                  className={classes['itemWords'] ?? ''}
                  aria-expanded={key === open}
                  onClick={() => {
                    setActive(index);
                    onOpen(key === open ? undefined : key);
                  }}
                >
                  <span className={classes['day']}>{showDay(day)}</span>
                  <span className={classes['words']}>
                    <span>{words.first}</span>
                    <span className={classes['dimmed']}>{words.second}</span>
                  </span>
                  <Amount amount={amount} currency={currency} plus />
                </UnstyledButton>
                {below === undefined ? null : <div className={classes['acts']}>{below}</div>}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}
