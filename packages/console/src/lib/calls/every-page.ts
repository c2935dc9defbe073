// Lists of accounts come a page at a time; a screen that shows the list has all of it, asked for one page after the other.
import type { CallOptions, RouteAnswer } from '@countinghouse/client/client';
import { accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import type { RouteDef, RouteInput, RouteOk } from '@countinghouse/contract/wire';
import { call } from './client.ts';

/** Accounts that a screen has at once; of more it has the first by code. */
const ACCOUNTS_MAX = 10_000;

type BalancesAsked = NonNullable<RouteInput<typeof balances.get>['query']>;

/** Calls a route, and where its answer is a page of accounts and no limit was asked for, the pages after it too. */
export async function callWhole<R extends RouteDef>(route: R, input: RouteInput<R>, options: CallOptions): Promise<RouteAnswer<R>> {
  const whole = async (): Promise<unknown> => {
    if (route === (accounts.list as RouteDef)) {
      const { body } = input as RouteInput<typeof accounts.list>;
      const first = await call(accounts.list, { body }, options);
      return body.limit === undefined ? join(first, (after) => call(accounts.list, { body: { ...body, after } }, options)) : first;
    }
    if (route === (balances.get as RouteDef)) {
      const { query = {} } = input as RouteInput<typeof balances.get>;
      const first = await call(balances.get, { query }, options);
      const goOn = (after: string) => call(balances.get, { query: { ...samePoint(query, first), after } }, options);
      return query.limit === undefined ? join(first, goOn) : first;
    }
    return call(route, input, options);
  };
  return (await whole()) as RouteAnswer<R>;
}

/** As of the position of the first page: what is posted meanwhile is on none. */
const samePoint = ({ value_date }: BalancesAsked, { as_of }: RouteOk<typeof balances.get>): BalancesAsked => ({
  ...(value_date === undefined ? {} : { value_date }),
  ...(as_of.seq === 0 ? {} : { known_at_seq: as_of.seq }),
});

async function join<A extends { accounts: unknown[]; next: string | null }>(first: A, ask: (after: string) => Promise<A>): Promise<A> {
  const all = [...first.accounts];
  for (let { next } = first; next !== null && all.length < ACCOUNTS_MAX; ) {
    const page = await ask(next);
    all.push(...page.accounts);
    next = page.next;
  }
  return { ...first, accounts: all };
}
