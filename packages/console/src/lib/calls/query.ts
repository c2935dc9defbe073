// Reading: a route of the contract and its input are a query. Its key begins with the feature and the route, so that a write can
// say by the same names what it touches.
import { auth } from '@countinghouse/contract/features/auth';
import { balances } from '@countinghouse/contract/features/balances';
import { branding } from '@countinghouse/contract/features/branding';
import { controls } from '@countinghouse/contract/features/controls';
import { currencies } from '@countinghouse/contract/features/currencies';
import { entities } from '@countinghouse/contract/features/entities';
import { people } from '@countinghouse/contract/features/people';
import { periods } from '@countinghouse/contract/features/periods';
import { policies } from '@countinghouse/contract/features/policies';
import { revaluations } from '@countinghouse/contract/features/revaluations';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { tenants } from '@countinghouse/contract/features/tenants';
import { yearEnds } from '@countinghouse/contract/features/year-ends';
import { routes } from '@countinghouse/contract/routes';
import type { RouteDef, RouteInput } from '@countinghouse/contract/wire';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { tenantGuard } from './client.ts';
import { callWhole } from './every-page.ts';

type Feature = Readonly<Record<string, RouteDef>>;

/** What a write changes: all that is read of a feature, or one of its routes. */
export type Touched = Feature | RouteDef;

const SLOW_MS = 60_000;

/** How long an answer is taken for fresh where it hardly changes; else as long as the query client says. */
const freshMs: ReadonlyMap<RouteDef, number> = new Map<RouteDef, number>([
  [auth.session, SLOW_MS],
  [branding.get, SLOW_MS],
  [currencies.tenantList, SLOW_MS],
  [currencies.all, Number.POSITIVE_INFINITY],
]);

/** What other features show of a feature. */
const shownElsewhere: ReadonlyMap<Touched, readonly Touched[]> = new Map<Touched, readonly Touched[]>([
  [balances, [entities.trialBalance]],
  [controls, [policies]],
  [people, [entities.members, secondFactors.members]],
  [periods, [revaluations, yearEnds]],
]);

const names = new Map<Touched, readonly string[]>(
  Object.entries(routes).flatMap(([feature, its]): (readonly [Touched, readonly string[]])[] => [
    [its, [feature]],
    ...Object.entries(its).map(([name, route]) => [route, [feature, name]] as const),
  ]),
);

/** How the keys of all queries begin that read a feature or one of its routes. */
export function keyOf(touched: Touched): readonly string[] {
  const name = names.get(touched);
  if (name === undefined) throw new Error('a route that the contract does not list');
  return name;
}

/** The query of a route: `useQuery(q(accounts.get, { params: { id } }))`. */
export function q<R extends RouteDef>(route: R, ...[input]: unknown extends RouteInput<R> ? [] : [input: RouteInput<R>]) {
  const staleTime = freshMs.get(route);
  return queryOptions({
    queryKey: [...keyOf(route), input ?? {}],
    queryFn: ({ signal }) => callWhole(route, (input ?? {}) as RouteInput<R>, { signal }),
    ...(staleTime === undefined ? {} : { staleTime }),
  });
}

/** Leaves out what is undefined or empty: a filter that is not set is not sent. */
export const given = <T extends object>(input: T): { [K in keyof T]?: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined && value !== '')) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** Makes what is shown of the named read again. */
export function touch(queries: QueryClient, touched: readonly Touched[]): Promise<unknown> {
  if (touched.includes(tenants)) tenantGuard.reset();
  const all = touched.flatMap((one) => [one, ...(shownElsewhere.get(one) ?? [])]);
  return Promise.all(all.map((one) => queries.invalidateQueries({ queryKey: keyOf(one) })));
}
