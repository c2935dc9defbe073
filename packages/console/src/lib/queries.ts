// What several screens read, one definition each: key, call and freshness. Features never import each other; they meet here.
import { accounts } from '@countinghouse/contract/features/accounts';
import { anchors } from '@countinghouse/contract/features/anchors';
import { auth } from '@countinghouse/contract/features/auth';
import { balances } from '@countinghouse/contract/features/balances';
import { branding } from '@countinghouse/contract/features/branding';
import { currencies } from '@countinghouse/contract/features/currencies';
import { entities } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { health } from '@countinghouse/contract/features/health';
import { holds } from '@countinghouse/contract/features/holds';
import { imports } from '@countinghouse/contract/features/imports';
import { intents } from '@countinghouse/contract/features/intents';
import { parties } from '@countinghouse/contract/features/parties';
import { people } from '@countinghouse/contract/features/people';
import { periods } from '@countinghouse/contract/features/periods';
import { schedules } from '@countinghouse/contract/features/schedules';
import { settings } from '@countinghouse/contract/features/settings';
import { type Snapshot, snapshots } from '@countinghouse/contract/features/snapshots';
import { templates } from '@countinghouse/contract/features/templates';
import type { RouteInput } from '@countinghouse/contract/wire';
import { queryOptions } from '@tanstack/react-query';
import { activeEntity } from './active-entity.ts';
import { ENSURE_LIFE_MS } from './active-tenant.ts';
import { call, tenantGuard } from './client.ts';

const SLOW_MS = 60_000;

export const keys = {
  session: ['session'],
  tenants: ['tenants'],
  accounts: ['accounts'],
  balances: ['balances'],
  statements: ['statements'],
  reports: ['reports'],
  glAccounts: ['gl-accounts'],
  events: ['events'],
  intents: ['intents'],
  attachments: ['attachments'],
  anchors: ['anchors'],
  holds: ['holds'],
  snapshots: ['snapshots'],
  fx: ['fx'],
  currencies: ['currencies'],
  health: ['health'],
  entities: ['entities'],
  parties: ['parties'],
  members: ['members'],
  invites: ['invites'],
  settings: ['settings'],
  branding: ['branding'],
  diagnostics: ['diagnostics'],
  templates: ['templates'],
  schedules: ['schedules'],
  imports: ['imports'],
  periods: ['periods'],
} as const;

/** What a posting changes. */
export const keysOfPosting = [
  keys.accounts,
  keys.balances,
  keys.statements,
  keys.reports,
  keys.events,
  keys.intents,
  keys.holds,
  keys.health,
  keys.periods,
] as const;

export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: ({ signal }) => call(auth.session, {}, { signal }),
  staleTime: SLOW_MS,
});

export const tenantsQuery = queryOptions({ queryKey: keys.tenants, queryFn: () => tenantGuard.mine(), staleTime: ENSURE_LIFE_MS });

/** One account; its key begins with that of the list, so that both are read anew together. */
export const accountQuery = (id: string) =>
  queryOptions({ queryKey: [...keys.accounts, 'one', id], queryFn: ({ signal }) => call(accounts.get, { params: { id } }, { signal }) });

export const accountsQuery = queryOptions({
  queryKey: keys.accounts,
  queryFn: ({ signal }) => call(accounts.list, { body: {} }, { signal }),
});

export const glAccountsQuery = queryOptions({ queryKey: keys.glAccounts, queryFn: ({ signal }) => call(glAccounts.list, {}, { signal }) });

export const currenciesQuery = queryOptions({
  queryKey: keys.currencies,
  queryFn: ({ signal }) => call(currencies.tenantList, {}, { signal }),
  staleTime: SLOW_MS,
});

export const fxRatesQuery = (source?: string) =>
  queryOptions({
    queryKey: [...keys.fx, 'list', source ?? 'all'],
    queryFn: ({ signal }) => call(fx.list, { query: source === undefined ? {} : { source } }, { signal }),
  });

export type BalancesAsked = RouteInput<typeof balances.get>['query'];

export const balancesQuery = (query: BalancesAsked = {}) =>
  queryOptions({ queryKey: [...keys.balances, query], queryFn: ({ signal }) => call(balances.get, { query }, { signal }) });

type EventsInput = RouteInput<typeof events.list>['query'];

export const eventsQuery = (query: EventsInput) =>
  queryOptions({ queryKey: [...keys.events, query], queryFn: ({ signal }) => call(events.list, { query }, { signal }) });

export const intentQuery = (intentId: string) =>
  queryOptions({
    queryKey: [...keys.intents, intentId],
    queryFn: ({ signal }) => call(intents.get, { params: { intent_id: intentId } }, { signal }),
  });

type HoldsInput = RouteInput<typeof holds.list>['query'];

export const holdsQuery = (query: HoldsInput) =>
  queryOptions({ queryKey: [...keys.holds, query], queryFn: ({ signal }) => call(holds.list, { query }, { signal }) });

type SnapshotsInput = { readonly kind?: Snapshot['kind']; readonly limit?: number };

export const snapshotsQuery = (query: SnapshotsInput = {}) =>
  queryOptions({ queryKey: [...keys.snapshots, query], queryFn: ({ signal }) => call(snapshots.list, { query }, { signal }) });

export const anchorsQuery = queryOptions({
  queryKey: keys.anchors,
  queryFn: ({ signal }) => call(anchors.list, { query: {} }, { signal }),
});

/** The entities of the organisation; `currentId` is the one this tab works in, null under "All entities". */
export const entitiesQuery = queryOptions({
  queryKey: keys.entities,
  queryFn: async ({ signal }) => {
    const loaded = await call(entities.list, {}, { signal });
    const tenantId = tenantGuard.known();
    return tenantId === null ? loaded : { ...loaded, currentId: activeEntity.learn(tenantId, loaded) };
  },
  staleTime: SLOW_MS,
});

export const membersQuery = queryOptions({ queryKey: keys.members, queryFn: ({ signal }) => call(people.members, {}, { signal }) });

export const settingsQuery = queryOptions({ queryKey: keys.settings, queryFn: ({ signal }) => call(settings.get, {}, { signal }) });

export const brandingQuery = queryOptions({
  queryKey: keys.branding,
  queryFn: ({ signal }) => call(branding.get, {}, { signal }),
  staleTime: SLOW_MS,
});

export const allCurrenciesQuery = queryOptions({
  queryKey: [...keys.currencies, 'all'],
  queryFn: ({ signal }) => call(currencies.all, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

type PartiesInput = RouteInput<typeof parties.search>['query'];

export const partiesQuery = (query: PartiesInput) =>
  queryOptions({ queryKey: [...keys.parties, query], queryFn: ({ signal }) => call(parties.search, { query }, { signal }) });

export const templatesQuery = queryOptions({
  queryKey: keys.templates,
  queryFn: ({ signal }) => call(templates.list, { query: {} }, { signal }),
});

export const schedulesQuery = queryOptions({
  queryKey: keys.schedules,
  queryFn: ({ signal }) => call(schedules.list, { query: {} }, { signal }),
});

export const scheduleRunsQuery = (id: string) =>
  queryOptions({
    queryKey: [...keys.schedules, id, 'runs'],
    queryFn: ({ signal }) => call(schedules.runs, { params: { id }, query: {} }, { signal }),
  });

export const healthQuery = queryOptions({ queryKey: keys.health, queryFn: ({ signal }) => call(health.get, {}, { signal }) });

export const periodsQuery = queryOptions({ queryKey: keys.periods, queryFn: ({ signal }) => call(periods.list, {}, { signal }) });

export const periodQuery = (id: string) =>
  queryOptions({ queryKey: [...keys.periods, id], queryFn: ({ signal }) => call(periods.get, { params: { id } }, { signal }) });

export const periodComparisonQuery = (id: string, other: string) =>
  queryOptions({
    queryKey: [...keys.periods, id, 'compare', other],
    queryFn: ({ signal }) => call(periods.compare, { params: { id, other }, query: {} }, { signal }),
  });

/** How often an import under way is looked at. */
const PROGRESS_MS = 1_000;

export const importsQuery = queryOptions({
  queryKey: keys.imports,
  queryFn: ({ signal }) => call(imports.list, { query: {} }, { signal }),
  refetchInterval: ({ state }) => (state.data?.imports.some((i) => i.status === 'posting') === true ? PROGRESS_MS : false),
});

type ImportInput = RouteInput<typeof imports.get>['query'];

export const importQuery = (id: string, query: ImportInput) =>
  queryOptions({
    queryKey: [...keys.imports, id, query],
    queryFn: ({ signal }) => call(imports.get, { params: { id }, query }, { signal }),
    refetchInterval: ({ state }) => (state.data?.import.status === 'posting' ? PROGRESS_MS : false),
  });
