// What may belong together, for a person to confirm: what a run would match by itself, and what lies farther apart than that but has nothing else of
// its amount near it.

import { matchAccount, type Proposal, SCORE_ALONE } from './match.ts';
import { comparePostings, compareRows, type OpenPosting, type OpenRow } from './open-items.ts';

/** Days between a row and a posting that may still be one movement. Source: decision 0202. */
export const SUGGESTED_DAYS = 14;

/** `exact`: amount and day, and nothing else fits. `likely`: something differs, or several fit. `sum`: several make one. */
export type Certainty = 'exact' | 'likely' | 'sum';

export interface Suggestion extends Pick<Proposal, 'reason' | 'row_ids' | 'postings'> {
  readonly certainty: Certainty;
}

/** No item is in two of them. The surest first, then in the order of rows. */
export function suggest(rows: readonly OpenRow[], postings: readonly OpenPosting[]): readonly Suggestion[] {
  const found = matchAccount(rows, postings);
  const takenRows = new Set(found.flatMap((m) => m.row_ids));
  const takenPostings = new Set(found.flatMap((m) => m.postings.map(nameOf)));
  const near = found.map(({ rule, score, reason, row_ids, postings: own }): Suggestion => {
    const certainty = rule !== 'one_to_one' ? 'sum' : score === SCORE_ALONE ? 'exact' : 'likely';
    return { certainty, reason, row_ids, postings: own };
  });
  const far = pairAlone(
    rows.filter((r) => !takenRows.has(r.id)),
    postings.filter((p) => !takenPostings.has(nameOf(p))),
  );
  const all = [...near, ...far];
  const placeOf = new Map(rows.toSorted(compareRows).map((r, place) => [r.id, place]));
  const place = (s: Suggestion): number => Math.min(...s.row_ids.map((id) => placeOf.get(id) ?? 0));
  return (['exact', 'likely', 'sum'] as const).flatMap((certainty) =>
    all.filter((s) => s.certainty === certainty).toSorted((a, b) => place(a) - place(b)),
  );
}

const nameOf = ({ seq, line }: Pick<OpenPosting, 'seq' | 'line'>): string => `${seq}.${line}`;

/** Rows and postings of one amount of which each is the only one near the other. What was taken back is no partner. */
function pairAlone(rows: readonly OpenRow[], postings: readonly OpenPosting[]): readonly Suggestion[] {
  const held = postings.filter((p) => !p.reversed).toSorted(comparePostings);
  const postingsOf = Map.groupBy(held, (p) => p.amountE8);
  return [...Map.groupBy(rows, (r) => r.amountE8)].flatMap(([amountE8, some]) => {
    const others = postingsOf.get(amountE8) ?? [];
    return some.flatMap((row): Suggestion[] => {
      const posting = onlyNear(row, others);
      if (posting === null || onlyNear(posting, some) !== row) return [];
      const reason = `Same account, currency and amount, ${Math.abs(row.day - posting.day)} days apart.`;
      return [{ certainty: 'likely', reason, row_ids: [row.id], postings: [{ seq: posting.seq, line: posting.line }] }];
    });
  });
}

/** null: none, or several. */
function onlyNear<T extends { readonly day: number }>({ day }: { readonly day: number }, others: readonly T[]): T | null {
  const near = others.filter((o) => Math.abs(o.day - day) <= SUGGESTED_DAYS);
  return near.length === 1 ? (near[0] ?? null) : null;
}
