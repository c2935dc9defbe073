import type { ReconSuggestion } from '@countinghouse/contract/recon-shapes';
import { Button, Checkbox, Text } from '@mantine/core';
import { IconBook2, IconBuildingBank } from '@tabler/icons-react';
import { useRef } from 'react';
import { useGridKeys } from '../../../ui/grid/keys/use-grid-keys.ts';
import { CountPill } from '../../../ui/value/CountPill.tsx';
import { suggestionKey } from '../why/suggestion.ts';
import classes from './Match.module.css';
import { SuggestionLine } from './SuggestionLine.tsx';

interface SuggestedProps {
  readonly suggestions: readonly ReconSuggestion[];
  /** No row of the bank is open. */
  readonly isDone: boolean;
  readonly chosen: ReadonlySet<string>;
  readonly open: ReconSuggestion | undefined;
  readonly mayChoose: boolean;
  readonly onChoose: (suggestion: ReconSuggestion) => void;
  readonly onChooseOnly: (some: readonly ReconSuggestion[]) => void;
  readonly onOpen: (suggestion: ReconSuggestion | undefined) => void;
  readonly onConfirm: (suggestion: ReconSuggestion) => void;
}

/** J and K move, Space chooses, Enter opens, and confirms what is open. */
export function Suggested({ suggestions, isDone, chosen, open, mayChoose, onChoose, onChooseOnly, onOpen, onConfirm }: SuggestedProps) {
  const lines = useRef<HTMLElement>(null);
  const { active, setActive, onKeyDown } = useGridKeys({
    count: suggestions.length,
    openIndex: open === undefined ? -1 : suggestions.indexOf(open),
    main: true,
    open: (index, { follow }) => {
      const suggestion = suggestions[index];
      if (suggestion === undefined) return;
      if (!follow && suggestion === open && mayChoose) onConfirm(suggestion);
      else onOpen(suggestion);
    },
    choose: (index) => {
      const suggestion = suggestions[index];
      if (suggestion !== undefined && mayChoose) onChoose(suggestion);
    },
    list: lines,
    reveal: (index) => document.getElementById(lineId(index))?.scrollIntoView?.({ block: 'nearest' }),
  });
  const exact = suggestions.filter((s) => s.certainty === 'exact');
  const chosenCount = suggestions.filter((s) => chosen.has(suggestionKey(s))).length;
  return (
    <>
      <div className={classes['head']}>
        <Checkbox
          size="xs"
          aria-label={chosenCount === 0 ? 'Choose all suggestions' : 'Choose none'}
          checked={suggestions.length > 0 && chosenCount === suggestions.length}
          indeterminate={chosenCount > 0 && chosenCount < suggestions.length}
          disabled={suggestions.length === 0 || !mayChoose}
          onChange={() => onChooseOnly(chosenCount === 0 ? suggestions : [])}
        />
        <span className={classes['title']}>
          <IconBuildingBank size={15} aria-hidden /> At the bank
        </span>
        <span className={classes['middle']}>Amount and why they match</span>
        <span className={classes['title']}>
          <IconBook2 size={15} aria-hidden /> In the books
        </span>
      </div>
      <header className={classes['group']}>
        <h2>
          Suggested <CountPill count={suggestions.length} />
        </h2>
        {exact.length === 0 || !mayChoose ? null : (
          <Button variant="transparent" size="compact-xs" onClick={() => onChooseOnly(exact)}>
            Choose the {exact.length} exact
          </Button>
        )}
      </header>
      {suggestions.length === 0 ? (
        <Text size="sm" c="dimmed" p="sm">
          {isDone ? 'Every row of the bank is matched.' : 'Nothing that is open at the bank fits what is open in the books.'}
        </Text>
      ) : (
        <section
          ref={lines}
          className={classes['suggested']}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move through it
          tabIndex={0}
          aria-label="Suggested matches"
          onKeyDown={onKeyDown}
        >
          <ul className={classes['items']}>
            {suggestions.map((s, index) => (
              <SuggestionLine
                key={suggestionKey(s)}
                id={lineId(index)}
                suggestion={s}
                isChosen={chosen.has(suggestionKey(s))}
                isActive={index === active}
                isOpen={s === open}
                mayChoose={mayChoose}
                onChoose={() => onChoose(s)}
                onOpen={() => {
                  setActive(index);
                  onOpen(s === open ? undefined : s);
                }}
              />
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

const lineId = (index: number): string => `suggestion-${index}`;
