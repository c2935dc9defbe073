// What an intent is called: what its rows say, else what the system did.
import { MONTHS, showDay } from '../time.ts';
import { told, wordOfUseCase } from '../use-case.ts';
import { type IntentPayload, narrativesOf } from './payload.ts';

/** The code of an account by id or code; null while it is not known. */
export type CodeOf = (reference: string) => string | null;

/** `2026-10` as `Oct 2026`. */
const showMonth = (month: string): string => {
  const [y = '', m = ''] = month.split('-');
  return `${MONTHS[Number(m) - 1] ?? m} ${y}`;
};

const of = (title: string, account: string | null): string => (account === null ? title : `${title} · ${account}`);

/** What the system posts is named after what it did, on which account. */
function systemTitle({ use_case, interest, revaluation, value_date = '' }: IntentPayload, codeOf: CodeOf): string | null {
  const account = interest?.account_id === undefined ? null : codeOf(interest.account_id);
  if (use_case === 'interest_accrual') {
    const days = (interest?.days ?? []).flatMap((d) => d.on ?? []);
    const [first = value_date, last = first] = [days[0], days.at(-1)];
    const year = value_date.slice(0, 4);
    return of(`Interest ${first === last ? showDay(first, year) : `${showDay(first, year)} to ${showDay(last, year)}`}`, account);
  }
  if (use_case === 'interest_capitalisation') return of(`Interest capitalised, ${showMonth(interest?.month ?? '')}`, account);
  if (revaluation?.period_code === undefined) return null;
  return `${use_case === 'reversal' ? 'Reversal: revaluation' : 'Revaluation'}, ${showMonth(revaluation.period_code)}`;
}

/** The narratives of its rows, else the use case. */
export function titleOf(payload: IntentPayload, codeOf: CodeOf): string {
  const system = systemTitle(payload, codeOf);
  if (system !== null) return system;
  const narratives = narrativesOf(payload);
  const useCase = payload.use_case ?? '';
  return narratives.length === 0 ? wordOfUseCase(useCase) : told(useCase, narratives.join('; '));
}
