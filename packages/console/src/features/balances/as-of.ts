// What the balances of the screen stand for, as its address says it: now, a snapshot, a seq, or a value date, all of it as known
// now or as it was known at an instant.
import type { balances } from '@countinghouse/contract/features/balances';
import type { RouteInput } from '@countinghouse/contract/wire';
import { showDay, showInstant, type TimeZoneSetting, toInputValue } from '../../lib/values/time.ts';

type BalancesAsked = RouteInput<typeof balances.get>['query'];

export interface AsOfChoice {
  /** A snapshot's id. */
  readonly asOf?: string | undefined;
  readonly seq?: number | undefined;
  readonly day?: string | undefined;
  readonly knownAt?: string | undefined;
}

export const nothing: AsOfChoice = { asOf: undefined, seq: undefined, day: undefined, knownAt: undefined };

export type AsOfMode = 'now' | 'snapshot' | 'seq' | 'day';

export const modeOf = ({ asOf, seq, day, knownAt }: AsOfChoice): AsOfMode =>
  asOf !== undefined ? 'snapshot' : seq !== undefined ? 'seq' : day !== undefined || knownAt !== undefined ? 'day' : 'now';

/** What is asked of the server; null for now. */
export function askedOf(choice: AsOfChoice): BalancesAsked | null {
  switch (modeOf(choice)) {
    case 'now':
      return null;
    case 'snapshot':
      return { snapshot_id: choice.asOf };
    case 'seq':
      return { seq: choice.seq };
    case 'day':
      return {
        ...(choice.day === undefined ? {} : { value_date: choice.day }),
        ...(choice.knownAt === undefined ? {} : { known_at: choice.knownAt }),
      };
  }
}

/** What is shown, in a sentence. `told`: what the answer said it stands for. */
export function describeAsOf(choice: AsOfChoice, asOf: { readonly seq: number } | null, zone: TimeZoneSetting): string {
  const at = asOf === null ? '' : ` seq ${asOf.seq}`;
  switch (modeOf(choice)) {
    case 'now':
      return 'Derived from the latest events. Debit is positive.';
    case 'snapshot':
      return `As of a snapshot, at${at || ' its place in the log'}. Debit is positive.`;
    case 'seq':
      return `As of seq ${choice.seq}. Debit is positive.`;
    case 'day': {
      const day = choice.day === undefined ? 'Every value date' : `Value dates up to ${showDay(choice.day, '')}`;
      const known = choice.knownAt === undefined ? 'as known now' : `as known at ${instantOf(choice.knownAt, zone)}`;
      return `${day}, ${known}${at === '' ? '' : `,${at}`}. Debit is positive.`;
    }
  }
}

/** What an address carries and is no instant is shown as it is: the server says why it takes none. */
const instantOf = (at: string, zone: TimeZoneSetting): string => (toInputValue(at, zone) === '' ? at : showInstant(at, zone, ''));
