// What each event does to the state. The only place where state changes; live writing, loading and replay all come through here.

import type { AccountState } from '../accounts/state.ts';
import { closeApproval, openChangeApproval, openIntentApproval } from '../approvals/evolve.ts';
import { controlOf } from '../controls/spec.ts';
import type { FxRateState } from '../fx/state.ts';
import { closeHold, placeHold } from '../holds/evolve.ts';
import type { HoldState } from '../holds/state.ts';
import type { IntentExecuted } from '../intents/events.ts';
import type { PostedRow } from '../intents/posted.ts';
import { noteInterest, setBucket, setBucketRate } from '../interest/evolve.ts';
import { setLimit } from '../limits/evolve.ts';
import { bookHold, bookPostings, releaseHold } from '../limits/use.ts';
import { parseAmountE8 } from '../money/amount.ts';
import { insertPeriod } from '../periods/evolve.ts';
import type { ScheduleRun } from '../schedules/events.ts';
import { parseInstant } from '../time/instant.ts';
import { systemActor } from './actor.ts';
import type { ChainedEvent } from './events.ts';
import type { Posting } from './posting.ts';
import type { TenantState } from './state.ts';

const noPostings: readonly Posting[] = [];

/** Applies one event in its place. Answers its postings. Throws where an event contradicts the state: the log is then not ours. */
export function evolve(state: TenantState, event: ChainedEvent): readonly Posting[] {
  const postings = apply(state, event);
  state.head.seq = event.seq;
  state.head.hash = event.eventHash;
  state.head.tsUs = event.eventTsUs;
  return postings;
}

function must<T>(value: T | null | undefined, what: string, seq: number): T {
  if (value === null || value === undefined) throw new Error(`event ${seq}: ${what} contradicts the state`);
  return value;
}

function apply(state: TenantState, event: ChainedEvent): readonly Posting[] {
  switch (event.type) {
    case 'intent.executed':
      return execute(state, event, event.payload);
    case 'intent.rejected':
      noteRun(state, event.seq, event.payload.schedule);
      return noPostings;
    case 'intent.proposed':
      openIntentApproval(state, event.payload, dayOf(event));
      noteRun(state, event.seq, event.payload.schedule);
      return noPostings;
    case 'intent.validated':
      return noPostings;
    case 'approval.requested':
      openChangeApproval(state, event.payload);
      return noPostings;
    case 'approval.approved': {
      const approval = must(state.approvals.get(event.payload.id), 'id', event.seq);
      if (event.payload.remaining === 0) closeApproval(state, approval, 'approved', dayOf(event));
      else approval.approvers = [...approval.approvers, event.actorId];
      return noPostings;
    }
    case 'approval.rejected':
      closeApproval(state, must(state.approvals.get(event.payload.id), 'id', event.seq), 'rejected', dayOf(event));
      return noPostings;
    case 'four_eyes.set':
      state.fourEyes = event.payload.four_eyes === 'on';
      return noPostings;
    case 'template.saved':
      state.templates.set(event.payload.id, event.payload.name);
      return noPostings;
    case 'template.removed':
      state.templates.delete(event.payload.id);
      return noPostings;
    case 'schedule.created': {
      const { id, frequency, start_on, end_on } = event.payload;
      const makerId = event.actorId;
      state.schedules.set(id, { id, makerId, status: 'active', frequency, startOn: start_on, endOn: end_on, nextOn: start_on });
      return noPostings;
    }
    case 'schedule.paused':
      must(state.schedules.get(event.payload.id), 'id', event.seq).status = 'paused';
      return noPostings;
    case 'schedule.resumed': {
      const schedule = must(state.schedules.get(event.payload.id), 'id', event.seq);
      schedule.status = 'active';
      schedule.makerId = event.actorId;
      schedule.nextOn = event.payload.next_on;
      return noPostings;
    }
    case 'schedule.ended': {
      const schedule = must(state.schedules.get(event.payload.id), 'id', event.seq);
      schedule.status = 'ended';
      schedule.nextOn = null;
      return noPostings;
    }
    case 'period.closing': {
      const { id, period_code, period_start, period_end } = event.payload;
      insertPeriod(state, { id, code: period_code, start: period_start, end: period_end, status: 'closing' });
      return noPostings;
    }
    case 'period.locked':
    case 'period.reopened':
    case 'period.published': {
      const { id } = event.payload;
      const period = must(
        state.periods.find((p) => p.id === id),
        'id',
        event.seq,
      );
      const became = { 'period.locked': 'locked', 'period.reopened': 'closing', 'period.published': 'published' } as const;
      period.status = became[event.type];
      return noPostings;
    }
    case 'interest_settings.changed': {
      const { day_count, counter_account_id } = event.payload;
      state.interest.dayCount = day_count ?? state.interest.dayCount;
      if (counter_account_id !== undefined) state.interest.counterAccountId = counter_account_id;
      return noPostings;
    }
    case 'interest_bucket.created': {
      const { id, code, accrued_gl_account_id } = event.payload;
      must(state.glAccounts.get(accrued_gl_account_id), 'accrued_gl_account_id', event.seq).usage += 1;
      state.interest.buckets.set(id, { id, code, accruedGlId: accrued_gl_account_id, rates: [] });
      state.interest.bucketIdByCode.set(code, id);
      return noPostings;
    }
    case 'interest_rate.set':
      setBucketRate(must(state.interest.buckets.get(event.payload.bucket_id), 'bucket_id', event.seq), event.payload);
      return noPostings;
    case 'account.bucket_set':
      setBucket(state, event.payload);
      return noPostings;
    case 'hold.expired': {
      const hold = must(state.holds.get(event.payload.intent_id), 'intent_id', event.seq);
      releaseHold(state, dayOf(event), hold, null);
      closeHold(state, hold, 'expired');
      return noPostings;
    }
    case 'limit.set':
      setLimit(state.limits, event.payload);
      return noPostings;
    case 'control.registered':
      state.controls.set(event.payload.id, controlOf(event.payload));
      return noPostings;
    case 'control.retired':
      must(state.controls.get(event.payload.id), 'id', event.seq).retired = true;
      return noPostings;
    case 'control.attested':
      return noPostings;
    case 'privacy.tokenised':
      state.privacy.tokenised = true;
      state.privacy.keyVersion = event.payload.key_version;
      return noPostings;
    case 'privacy.key_rotated':
      state.privacy.keyVersion = event.payload.key_version;
      return noPostings;
    case 'privacy.reencrypted':
      state.privacy.reencryptedVersion = event.payload.key_version;
      return noPostings;
    case 'privacy.erased': {
      const { erasure: erasures, key_version: keyVersion } = event.payload;
      Object.assign(state.privacy, { tokenised: true, keyVersion, reencryptedVersion: keyVersion, erasures });
      return noPostings;
    }
    case 'tenant.created':
      state.name = event.payload.name;
      state.reportingCurrency = event.payload.reporting_currency;
      state.signingMode = event.payload.signing_mode;
      return noPostings;
    case 'tenant.renamed':
      state.name = event.payload.name;
      return noPostings;
    case 'tenant.deactivated':
      state.readOnly = true;
      return noPostings;
    case 'tenant.reactivated':
      state.readOnly = false;
      return noPostings;
    case 'ledger.broken':
    case 'ledger.mended':
      state.broken = event.type === 'ledger.broken';
      state.readOnly = state.broken;
      return noPostings;
    case 'tenant.archived':
      state.archived = true;
      return noPostings;
    case 'settings.changed':
      state.reportingCurrency = event.payload.reporting_currency ?? state.reportingCurrency;
      state.fiscalYearStart = event.payload.fiscal_year_start ?? state.fiscalYearStart;
      return noPostings;
    case 'period.revalued':
    case 'year.closed':
    case 'year.reopened':
    case 'branding.set':
    case 'party.changed':
    case 'privacy.exported':
    case 'super_token.refused':
      return noPostings;
    case 'party.created':
      state.partyIds.add(event.payload.id);
      return noPostings;
    case 'recon.imported':
    case 'recon.rows_added':
    case 'recon.matched':
    case 'recon.unmatched':
    case 'recon.exception_set':
    case 'recon.exception_cleared':
      return noPostings;
    case 'recon_source.saved': {
      const { name, account_id, bank_account } = event.payload;
      state.reconSources.set(name, { accountId: account_id, bankAccount: bank_account });
      return noPostings;
    }
    case 'recon_source.removed':
      state.reconSources.delete(event.payload.name);
      return noPostings;
    case 'currency.removed':
      state.currencies.delete(event.payload.code);
      return noPostings;
    case 'member.added':
      state.members.set(event.payload.user_id, event.payload.role);
      return noPostings;
    case 'member.role_changed':
      state.members.set(event.payload.user_id, event.payload.role);
      if (event.payload.role === 'auditor') dropEntityRoles(state, event.payload.user_id);
      return noPostings;
    case 'member.removed':
      state.members.delete(event.payload.user_id);
      dropEntityRoles(state, event.payload.user_id);
      for (const key of state.apiKeys.values()) if (key.makerId === event.payload.user_id) key.revoked = true;
      return noPostings;
    case 'api_key.created': {
      const { id, user_id, grant, expires_at } = event.payload;
      const expiresAtUs = must(parseInstant(expires_at), 'expires_at', event.seq);
      state.apiKeys.set(id, { id, makerId: user_id, grant, expiresAtUs, revoked: false });
      return noPostings;
    }
    case 'api_key.revoked':
      must(state.apiKeys.get(event.payload.id), 'id', event.seq).revoked = true;
      return noPostings;
    case 'invite.created': {
      const { id, email_token, role, expires_at } = event.payload;
      const expiresAtUs = must(parseInstant(expires_at), 'expires_at', event.seq);
      state.invites.set(id, { id, emailToken: email_token, role, expiresAtUs, status: 'pending' });
      return noPostings;
    }
    case 'invite.revoked':
      must(state.invites.get(event.payload.id), 'id', event.seq).status = 'revoked';
      return noPostings;
    case 'invite.accepted':
      must(state.invites.get(event.payload.id), 'id', event.seq).status = 'accepted';
      return noPostings;
    case 'entity.created': {
      const { id, code, base_currency } = event.payload;
      state.entities.set(id, { id, code, baseCurrency: base_currency, active: true, members: new Map() });
      return noPostings;
    }
    case 'entity.renamed':
      return noPostings;
    case 'entity.deactivated':
      must(state.entities.get(event.payload.id), 'id', event.seq).active = false;
      return noPostings;
    case 'entity.reactivated':
      must(state.entities.get(event.payload.id), 'id', event.seq).active = true;
      return noPostings;
    case 'entity_member.set': {
      const { entity_id, user_id, role } = event.payload;
      must(state.entities.get(entity_id), 'entity_id', event.seq).members.set(user_id, role);
      return noPostings;
    }
    case 'entity_member.removed':
      must(state.entities.get(event.payload.entity_id), 'entity_id', event.seq).members.delete(event.payload.user_id);
      return noPostings;
    case 'currency.allowed':
      state.currencies.add(event.payload.code);
      return noPostings;
    case 'signing.changed':
      state.signingMode = event.payload.signing_mode;
      state.enforceSignedIntents = event.payload.enforce_signed_intents;
      state.jwksUrl = event.payload.jwks_url;
      return noPostings;
    case 'second_factor.changed':
      state.secondFactorRequired = event.payload.required;
      return noPostings;
    case 'key.sunset':
      must(state.signingKeys.get(event.payload.kid), 'kid', event.seq).status = 'SUNSETTING';
      return noPostings;
    case 'key.revoked':
      must(state.signingKeys.get(event.payload.kid), 'kid', event.seq).status = 'revoked';
      return noPostings;
    case 'key.registered':
    case 'key.generated': {
      const { kid, purpose, user_id } = event.payload;
      state.signingKeys.set(kid, { kid, purpose, userId: user_id, status: 'ACTIVE' });
      return noPostings;
    }
    case 'gl_account.created': {
      const { id, code, title, class: glClass, normal_balance, parent_id } = event.payload;
      state.glAccounts.set(id, { id, code, title, class: glClass, normalBalance: normal_balance, parentId: parent_id, usage: 0 });
      state.glAccountIdByCode.set(code, id);
      if (parent_id !== null) must(state.glAccounts.get(parent_id), 'parent_id', event.seq).usage += 1;
      return noPostings;
    }
    case 'gl_account.deleted': {
      const gone = must(state.glAccounts.get(event.payload.id), 'id', event.seq);
      state.glAccounts.delete(gone.id);
      state.glAccountIdByCode.delete(gone.code);
      if (gone.parentId !== null) must(state.glAccounts.get(gone.parentId), 'parent_id', event.seq).usage -= 1;
      return noPostings;
    }
    case 'account.created': {
      const { id, code, currency, gl_account_id, entity_id, floor } = event.payload;
      const gl = must(state.glAccounts.get(gl_account_id), 'gl_account_id', event.seq);
      gl.usage += 1;
      const account: AccountState = {
        id,
        code,
        currency,
        glAccountId: gl.id,
        entityId: entity_id,
        normalBalance: gl.normalBalance,
        floor,
        createdSeq: event.seq,
        closed: false,
        balanceE8: 0n,
      };
      state.accounts.set(id, account);
      state.accountByCode.set(code, account);
      return noPostings;
    }
    case 'account.closed':
    case 'account.reopened':
      must(state.accounts.get(event.payload.id), 'id', event.seq).closed = event.type === 'account.closed';
      return noPostings;
    case 'attachment.added': {
      const { intent_id, sha256 } = event.payload;
      const known = state.attachments.get(intent_id);
      if (known === undefined) state.attachments.set(intent_id, new Set([sha256]));
      else known.add(sha256);
      return noPostings;
    }
    case 'snapshot.taken': {
      const { id, kind, seq } = event.payload;
      state.snapshots.set(id, { id, kind, seq });
      return noPostings;
    }
    case 'audit_export.set':
      state.auditExport = event.payload;
      return noPostings;
    case 'fx_rate.set': {
      const { base_currency, quote_currency, rate, asof, source } = event.payload;
      setRate(state, `${base_currency}/${quote_currency}`, { rate, asofUs: must(parseInstant(asof), 'asof', event.seq), source });
      return noPostings;
    }
    case 'fx_rates.imported': {
      const { base_currency, source, days } = event.payload;
      for (const { asof, rates } of days) {
        const asofUs = must(parseInstant(asof), 'asof', event.seq);
        for (const [quote, rate] of Object.entries(rates)) setRate(state, `${base_currency}/${quote}`, { rate, asofUs, source });
      }
      return noPostings;
    }
  }
}

/** The booking day, UTC. */
const dayOf = (event: ChainedEvent): string => event.eventTs.slice(0, 10);

function execute(state: TenantState, event: ChainedEvent, intent: IntentExecuted): readonly Posting[] {
  const { seq } = event;
  const { rows, hold, reverses, intent_id } = intent;
  const reporting = intent.reporting_amount ?? null;
  if (hold?.action === 'place') {
    const expiresAtUs = must(parseInstant(hold.expires_at), 'expires_at', seq);
    const placed: HoldState = { intentId: intent_id, status: 'open', expiresAtUs, bookedOn: dayOf(event), reporting, rows: hold.rows };
    placeHold(state, placed);
    bookHold(state, placed);
  } else if (hold !== undefined) {
    const closed = must(state.holds.get(hold.intent_id), 'hold', seq);
    releaseHold(state, dayOf(event), closed, hold.action === 'capture' ? rows : null);
    closeHold(state, closed, hold.action === 'capture' ? 'captured' : 'voided');
  }
  if (reverses !== undefined) state.reversals.set(reverses.intent_id, intent_id);
  if (rows.length > 0) state.posted = true;
  noteRun(state, seq, intent.schedule);
  if (intent.interest !== undefined) must(noteInterest(state, seq, intent.interest) || null, 'interest', seq);
  const postings = rows.map((row) => post(state, seq, row));
  if (hold === undefined && event.actorId !== systemActor.id) bookPostings(state, dayOf(event), postings, reporting);
  return postings;
}

/** A schedule goes on to its next day, whatever became of the intent; without one it has ended. */
function noteRun(state: TenantState, seq: number, run: ScheduleRun | undefined): void {
  if (run === undefined) return;
  const schedule = must(state.schedules.get(run.id), 'schedule', seq);
  schedule.nextOn = run.next_on;
  if (run.next_on === null) schedule.status = 'ended';
}

/** Keeps the list of a pair ascending by time; a rate for the same instant is replaced. */
function setRate(state: TenantState, pair: string, rate: FxRateState): void {
  const list = state.fxRates.get(pair) ?? [];
  state.fxRates.set(pair, list);
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((list[middle]?.asofUs ?? rate.asofUs) < rate.asofUs) low = middle + 1;
    else high = middle;
  }
  list.splice(low, list[low]?.asofUs === rate.asofUs ? 1 : 0, rate);
}

function post(state: TenantState, seq: number, row: PostedRow): Posting {
  const debit = must(state.accounts.get(row.debit_account_id), 'debit_account_id', seq);
  const credit = must(state.accounts.get(row.credit_account_id), 'credit_account_id', seq);
  const amountE8 = must(parseAmountE8(row.amount), 'amount', seq);
  if (amountE8 <= 0n || debit === credit) throw new Error(`event ${seq}: line ${row.line} is not a posting`);
  debit.balanceE8 += amountE8;
  credit.balanceE8 -= amountE8;
  return { seq, row, debit, credit, amountE8, debitBalanceAfterE8: debit.balanceE8, creditBalanceAfterE8: credit.balanceE8 };
}

/** Who leaves, or may only read from now on, has no role in an entity any more. */
function dropEntityRoles(state: TenantState, userId: string): void {
  for (const entity of state.entities.values()) entity.members.delete(userId);
}
