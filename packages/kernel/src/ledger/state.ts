// The state of one organisation, as far as decisions need it. It is built by `evolve` alone, from event 1 or from the
// projections that the same events left in PostgreSQL; both give the same state.
// It is mutable for speed: whoever holds it (one writer) applies events to it in order and throws it away when unsure.

import { GENESIS_HASH } from '../chain/event-hash.ts';
import type { SigningMode } from '../tenants/events.ts';
import { type Parts, parts } from './parts.ts';

export interface Head {
  seq: number;
  hash: string;
  /** Microseconds since 1970; 0 before the first event. */
  tsUs: bigint;
}

export interface PostingDefaults {
  /** `grantedAt`: when an owner set it. */
  readonly consent: { readonly scope: readonly string[]; readonly reference: string; readonly grantedAt: string } | null;
  readonly fxSnapshot: 'latest' | null;
}

/** What decisions need of the organisation itself; the rest is the parts of the slices. */
export interface TenantState extends Parts {
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
  /** What API keys may leave out when they post, and what then counts. */
  postingDefaults: PostingDefaults;
  readOnly: boolean;
  /** A check found that it is not what its log says: read-only until one finds nothing. */
  broken: boolean;
  archived: boolean;
}

export function emptyState(tenantId: string): TenantState {
  return {
    ...parts(),
    tenantId,
    head: { seq: 0, hash: GENESIS_HASH, tsUs: 0n },
    name: null,
    reportingCurrency: 'USD',
    fiscalYearStart: 1,
    signingMode: 'STANDARD',
    enforceSignedIntents: false,
    jwksUrl: null,
    secondFactorRequired: false,
    postingDefaults: { consent: null, fxSnapshot: null },
    readOnly: false,
    broken: false,
    archived: false,
  };
}
