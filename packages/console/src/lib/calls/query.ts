// Reading: a route of the contract and its input are a query. Its key begins with the feature and the route, so that a write can
// say by the same names what it touches.
import { auth } from '@countinghouse/contract/features/auth';
import { balances } from '@countinghouse/contract/features/balances';
import { branding } from '@countinghouse/contract/features/branding';
import { closeTasks } from '@countinghouse/contract/features/close-tasks';
import { comments } from '@countinghouse/contract/features/comments';
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
import { routeNames } from '@countinghouse/contract/route-names';
import type { RouteDef, RouteInput } from '@countinghouse/contract/wire';
import { type InvalidateQueryFilters, type QueryClient, queryOptions } from '@tanstack/react-query';
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
  [comments, [closeTasks]],
  [controls, [policies]],
  [people, [entities.members, secondFactors.members]],
  [periods, [revaluations, yearEnds, closeTasks]],
]);

const isRoute = (touched: Touched): touched is RouteDef => typeof touched['path'] === 'string';

/** How the keys of all queries begin that read a feature or one of its routes. */
export function keyOf(touched: Touched): readonly string[] {
  const [route] = isRoute(touched) ? [touched] : Object.values(touched);
  const [feature, name] = routeNames[`${route?.method} ${route?.path}`] ?? [];
  if (feature === undefined || name === undefined) throw new Error('a route that the contract does not list');
  return isRoute(touched) ? [feature, name] : [feature];
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
  return Promise.all(all.map((one) => readAgain(queries, { queryKey: keyOf(one) })));
}

/**
 * Makes what is shown be read again; no filters: everything. The first answer of what is shown is not waited for any longer, as it may be
 * from before the change; left to itself, the query client would take it for the new one.
 */
export async function readAgain(queries: QueryClient, filters: InvalidateQueryFilters = {}): Promise<void> {
  const awaited = queries.getQueryCache().findAll({ ...filters, type: 'active', predicate: ({ state }) => state.data === undefined });
  await Promise.all(awaited.map((query) => query.cancel({ revert: true, silent: true })));
  await queries.invalidateQueries(filters);
}
