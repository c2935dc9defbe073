import type { ReconSuggestion } from '@countinghouse/contract/recon-shapes';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { Checkbox, UnstyledButton } from '@mantine/core';
import { showDay } from '../../../lib/values/time.ts';
import { Amount } from '../parts/Amount.tsx';
import { type InWords, postingsInWords, rowsInWords } from '../parts/in-words.ts';
import { CertaintyBadge } from '../why/CertaintyBadge.tsx';
import { sumOf, whyInShort } from '../why/suggestion.ts';
import classes from './Match.module.css';

interface SuggestionLineProps {
  readonly id: string;
  readonly suggestion: ReconSuggestion;
  readonly isChosen: boolean;
  readonly isActive: boolean;
  readonly isOpen: boolean;
  readonly mayChoose: boolean;
  readonly onChoose: () => void;
  readonly onOpen: () => void;
}

/** One suggestion: the bank on the left, the books on the right, between them the amount and why. */
export function SuggestionLine({ id, suggestion, isChosen, isActive, isOpen, mayChoose, onChoose, onOpen }: SuggestionLineProps) {
  const { rows, postings, certainty } = suggestion;
  const [row] = rows;
  const [posting] = postings;
  if (row === undefined || posting === undefined) return null;
  const bank = rowsInWords(rows);
  const books = postingsInWords(postings);
  const amount = formatAmountE8(sumOf(rows));
  return (
    <li id={id} className={classes['line']} data-active={isActive || undefined} data-open={isOpen || undefined}>
      <Checkbox
        size="xs"
        aria-label={`Choose ${bank.first}, ${amount} ${row.currency}`}
        checked={isChosen}
        disabled={!mayChoose}
        onChange={onChoose}
      />
      <UnstyledButton className={classes['pair'] ?? ''} aria-expanded={isOpen} onClick={onOpen}>
        <Side day={row.posted_on} words={bank} />
        <span className={classes['between']}>
          <span className={classes['amount']}>
            <Amount amount={amount} currency={row.currency} plus />
          </span>
          <span className={classes['why']}>
            <CertaintyBadge certainty={certainty} /> {whyInShort(suggestion)}
          </span>
        </span>
        <Side day={posting.value_date} words={books} />
      </UnstyledButton>
    </li>
  );
}

const Side = ({ day, words }: { readonly day: string; readonly words: InWords }) => (
  <span className={classes['side']}>
    <span className={classes['day']}>{showDay(day)}</span>
    <span className={classes['words']}>
      <span>{words.first}</span>
      <span className={classes['dimmed']}>{words.second}</span>
    </span>
  </span>
);
