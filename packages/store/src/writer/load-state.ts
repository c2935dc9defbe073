// Builds the kernel's state from the projections: the same state that evolving every event from 1 gives (a test compares).

import type { KeyGrant } from '@countinghouse/kernel/api-keys/events';
import type { ChangePayload, IntentPayload } from '@countinghouse/kernel/approvals/events';
import type { ApprovalState, ApprovalStatus } from '@countinghouse/kernel/approvals/state';
import type { DestinationName, ExportDestination } from '@countinghouse/kernel/audit-export/events';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { CommentSubject } from '@countinghouse/kernel/comments/events';
import { controlOf } from '@countinghouse/kernel/controls/spec';
import type { EntityRole } from '@countinghouse/kernel/entities/events';
import type { GlClass, NormalBalance } from '@countinghouse/kernel/gl-accounts/events';
import { placeHold } from '@countinghouse/kernel/holds/evolve';
import type { HoldState, HoldStatus } from '@countinghouse/kernel/holds/state';
import type { PostedRow, ReportingRecord } from '@countinghouse/kernel/intents/posted';
import { emptyState, type TenantState } from '@countinghouse/kernel/ledger/state';
import type { LimitSet } from '@countinghouse/kernel/limits/events';
import { setLimit } from '@countinghouse/kernel/limits/evolve';
import { noUsage } from '@countinghouse/kernel/limits/state';
import { noteEnding } from '@countinghouse/kernel/limits/use';
import { parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import type { InviteStatus } from '@countinghouse/kernel/people/events';
import type { PeriodStatus } from '@countinghouse/kernel/periods/events';
import type { Frequency, ScheduleStatus } from '@countinghouse/kernel/schedules/events';
import type { KeyPurpose, KeyStatus } from '@countinghouse/kernel/signing-keys/events';
import type { SnapshotKind } from '@countinghouse/kernel/snapshots/events';
import type { SigningMode, TenantRole } from '@countinghouse/kernel/tenants/events';
import { parseInstant } from '@countinghouse/kernel/time/instant';
import type pg from 'pg';
import { loadInterest } from '../features/interest/load.ts';
import { loadAccounts } from './load-accounts.ts';

type Row = Record<string, unknown>;

/** Reads the state of one organisation at one point of its log. The client must see its rows. */
export async function loadState(client: pg.ClientBase, tenantId: string): Promise<TenantState> {
  const state = emptyState(tenantId);
  await client.query('begin isolation level repeatable read read only');
  try {
    const rows = async <T extends Row>(sql: string): Promise<readonly T[]> => (await client.query<T>(sql, [tenantId])).rows;
    await loadHead(state, rows);
    await loadTenant(state, rows);
    await loadLedger(state, client, rows);
    await loadLimits(state, rows);
    await loadControls(state, rows);
    await loadIntents(state, rows);
    await loadInterest(state, rows);
    await loadApprovals(state, rows);
    await loadAuditExport(state, rows);
    await loadRecon(state, rows);
    await loadPrivacy(state, rows);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return state;
}

type Read = <T extends Row>(sql: string) => Promise<readonly T[]>;

async function loadHead(state: TenantState, read: Read): Promise<void> {
  const [head] = await read<{ seq: number; event_hash: string; event_ts: string }>(
    'select seq, event_hash, event_ts from chain_heads where tenant_id = $1',
  );
  if (head === undefined) return;
  state.head.seq = head.seq;
  state.head.hash = head.event_hash;
  state.head.tsUs = instant(head.event_ts);
}

async function loadTenant(state: TenantState, read: Read): Promise<void> {
  const [tenant] = await read<{
    name: string;
    reporting_currency: string;
    fiscal_year_start: number;
    signing_mode: SigningMode;
    enforce_signed_intents: boolean;
    jwks_url: string | null;
    read_only: boolean;
    archived: boolean;
    broken: boolean;
    four_eyes: boolean;
    second_factor_required: boolean;
  }>(
    'select name, reporting_currency, fiscal_year_start, signing_mode, enforce_signed_intents, jwks_url, read_only, archived_at is not null as archived, broken_at is not null as broken, four_eyes, second_factor_required from tenants where tenant_id = $1',
  );
  if (tenant === undefined) return;
  state.name = tenant.name;
  state.reportingCurrency = tenant.reporting_currency;
  state.fiscalYearStart = tenant.fiscal_year_start;
  state.signingMode = tenant.signing_mode;
  state.enforceSignedIntents = tenant.enforce_signed_intents;
  state.jwksUrl = tenant.jwks_url;
  state.readOnly = tenant.read_only;
  state.archived = tenant.archived;
  state.broken = tenant.broken;
  state.fourEyes = tenant.four_eyes;
  state.secondFactorRequired = tenant.second_factor_required;
  for (const m of await read<{ user_id: string; role: TenantRole }>('select user_id, role from members where tenant_id = $1'))
    state.members.set(m.user_id, m.role);
  const invites = await read<{ id: string; email_token: string; role: TenantRole; expires_at: string; status: InviteStatus }>(
    'select id, email_token, role, expires_at, status from invites where tenant_id = $1 order by event_seq',
  );
  for (const i of invites) {
    const { id, role, status } = i;
    state.invites.set(id, { id, emailToken: i.email_token, role, expiresAtUs: instant(i.expires_at), status });
  }
  const entities = await read<{ id: string; code: string; base_currency: string; active: boolean }>(
    'select id, code, base_currency, active from entities where tenant_id = $1',
  );
  for (const { id, code, base_currency, active } of entities)
    state.entities.set(id, { id, code, baseCurrency: base_currency, active, members: new Map() });
  const roles = await read<{ entity_id: string; user_id: string; role: EntityRole }>(
    'select entity_id, user_id, role from entity_members where tenant_id = $1',
  );
  for (const r of roles) present(state.entities.get(r.entity_id)).members.set(r.user_id, r.role);
  for (const p of await read<{ id: string }>('select id from parties where tenant_id = $1')) state.partyIds.add(p.id);
  const [posted] = await read<{ posted: boolean }>('select exists (select from postings where tenant_id = $1) as posted');
  state.posted = posted?.posted === true;
  for (const c of await read<{ code: string }>('select code from tenant_currencies where tenant_id = $1')) state.currencies.add(c.code);
  const keys = await read<{ kid: string; purpose: KeyPurpose; user_id: string | null; status: KeyStatus }>(
    'select kid, purpose, user_id, status from signing_keys where tenant_id = $1',
  );
  const apiKeys = await read<{ id: string; user_id: string; grant: KeyGrant; expires_at: string; revoked: boolean }>(
    'select id, user_id, key_grant as grant, expires_at, revoked_at is not null as revoked from api_keys where tenant_id = $1 order by created_seq',
  );
  for (const { id, user_id, grant, expires_at, revoked } of apiKeys)
    state.apiKeys.set(id, { id, makerId: user_id, grant, expiresAtUs: instant(expires_at), revoked });
  for (const k of keys) state.signingKeys.set(k.kid, { kid: k.kid, purpose: k.purpose, userId: k.user_id, status: k.status });
}

async function loadLedger(state: TenantState, client: pg.ClientBase, read: Read): Promise<void> {
  const charts = await read<{
    id: string;
    code: string;
    title: string;
    class: GlClass;
    normal_balance: NormalBalance;
    parent_id: string | null;
  }>('select id, code, title, class, normal_balance, parent_id from gl_accounts where tenant_id = $1');
  for (const g of charts) {
    state.glAccounts.set(g.id, {
      id: g.id,
      code: g.code,
      title: g.title,
      class: g.class,
      normalBalance: g.normal_balance,
      parentId: g.parent_id,
      usage: 0,
    });
    state.glAccountIdByCode.set(g.code, g.id);
  }
  for (const g of charts) if (g.parent_id !== null) present(state.glAccounts.get(g.parent_id)).usage += 1;
  await loadAccounts(client, state);

  const files = await read<{ intent_id: string; sha256: string }>(
    'select intent_id, sha256 from attachments where tenant_id = $1 order by event_seq',
  );
  for (const { intent_id, sha256 } of files) {
    const known = state.attachments.get(intent_id);
    if (known === undefined) state.attachments.set(intent_id, new Set([sha256]));
    else known.add(sha256);
  }

  const comments = await read<{
    id: string;
    author_id: string;
    written_at: string;
    subject: CommentSubject;
    subject_id: string;
    text_token: string;
    removed: boolean;
  }>(
    `select id, author_id, written_at, subject, subject_id, text_token, removed_at is not null as removed
     from comments where tenant_id = $1 order by written_seq`,
  );
  for (const { id, author_id, written_at, subject, subject_id, text_token, removed } of comments)
    state.comments.set(id, {
      authorId: author_id,
      writtenAtUs: instant(written_at),
      subject,
      subjectId: subject_id,
      textToken: text_token,
      removed,
    });

  for (const s of await read<{ id: string; kind: SnapshotKind; seq: number }>('select id, kind, seq from snapshots where tenant_id = $1'))
    state.snapshots.set(s.id, { ...s });

  const rates = await read<{ base_currency: string; quote_currency: string; rate: string; asof: string; source: string }>(
    'select base_currency, quote_currency, rate, asof, source from fx_rates where tenant_id = $1 order by asof',
  );
  for (const r of rates) {
    const pair = `${r.base_currency}/${r.quote_currency}`;
    const list = state.fxRates.get(pair) ?? [];
    list.push({ rate: r.rate, asofUs: instant(r.asof), source: r.source });
    state.fxRates.set(pair, list);
  }
}

async function loadLimits(state: TenantState, read: Read): Promise<void> {
  for (const limit of await read<LimitSet>('select key, value from limits where tenant_id = $1')) setLimit(state.limits, limit);
  const [booked] = await read<{ booked_on: string; txn_count: number; sums: Readonly<Record<string, string>> }>(
    'select booked_on, txn_count, sums from booked where tenant_id = $1',
  );
  if (booked === undefined) return;
  const sums = Object.entries(booked.sums).map(([currency, amount]) => [currency, parseBalanceE8(amount)] as const);
  state.dailyUsage = { ...noUsage(booked.booked_on), count: booked.txn_count, sums: new Map(sums) };
}

async function loadControls(state: TenantState, read: Read): Promise<void> {
  const controls = await read<{ id: string; name: string; version: number; spec: string; retired: boolean }>(
    `select c.id, v.name, c.version, v.spec, c.retired_at is not null as retired
     from controls c join control_versions v on v.tenant_id = c.tenant_id and v.control_id = c.id and v.version = c.version
     where c.tenant_id = $1
     order by c.registered_seq`,
  );
  for (const { retired, spec, ...control } of controls)
    state.controls.set(control.id, { ...controlOf({ ...control, spec: JSON.parse(spec) as JsonObject }), retired });
}

async function loadRecon(state: TenantState, read: Read): Promise<void> {
  for (const s of await read<{ name: string; account_id: string; bank_account: string | null }>(
    'select name, account_id, bank_account from recon_sources where tenant_id = $1',
  ))
    state.reconSources.set(s.name, { accountId: s.account_id, bankAccount: s.bank_account });
}

async function loadIntents(state: TenantState, read: Read): Promise<void> {
  const rows = await read<PostedRow & { intent_id: string }>(
    `select r.intent_id, r.line, r.debit_account_id, r.credit_account_id, r.amount, r.currency, r.value_date, r.narrative
     from hold_rows r join holds h on h.tenant_id = r.tenant_id and h.intent_id = r.intent_id
     where r.tenant_id = $1 and h.status = 'open'
     order by r.intent_id, r.line`,
  );
  const rowsOf = Map.groupBy(rows, (r) => r.intent_id);
  const holds = await read<{
    intent_id: string;
    status: HoldStatus;
    expires_at: string;
    booked_on: string;
    reporting_amount: ReportingRecord | null;
  }>('select intent_id, status, expires_at, booked_on, reporting_amount from holds where tenant_id = $1 order by placed_seq');
  for (const h of holds) {
    const { intent_id: intentId, status, booked_on: bookedOn, reporting_amount: reporting } = h;
    const hold: HoldState = { intentId, status, expiresAtUs: instant(h.expires_at), bookedOn, reporting, rows: [] };
    if (status !== 'open') state.holds.set(intentId, hold);
    else {
      hold.rows = (rowsOf.get(intentId) ?? []).map(({ intent_id: _, ...row }) => row);
      placeHold(state, hold);
      noteEnding(state, hold);
    }
  }
  for (const r of await read<{ intent_id: string; reversed_by: string }>(
    'select intent_id, reversed_by from reversals where tenant_id = $1',
  ))
    state.reversals.set(r.intent_id, r.reversed_by);
  for (const t of await read<{ id: string; name: string }>('select id, name from templates where tenant_id = $1'))
    state.templates.set(t.id, t.name);
  const schedules = await read<{
    id: string;
    maker_id: string;
    status: ScheduleStatus;
    frequency: Frequency;
    start_on: string;
    end_on: string | null;
    next_on: string | null;
  }>('select id, maker_id, status, frequency, start_on, end_on, next_on from schedules where tenant_id = $1');
  for (const { id, maker_id, status, frequency, start_on, end_on, next_on } of schedules)
    state.schedules.set(id, { id, makerId: maker_id, status, frequency, startOn: start_on, endOn: end_on, nextOn: next_on });
  const periods = await read<{ id: string; period_code: string; period_start: string; period_end: string; status: PeriodStatus }>(
    'select id, period_code, period_start, period_end, status from periods where tenant_id = $1 order by period_start',
  );
  for (const { id, period_code, period_start, period_end, status } of periods)
    state.periods.push({ id, code: period_code, start: period_start, end: period_end, status });
}

async function loadAuditExport(state: TenantState, read: Read): Promise<void> {
  const destinations = await read<ExportDestination & { name: DestinationName }>(
    'select name, origin, address_id, secret_id from audit_destinations where tenant_id = $1',
  );
  for (const { name, ...destination } of destinations) state.auditExport = { ...state.auditExport, [name]: destination };
}

async function loadApprovals(state: TenantState, read: Read): Promise<void> {
  const rows = await read<{
    id: string;
    kind: ApprovalState['kind'];
    status: ApprovalStatus;
    maker_id: string;
    payload: string | null;
    payload_hash: string;
    request: string | null;
    reporting_amount: ReportingRecord | null;
    booked_on: string;
    needed: number;
    expires_at: string;
    entity_ids: readonly string[];
    unassigned: boolean;
    approvers: readonly string[];
  }>(
    `select a.id, a.kind, a.status, a.maker_id, case when a.status = 'pending' then a.payload end as payload, a.payload_hash, a.request,
       a.reporting_amount, to_char(a.created_at at time zone 'UTC', 'YYYY-MM-DD') as booked_on,
       a.needed, a.expires_at, a.entity_ids::text[] as entity_ids, a.unassigned,
       case when a.status = 'pending' then array(
         select v.user_id from approval_votes v where v.tenant_id = a.tenant_id and v.approval_id = a.id order by v.seq
       ) else '{}' end as approvers
     from approvals a where a.tenant_id = $1 order by a.created_seq`,
  );
  for (const a of rows) {
    const subject: ApprovalState['subject'] =
      a.payload === null
        ? null
        : a.kind === 'intent'
          ? {
              kind: 'intent',
              payload: JSON.parse(a.payload) as IntentPayload,
              request: JSON.parse(present(a.request)) as JsonObject,
              bookedOn: a.booked_on,
              reporting: a.reporting_amount,
            }
          : { kind: 'change', payload: JSON.parse(a.payload) as ChangePayload };
    const { id, kind, status, needed, unassigned, approvers } = a;
    state.approvals.set(id, {
      id,
      kind,
      status,
      makerId: a.maker_id,
      payloadHash: a.payload_hash,
      needed,
      expiresAtUs: instant(a.expires_at),
      entityIds: a.entity_ids,
      unassigned,
      approvers,
      subject,
    });
  }
}

async function loadPrivacy(state: TenantState, read: Read): Promise<void> {
  const [found] = await read<{ tokenised: boolean; key_version: number; reencrypted_version: number; erasures: number }>(
    'select tokenised, key_version, reencrypted_version, erasures from privacy where tenant_id = $1',
  );
  if (found === undefined) return;
  const { tokenised, key_version: keyVersion, reencrypted_version: reencryptedVersion, erasures } = found;
  Object.assign(state.privacy, { tokenised, keyVersion, reencryptedVersion, erasures });
}

function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('a projection contradicts itself: run replay --compare');
  return value;
}
const instant = (text: string): bigint => present(parseInstant(text));
