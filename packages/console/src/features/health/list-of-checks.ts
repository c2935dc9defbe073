// What is checked of a ledger, and what the last check of each kind came to.

import type { Health } from '@countinghouse/contract/features/health';

export interface Check {
  readonly name: string;
  /** What it would find. */
  readonly finds: string;
  /** When it ran last; null: never. */
  readonly at: string | null;
  /** How many faults it found then; null where it did not end. */
  readonly found: number | null;
}

type Break = Health['invariants']['hashBreaks'][number]['what'];
const signed: readonly Break[] = ['signed_head', 'uncovered', 'key', 'stored_key'];
const anchored: readonly Break[] = ['anchor', 'checkpoint', 'log_anchored'];

/** Each check of a ledger with what the last one came to: those of each look, then those of the full check. */
export function checksOf({ invariants, checked, loss, witnesses, full }: Health): readonly Check[] {
  const { missingPostings, hashBreaks, balanceDrift } = invariants;
  const breaks = (is: (what: Break) => boolean): number => hashBreaks.filter(({ what }) => is(what)).length;
  const look = (name: string, finds: string, found: number): Check => ({ name, finds, at: checked.at, found });
  const whole = (name: string, finds: string, found: number | undefined): Check => {
    const at = full?.ended_at ?? null;
    return { name, finds, at, found: at === null ? null : (found ?? null) };
  };
  return [
    look(
      'Chain of events',
      'An event that was changed, taken out, put in or put elsewhere.',
      breaks((what) => !signed.includes(what) && !anchored.includes(what)),
    ),
    look(
      'Signatures and keys',
      'A signed head or stored key that was changed or taken away; events at the end that nobody signed.',
      breaks((what) => signed.includes(what)),
    ),
    look(
      'Anchors',
      'A log other than the one that was anchored; an anchor, its reference or a signed head that was taken away since the log recorded it.',
      breaks((what) => anchored.includes(what)),
    ),
    look(
      'Postings',
      'A posting that is missing, additional or not what its event says: accounts, amount, day, narrative, balance after.',
      missingPostings.length,
    ),
    look('Balances and days', 'A balance, or a sum of a day, that the postings do not come to.', balanceDrift.length),
    look('High-water marks', 'A database that went back: events that were answered and are gone.', loss === null ? 0 : 1),
    look(
      'Witnesses',
      'A witness that refuses the log, because it was shown another one; one that has not answered for an hour.',
      witnesses.filter(({ state }) => state === 'refused' || state === 'silent').length,
    ),
    whole(
      'Full check: contradictions',
      'An event that cannot be, given those before it: an intent twice, a reversal that is no mirror, a capture beyond its hold, an approval that nobody gave.',
      full?.found?.contradictions,
    ),
    whole(
      'Full check: every table',
      'A row of any table that the events, replayed from the first, make otherwise.',
      full?.found?.differences,
    ),
    whole(
      'Full check: all of the above',
      'The same as each look, with every signature verified again.',
      full?.found === null || full?.found === undefined
        ? undefined
        : full.found.missing_postings + full.found.hash_breaks + full.found.balance_drift,
    ),
  ];
}
