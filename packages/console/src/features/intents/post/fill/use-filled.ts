// Fills a draft with the one row that the address names, once, and takes it out of the address.
import { useEffect } from 'react';
import type * as z from 'zod';
import type { PostIntentSearch } from '../../search.ts';
import { type DraftChange, filledWith, newRow } from '../draft.ts';

type Filled = Pick<z.output<typeof PostIntentSearch>, 'debit' | 'credit' | 'amount' | 'currency' | 'on' | 'narrative'>;

const none: Filled = { debit: undefined, credit: undefined, amount: undefined, currency: undefined, on: undefined, narrative: undefined };

export function useFilled(search: Filled, onChange: (change: DraftChange) => void, onDone: (without: Filled) => void): void {
  const { debit = '', credit = '', amount = '', currency = '', on, narrative = '' } = search;
  const isNamed = `${debit}${credit}${amount}` !== '';
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once, for what the address names
  useEffect(() => {
    if (!isNamed) return;
    const row = newRow({ debitAccount: debit, creditAccount: credit, amount, currency, narrative });
    onChange({ ...filledWith([row]), ...(on === undefined ? {} : { valueDate: on }) });
    onDone(none);
  }, [isNamed]);
}
