// Which organisation this browser tab works in, and the step that makes sure of it before every call.
//
// The list of organisations is asked for at most every 30 seconds. A tab keeps the organisation it shows: if another tab
// switches the session, this one goes on naming its own in `x-tenant-id`, so that nothing is ever posted into other books.
import type { Tenant } from '@countinghouse/contract/features/tenants';

// Source: specification §9.
export const ENSURE_LIFE_MS = 30_000;

export interface Mine {
  readonly tenants: readonly Tenant[];
  readonly currentId: string | null;
  /** Where this browser calls from. */
  readonly address: string;
}

export interface TenantGuard {
  /** The active organisation, from the cache or the server; null if the person belongs to none. */
  ensure(): Promise<Tenant | null>;
  /** The list behind it, asked for again only when the cache is too old. */
  mine(): Promise<Mine>;
  /** The id this tab works in, once known. */
  known(): string | null;
  /** Makes an organisation the one of this tab and forgets the cached list. */
  select(tenantId: string): void;
  /** Forgets the cached list: the next call asks again. */
  reset(): void;
  /** Forgets list and organisation (sign-in, sign-out). */
  forget(): void;
}

/** The current organisation: the tab's own, else the session's, else the first (specification §6). */
export const currentOf = (mine: Mine, tabTenantId: string | null): Tenant | null =>
  mine.tenants.find((t) => t.id === tabTenantId) ?? mine.tenants.find((t) => t.id === mine.currentId) ?? mine.tenants[0] ?? null;

export function createTenantGuard(
  load: () => Promise<Mine>,
  nowMs: () => number,
  onLoaded: (mine: Mine) => void = () => undefined,
): TenantGuard {
  let cached: { readonly atMs: number; readonly list: Promise<Mine> } | null = null;
  let tabTenantId: string | null = null;

  const mine = (): Promise<Mine> => {
    if (cached !== null && nowMs() - cached.atMs < ENSURE_LIFE_MS) return cached.list;
    const list = load();
    const entry = { atMs: nowMs(), list };
    cached = entry;
    list.then(
      (loaded) => {
        if (cached !== entry) return;
        tabTenantId = currentOf(loaded, tabTenantId)?.id ?? null;
        onLoaded(loaded);
      },
      () => {
        if (cached === entry) cached = null;
      },
    );
    return list;
  };

  return {
    mine,
    ensure: async () => currentOf(await mine(), tabTenantId),
    known: () => tabTenantId,
    select(tenantId) {
      tabTenantId = tenantId;
      cached = null;
    },
    reset() {
      cached = null;
    },
    forget() {
      tabTenantId = null;
      cached = null;
    },
  };
}
