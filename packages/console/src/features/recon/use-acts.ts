// What can be done with rows and matches; each reads again what it changes.
import { events } from '@countinghouse/contract/features/events';
import { periods } from '@countinghouse/contract/features/periods';
import { RECON_CONFIRM_MAX, recon } from '@countinghouse/contract/features/recon';
import type { ReconSuggestion } from '@countinghouse/contract/recon-shapes';
import type { Touched } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { showCount } from '../../lib/values/numbers.ts';

export const count = (n: number, one: string): string => `${showCount(n)} ${n === 1 ? one : `${one}s`}`;

/** What a change of rows and matches touches: also what a period that is closing waits for. */
export const touchedByRecon: readonly Touched[] = [recon, periods, events];

export const useRunMatch = () =>
  useWrite(recon.match, {
    input: () => ({}),
    said: ({ matched, run }) =>
      run.status === 'running' ? `${count(matched, 'row')} matched so far; it goes on` : `${count(matched, 'row')} matched`,
    touches: touchedByRecon,
  });

/** Matches what was suggested: all of them or none, at most as many as one call takes. */
export const useConfirm = (account: string, onDone?: () => void) =>
  useWrite(recon.confirm, {
    input: (some: readonly ReconSuggestion[]) => ({
      body: {
        account_id: account,
        matches: some.slice(0, RECON_CONFIRM_MAX).map(({ rows, postings, reason }) => ({
          row_ids: rows.map((r) => r.id),
          postings: postings.map(({ seq, line }) => ({ seq, line })),
          note: reason,
        })),
      },
    }),
    said: ({ ids }) => (ids.length === 1 ? 'Matched' : `${ids.length} matches confirmed`),
    touches: touchedByRecon,
    ...(onDone === undefined ? {} : { close: onDone }),
  });

export const useUnmatch = (onDone?: () => void) =>
  useWrite(recon.unmatch, {
    input: (id: string) => ({ params: { id } }),
    said: 'Match undone',
    touches: touchedByRecon,
    ...(onDone === undefined ? {} : { close: onDone }),
  });
