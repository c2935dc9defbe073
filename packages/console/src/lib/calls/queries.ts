// What several screens read, one definition each: key, call and freshness. Features never import each other; they meet here.
import { accounts } from '@countinghouse/contract/features/accounts';
import { anchors } from '@countinghouse/contract/features/anchors';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { approvals } from '@countinghouse/contract/features/approvals';
import { auditExport } from '@countinghouse/contract/features/audit-export';
import { auth } from '@countinghouse/contract/features/auth';
import { balances } from '@countinghouse/contract/features/balances';
import { branding } from '@countinghouse/contract/features/branding';
import { controls } from '@countinghouse/contract/features/controls';
import { currencies } from '@countinghouse/contract/features/currencies';
import { entities } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { evidence } from '@countinghouse/contract/features/evidence';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { health } from '@countinghouse/contract/features/health';
import { holds } from '@countinghouse/contract/features/holds';
import { imports } from '@countinghouse/contract/features/imports';
import { intents } from '@countinghouse/contract/features/intents';
import { interest } from '@countinghouse/contract/features/interest';
import { limits } from '@countinghouse/contract/features/limits';
import { parties } from '@countinghouse/contract/features/parties';
import { people } from '@countinghouse/contract/features/people';
import { performance } from '@countinghouse/contract/features/performance';
import { periods } from '@countinghouse/contract/features/periods';
import { policies } from '@countinghouse/contract/features/policies';
import { privacy } from '@countinghouse/contract/features/privacy';
import { revaluations } from '@countinghouse/contract/features/revaluations';
import { schedules } from '@countinghouse/contract/features/schedules';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { settings } from '@countinghouse/contract/features/settings';
import { signingKeys } from '@countinghouse/contract/features/signing-keys';
import { type Snapshot, snapshots } from '@countinghouse/contract/features/snapshots';
import { templates } from '@countinghouse/contract/features/templates';
import { yearEnds } from '@countinghouse/contract/features/year-ends';
import type { RouteInput } from '@countinghouse/contract/wire';
import { queryOptions } from '@tanstack/react-query';
import { activeEntity } from '../session/active-entity.ts';
import { ENSURE_LIFE_MS } from '../session/active-tenant.ts';
import { call, tenantGuard } from './client.ts';

const SLOW_MS = 60_000;

export const keys = {
  session: ['session'],
  secondFactor: ['second-factor'],
  sessions: ['sessions'],
  signIns: ['sign-ins'],
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
  auditExport: ['audit-export'],
  evidence: ['evidence'],
  holds: ['holds'],
  approvals: ['approvals'],
  snapshots: ['snapshots'],
  fx: ['fx'],
  currencies: ['currencies'],
  health: ['health'],
  performance: ['performance'],
  replays: ['replays'],
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
  recon: ['recon'],
  interest: ['interest'],
  limits: ['limits'],
  controls: ['controls'],
  signingKeys: ['signing-keys'],
  apiKeys: ['api-keys'],
  accessReviews: ['access-reviews'],
  privacy: ['privacy'],
  browserKey: ['browser-key'],
} as const;

/** What a posting changes. */
export const keysOfPosting = [
  keys.accounts,
  keys.balances,
  keys.statements,
  keys.reports,
  keys.events,
  keys.evidence,
  keys.intents,
  keys.holds,
  keys.approvals,
  keys.health,
  keys.periods,
  keys.recon,
  keys.limits,
] as const;

export const sessionQuery = queryOptions({
  queryKey: keys.session,
  queryFn: ({ signal }) => call(auth.session, {}, { signal }),
  staleTime: SLOW_MS,
});

export const secondFactorQuery = queryOptions({
  queryKey: keys.secondFactor,
  queryFn: ({ signal }) => call(secondFactors.get, {}, { signal }),
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

type ApprovalsInput = RouteInput<typeof approvals.list>['query'];

export const approvalsQuery = (query: ApprovalsInput) =>
  queryOptions({ queryKey: [...keys.approvals, query], queryFn: ({ signal }) => call(approvals.list, { query }, { signal }) });

/** How often the badge of the queue looks whether something waits. */
const WAITING_EVERY_MS = 30_000;

/** How many approvals wait for the person. */
export const waitingQuery = queryOptions({
  queryKey: [...keys.approvals, 'waiting'],
  queryFn: ({ signal }) => call(approvals.list, { query: { status: 'pending', limit: 1 } }, { signal }),
  select: ({ waiting }) => waiting,
  refetchInterval: WAITING_EVERY_MS,
});

export const approvalQuery = (id: string) =>
  queryOptions({ queryKey: [...keys.approvals, id], queryFn: ({ signal }) => call(approvals.get, { params: { id } }, { signal }) });

type SnapshotsInput = { readonly kind?: Snapshot['kind']; readonly limit?: number };

export const snapshotsQuery = (query: SnapshotsInput = {}) =>
  queryOptions({ queryKey: [...keys.snapshots, query], queryFn: ({ signal }) => call(snapshots.list, { query }, { signal }) });

export const anchorsQuery = queryOptions({
  queryKey: keys.anchors,
  queryFn: ({ signal }) => call(anchors.list, { query: {} }, { signal }),
});

export const auditExportConfigQuery = queryOptions({
  queryKey: [...keys.auditExport, 'config'],
  queryFn: ({ signal }) => call(auditExport.config, {}, { signal }),
});

/** How often deliveries are looked at: while some are on their way, and else. */
const DELIVERING_MS = 2_000;
const DELIVERED_MS = 15_000;

export const auditExportStatusQuery = queryOptions({
  queryKey: [...keys.auditExport, 'status'],
  queryFn: ({ signal }) => call(auditExport.status, {}, { signal }),
  refetchInterval: ({ state }) =>
    state.data?.destinations.some((d) => d.backlog > 0) === true || state.data?.dead_letters.some((l) => l.resending) === true
      ? DELIVERING_MS
      : DELIVERED_MS,
});
/** How often a list of bundles is looked at while some are still being written. */
const EVIDENCE_WAITS_MS = 2_000;

/** The latest bundles, and whether more are on their way. */
export const evidenceQuery = (query: { readonly limit?: number } = {}) =>
  queryOptions({
    queryKey: [...keys.evidence, query],
    queryFn: ({ signal }) => call(evidence.list, { query }, { signal }),
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 0) > 0 ? EVIDENCE_WAITS_MS : false),
  });

export const evidenceOfIntentQuery = (intentId: string) =>
  queryOptions({
    queryKey: [...keys.evidence, 'of', intentId],
    queryFn: ({ signal }) => call(evidence.list, { query: { intent_id: intentId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.evidence.length === 0 && state.data.waiting > 0 ? EVIDENCE_WAITS_MS : false),
  });

export const evidenceBundleQuery = (id: string) =>
  queryOptions({ queryKey: [...keys.evidence, id], queryFn: ({ signal }) => call(evidence.get, { params: { id } }, { signal }) });

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

/** Every policy, retired ones too; its key begins with that of controls, which they are. */
export const policiesQuery = queryOptions({
  queryKey: [...keys.controls, 'policies'],
  queryFn: ({ signal }) => call(policies.list, { query: { state: 'all' } }, { signal }),
});

export const signingKeysQuery = queryOptions({
  queryKey: keys.signingKeys,
  queryFn: ({ signal }) => call(signingKeys.list, {}, { signal }),
});

export const apiKeysQuery = queryOptions({ queryKey: keys.apiKeys, queryFn: ({ signal }) => call(apiKeys.list, {}, { signal }) });

export const healthQuery = queryOptions({ queryKey: keys.health, queryFn: ({ signal }) => call(health.get, {}, { signal }) });

/** How often the measurements are looked at. */
const MEASURED_MS = 15_000;

export const performanceQuery = queryOptions({
  queryKey: keys.performance,
  queryFn: ({ signal }) => call(performance.summary, {}, { signal }),
  refetchInterval: MEASURED_MS,
});

export const periodsQuery = queryOptions({ queryKey: keys.periods, queryFn: ({ signal }) => call(periods.list, {}, { signal }) });

export const periodQuery = (id: string) =>
  queryOptions({ queryKey: [...keys.periods, id], queryFn: ({ signal }) => call(periods.get, { params: { id } }, { signal }) });

export const periodComparisonQuery = (id: string, other: string) =>
  queryOptions({
    queryKey: [...keys.periods, id, 'compare', other],
    queryFn: ({ signal }) => call(periods.compare, { params: { id, other }, query: {} }, { signal }),
  });

/** How interest is reckoned. Its key begins those of all that is told of interest. */
export const interestQuery = queryOptions({ queryKey: keys.interest, queryFn: ({ signal }) => call(interest.settings, {}, { signal }) });

export const interestBucketsQuery = queryOptions({
  queryKey: [...keys.interest, 'buckets'],
  queryFn: ({ signal }) => call(interest.buckets, {}, { signal }),
});

export const interestAccountsQuery = queryOptions({
  queryKey: [...keys.interest, 'accounts'],
  queryFn: ({ signal }) => call(interest.accounts, { query: {} }, { signal }),
});

export const accountInterestQuery = (id: string, month?: string) =>
  queryOptions({
    queryKey: [...keys.interest, 'accounts', id, month ?? 'latest'],
    queryFn: ({ signal }) => call(interest.explain, { params: { id }, query: month === undefined ? {} : { month } }, { signal }),
  });

/** Beside its period: what a posting changes there changes it too. `snapshot`: another than that of the period. */
export const revaluationQuery = (id: string, snapshot: string | undefined) =>
  queryOptions({
    queryKey: [...keys.periods, id, 'revaluation', snapshot ?? ''],
    queryFn: ({ signal }) =>
      call(revaluations.get, { params: { id }, query: snapshot === undefined ? {} : { valuation_snapshot_id: snapshot } }, { signal }),
  });

export const yearsQuery = queryOptions({
  queryKey: [...keys.periods, 'years'],
  queryFn: ({ signal }) => call(yearEnds.list, {}, { signal }),
});

export const yearQuery = (yearEnd: string) =>
  queryOptions({
    queryKey: [...keys.periods, 'years', yearEnd],
    queryFn: ({ signal }) => call(yearEnds.get, { params: { year_end: yearEnd } }, { signal }),
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

export const limitsQuery = queryOptions({ queryKey: keys.limits, queryFn: ({ signal }) => call(limits.get, {}, { signal }) });

export const controlsQuery = queryOptions({ queryKey: keys.controls, queryFn: ({ signal }) => call(controls.list, {}, { signal }) });

/** One control with its history; its key begins with that of the list, so that both are read anew together. */
export const controlQuery = (id: string) =>
  queryOptions({ queryKey: [...keys.controls, id], queryFn: ({ signal }) => call(controls.get, { params: { id } }, { signal }) });

export const privacyQuery = queryOptions({ queryKey: keys.privacy, queryFn: ({ signal }) => call(privacy.status, {}, { signal }) });
