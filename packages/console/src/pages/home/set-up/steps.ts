// The way from an empty organisation to books that are kept: what is done of it, and what is next.

export const stepNames = ['chart', 'accounts', 'rates', 'posting', 'person'] as const;
export type StepName = (typeof stepNames)[number];

/** A posting moves money between two. */
export const ACCOUNTS_NEEDED = 2;

/** What the organisation has of each so far. */
export interface Had {
  readonly glAccounts: number;
  /** The currencies of the first accounts. */
  readonly accountCurrencies: readonly string[];
  readonly reportingCurrency: string;
  readonly rates: number;
  readonly intents: number;
  /** Members and pending invitations. */
  readonly people: number;
}

export interface Step {
  readonly number: number;
  /** `now`: the first that can be done. */
  readonly state: 'done' | 'now' | 'open' | 'blocked';
  /** The number of the step that comes before; null: nothing bars it. */
  readonly after: number | null;
}

/** Whether every account is in the currency of the reports, so that no rate is needed for anything. */
export const needsNoRates = ({ accountCurrencies, reportingCurrency }: Had): boolean =>
  accountCurrencies.length >= ACCOUNTS_NEEDED && accountCurrencies.every((c) => c === reportingCurrency);

export function stepsOf(had: Had): Readonly<Record<StepName, Step>> {
  const hasAccounts = had.accountCurrencies.length >= ACCOUNTS_NEEDED;
  const done: Readonly<Record<StepName, boolean>> = {
    chart: had.glAccounts > 0,
    accounts: hasAccounts,
    rates: had.rates > 0 || needsNoRates(had),
    posting: had.intents > 0,
    person: had.people > 1,
  };
  const barred: Readonly<Partial<Record<StepName, StepName>>> = {
    ...(done.chart ? {} : { accounts: 'chart' }),
    ...(hasAccounts ? {} : { posting: 'accounts' }),
  };
  const numberOf = (name: StepName): number => stepNames.indexOf(name) + 1;
  const next = stepNames.find((name) => !done[name] && barred[name] === undefined);
  const stepOf = (name: StepName): Step => {
    const before = barred[name];
    if (done[name]) return { number: numberOf(name), state: 'done', after: null };
    if (before !== undefined) return { number: numberOf(name), state: 'blocked', after: numberOf(before) };
    return { number: numberOf(name), state: name === next ? 'now' : 'open', after: null };
  };
  return {
    chart: stepOf('chart'),
    accounts: stepOf('accounts'),
    rates: stepOf('rates'),
    posting: stepOf('posting'),
    person: stepOf('person'),
  };
}
