import { noteReference } from '@countinghouse/kernel/accounts/find';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { controlOf } from '@countinghouse/kernel/controls/spec';
import { emptyState, type TenantState } from '@countinghouse/kernel/ledger/state';
import { LogPages } from '../../pruned/log-pages.ts';
import { findPrunedTo } from '../../pruned/read-rows.ts';
import type { Tx } from '../../reader.ts';
import { asCalled, calledOutside } from '../../sql/account-names.ts';

export interface PolicyRow {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  /** Canonical JSON. */
  readonly spec: string;
  readonly registered_at: string;
  readonly registered_by: string;
  readonly seq: number;
  readonly retired_at: string | null;
  readonly retired_by: string | null;
}

/** Every control whose present spec is a policy's, by name. */
export async function listPolicies(tx: Tx, tenantId: string): Promise<readonly PolicyRow[]> {
  const found = await tx.query<PolicyRow>(
    `select c.id, v.version, v.name, v.spec, v.registered_at, v.registered_by, v.seq, c.retired_at, c.retired_by
     from controls c
     join control_versions v on v.tenant_id = c.tenant_id and v.control_id = c.id and v.version = c.version
     where c.tenant_id = $1 and v.spec::jsonb ?& array['hook', 'expr']
     order by lower(v.name), c.id`,
    [tenantId],
  );
  return found.rows;
}

/** As far as policies look at an organisation. */
export type PolicyBooks = Pick<
  TenantState,
  'accounts' | 'accountByCode' | 'accountIdsByReference' | 'entities' | 'controls' | 'fxRates' | 'reportingCurrency'
>;

interface NamedAccount {
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  readonly gl_account_id: string;
  readonly entity_id: string | null;
  readonly external_ref: string | null;
  readonly closed: boolean;
}

/** The accounts that are named, by id, code or what they are called outside, and are there; entities, and controls in force. Rates are for the caller to add. */
export async function readPolicyBooks(tx: Tx, tenantId: string, accountsNamed: readonly string[]): Promise<PolicyBooks> {
  const books = emptyState(tenantId);
  const rows = async <T extends object>(sql: string, ...more: readonly unknown[]): Promise<readonly T[]> =>
    (await tx.query<T>(sql, [tenantId, ...more])).rows;
  const [tenant] = await rows<{ reporting_currency: string }>('select reporting_currency from tenants where tenant_id = $1');
  books.reportingCurrency = tenant?.reporting_currency ?? '';
  for (const e of await rows<{ id: string; code: string; base_currency: string }>(
    'select id, code, base_currency from entities where tenant_id = $1',
  ))
    books.entities.set(e.id, { id: e.id, code: e.code, baseCurrency: e.base_currency, active: true, members: new Map() });
  const accounts = await rows<NamedAccount>(
    `select id, code, currency, gl_account_id, entity_id, external_ref, closed from accounts
     where tenant_id = $1 and (id::text = any($2) or code = any($3) or ${calledOutside()} = any($3))`,
    accountsNamed,
    accountsNamed.map(asCalled),
  );
  for (const { id, code, currency, gl_account_id: glAccountId, entity_id: entityId, external_ref, closed } of accounts) {
    const known = { normalBalance: 'DR', floorE8: null, createdSeq: 0, partyId: null, posted: false, balanceE8: 0n } as const;
    const account = { id, code, currency, glAccountId, entityId, closed, ...known };
    books.accounts.set(id, account);
    books.accountByCode.set(code, account);
    noteReference(books, id, external_ref);
  }
  for (const c of await rows<{ id: string; name: string; version: number; spec: string }>(
    `select c.id, v.name, c.version, v.spec from controls c
     join control_versions v on v.tenant_id = c.tenant_id and v.control_id = c.id and v.version = c.version
     where c.tenant_id = $1 and c.retired_at is null`,
  ))
    books.controls.set(c.id, controlOf({ ...c, spec: JSON.parse(c.spec) as JsonObject }));
  return books;
}

/** The spec of the present version of a control; null where there is none. */
export async function findSpec(tx: Tx, tenantId: string, id: string): Promise<JsonObject | null> {
  const found = await tx.query<{ spec: string }>(
    `select v.spec from controls c
     join control_versions v on v.tenant_id = c.tenant_id and v.control_id = c.id and v.version = c.version
     where c.tenant_id = $1 and c.id = $2`,
    [tenantId, id],
  );
  const spec = found.rows[0]?.spec;
  return spec === undefined ? null : (JSON.parse(spec) as JsonObject);
}

interface PastIntent {
  readonly seq: number;
  readonly event_ts: string;
  readonly payload: string;
}

const PAGE_EVENTS = 500;

/** Executed intents behind a seq (0: all) in the order of the log, in pages, wherever their rows are. */
export async function* readExecutedIntents(tx: Tx, tenantId: string, afterSeq: number): AsyncGenerator<readonly PastIntent[]> {
  let after = afterSeq;
  const prunedTo = await findPrunedTo(tx, tenantId);
  const log = new LogPages(tx, tenantId, []);
  while (after < prunedTo) {
    const page = await log.next(after, prunedTo, PAGE_EVENTS);
    yield page.events.filter(({ event_type }) => event_type === 'intent.executed');
    after = page.to;
  }
  for (;;) {
    const { rows } = await tx.query<PastIntent>(
      `select seq, event_ts, payload from events
       where tenant_id = $1 and seq > $2 and event_type = 'intent.executed'
       order by seq
       limit $3`,
      [tenantId, after, PAGE_EVENTS],
    );
    yield rows;
    if (rows.length < PAGE_EVENTS) return;
    after = rows.at(-1)?.seq ?? after;
  }
}
