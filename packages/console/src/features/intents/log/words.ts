// From where to where the money of an intent went, and why one was refused.
import type { ListedIntent } from '@countinghouse/contract/features/intents';
import type { Route } from '../../../ui/money/RouteLine.tsx';

/** The accounts of its first row; null where it has none. */
export const routeOf = ({ debit_code, credit_code, rows }: Pick<ListedIntent, 'debit_code' | 'credit_code' | 'rows'>): Route | null =>
  debit_code === null || credit_code === null ? null : { debit: debit_code, credit: credit_code, more: rows - 1 };

/** A code of a refusal in a few words. */
export const shortReason = (code: string): string => code.toLowerCase().replaceAll('_', ' ');
