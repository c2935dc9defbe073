// The state of one organisation, as far as decisions need it. It is built by `evolve` alone, from event 1 or from the
// projections that the same events left in PostgreSQL; both give the same state.
// It is mutable for speed: whoever holds it (one writer) applies events to it in order and throws it away when unsure.

import type { AccountState } from '../accounts/state.ts';
import type { ApiKeyState } from '../api-keys/state.ts';
import type { ApprovalState } from '../approvals/state.ts';
import { type AuditExportSet, noDestinations } from '../audit-export/events.ts';
import { GENESIS_HASH } from '../chain/event-hash.ts';
import type { CommentState } from '../comments/state.ts';
import type { ControlState } from '../controls/state.ts';
import type { EntityState } from '../entities/state.ts';
import type { FxRateState } from '../fx/state.ts';
import type { GlAccountState } from '../gl-accounts/state.ts';
import type { LostEvents } from '../health/state.ts';
import type { HeldPart, HoldState } from '../holds/state.ts';
import { emptyInterest, type InterestState } from '../interest/state.ts';
import { type DailyUsage, type Limits, noLimits, noUsage } from '../limits/state.ts';
import type { InviteState } from '../people/state.ts';
import type { PeriodState } from '../periods/state.ts';
import { noPrivacy, type PrivacyState } from '../privacy/state.ts';
import type { ReconSourceState } from '../recon/state.ts';
import type { ScheduleState } from '../schedules/state.ts';
import type { SigningKeyState } from '../signing-keys/state.ts';
import type { SnapshotState } from '../snapshots/state.ts';
import type { SigningMode, TenantRole } from '../tenants/events.ts';

export interface Head {
  seq: number;
  hash: string;
  /** Microseconds since 1970; 0 before the first event. */
  tsUs: bigint;
}

export interface TenantState {
  readonly tenantId: string;
  readonly head: Head;
  /** null until `tenant.created`. */
  name: string | null;
  reportingCurrency: string;
  /** The month in which the fiscal year begins, 1–12. */
  fiscalYearStart: number;
  signingMode: SigningMode;
  enforceSignedIntents: boolean;
  /** Where keys of the organisation's own are published. */
  jwksUrl: string | null;
  /** Whether members need a second factor. */
  secondFactorRequired: boolean;
  readOnly: boolean;
  /** A check found that it is not what its log says: read-only until one finds nothing. */
  broken: boolean;
  archived: boolean;
  /** The log in the database is behind what it was, or another one; set by whoever loads the state, ended by an owner who accepts it. */
  loss: LostEvents | null;
  /** Whether anything was ever posted. */
  posted: boolean;
  readonly members: Map<string, TenantRole>;
  readonly invites: Map<string, InviteState>;
  readonly entities: Map<string, EntityState>;
  readonly partyIds: Set<string>;
  readonly currencies: Set<string>;
  readonly glAccounts: Map<string, GlAccountState>;
  readonly glAccountIdByCode: Map<string, string>;
  readonly accounts: Map<string, AccountState>;
  readonly accountByCode: Map<string, AccountState>;
  readonly snapshots: Map<string, SnapshotState>;
  /** By `BASE/QUOTE`, each list ascending by `asof`. */
  readonly fxRates: Map<string, FxRateState[]>;
  readonly signingKeys: Map<string, SigningKeyState>;
  /** By the intent that placed it. */
  readonly holds: Map<string, HoldState>;
  /** By account, then by hold: what is reserved there. Only accounts with an open hold. */
  readonly held: Map<string, Map<string, HeldPart>>;
  /** By the intent that was taken back: the intent that did so. */
  readonly reversals: Map<string, string>;
  /** Names by id. */
  readonly templates: Map<string, string>;
  readonly schedules: Map<string, ScheduleState>;
  /** By their first day; no two share a day. */
  readonly periods: PeriodState[];
  readonly interest: InterestState;
  /** What waits for a second person, or waited. */
  readonly approvals: Map<string, ApprovalState>;
  /** Whether changes of limits, controls, signing and roles wait for another owner. */
  fourEyes: boolean;
  /** Hashes of the files on an intent, by the intent's id; only of intents that have any. */
  readonly attachments: Map<string, Set<string>>;
  readonly comments: Map<string, CommentState>;
  readonly limits: Limits;
  /** What counts against the daily limits. Replaced when a new day begins. */
  dailyUsage: DailyUsage;
  /** By id, the retired ones too; each as its last version says. */
  readonly controls: Map<string, ControlState>;
  auditExport: AuditExportSet;
  /** Feeds of bank statements, by name. */
  readonly reconSources: Map<string, ReconSourceState>;
  /** How words that tell of persons are kept. */
  readonly privacy: PrivacyState;
  /** By id, those that ended too. */
  readonly apiKeys: Map<string, ApiKeyState>;
}

export function emptyState(tenantId: string): TenantState {
  return {
    tenantId,
    head: { seq: 0, hash: GENESIS_HASH, tsUs: 0n },
    name: null,
    reportingCurrency: 'USD',
    fiscalYearStart: 1,
    signingMode: 'STANDARD',
    enforceSignedIntents: false,
    jwksUrl: null,
    secondFactorRequired: false,
    readOnly: false,
    broken: false,
    archived: false,
    loss: null,
    posted: false,
    members: new Map(),
    invites: new Map(),
    entities: new Map(),
    partyIds: new Set(),
    currencies: new Set(),
    glAccounts: new Map(),
    glAccountIdByCode: new Map(),
    accounts: new Map(),
    accountByCode: new Map(),
    snapshots: new Map(),
    fxRates: new Map(),
    signingKeys: new Map(),
    holds: new Map(),
    held: new Map(),
    reversals: new Map(),
    templates: new Map(),
    schedules: new Map(),
    periods: [],
    interest: emptyInterest(),
    approvals: new Map(),
    fourEyes: false,
    attachments: new Map(),
    comments: new Map(),
    limits: noLimits(),
    dailyUsage: noUsage(),
    controls: new Map(),
    auditExport: noDestinations,
    reconSources: new Map(),
    privacy: noPrivacy(),
    apiKeys: new Map(),
  };
}
