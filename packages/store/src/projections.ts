// Which projection each event feeds. Live writing and replay use the same statements, the one in `public`, the other in a
// shadow schema: they name no schema.

import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import { projectAccounts } from './features/accounts/projection.ts';
import { projectApiKeys } from './features/api-keys/projection.ts';
import { projectApprovals } from './features/approvals/projection.ts';
import { projectAttachments } from './features/attachments/projection.ts';
import { projectAuditExport } from './features/audit-export/projection.ts';
import { projectBranding } from './features/branding/projection.ts';
import { projectControls } from './features/controls/projection.ts';
import { projectCurrencies } from './features/currencies/projection.ts';
import { projectEntities } from './features/entities/projection.ts';
import { projectFxRates } from './features/fx/projection.ts';
import { projectGlAccounts } from './features/gl-accounts/projection.ts';
import { projectHold, projectHoldExpired } from './features/holds/projection.ts';
import { projectReversal } from './features/intents/projection.ts';
import { projectInterest, projectInterestPosted } from './features/interest/projection.ts';
import { projectLimits } from './features/limits/projection.ts';
import { projectParties } from './features/parties/projection.ts';
import { projectPeople } from './features/people/projection.ts';
import { projectPeriods } from './features/periods/projection.ts';
import { projectPrivacy } from './features/privacy/projection.ts';
import { projectRecon } from './features/recon/projection.ts';
import { projectRevaluation, projectRevaluationLines } from './features/revaluations/projection.ts';
import { projectScheduleRun, projectSchedules } from './features/schedules/projection.ts';
import { projectSecondFactor, projectSettings, projectSigning } from './features/settings/projection.ts';
import { projectSigningKeys } from './features/signing-keys/projection.ts';
import { projectSnapshots } from './features/snapshots/projection.ts';
import { projectTemplates } from './features/templates/projection.ts';
import { projectTenants } from './features/tenants/projection.ts';
import { projectYearEnd } from './features/year-ends/projection.ts';
import type { Statement } from './sql/statement.ts';
import { projectHouseDays } from './writer/house-days.ts';

/** Tables that replay rebuilds and compares, with what orders their rows. */
export const projectedTables = [
  'tenants',
  'members',
  'invites',
  'entities',
  'entity_members',
  'parties',
  'branding',
  'audit_destinations',
  'tenant_currencies',
  'gl_accounts',
  'accounts',
  'attachments',
  'snapshots',
  'fx_rates',
  'signing_keys',
  'postings',
  'holds',
  'hold_rows',
  'reversals',
  'templates',
  'schedules',
  'schedule_runs',
  'periods',
  'period_balances',
  'period_files',
  'interest_buckets',
  'interest_rates',
  'interest_memberships',
  'interest_accounts',
  'interest_accrued',
  'interest_days',
  'interest_capitalisations',
  'revaluations',
  'revaluation_lines',
  'year_ends',
  'house_days',
  'approvals',
  'approval_votes',
  'account_days',
  'gl_days',
  'entity_days',
  'account_months',
  'account_marks',
  'limits',
  'booked',
  'controls',
  'control_versions',
  'attestations',
  'recon_sources',
  'recon_imports',
  'recon_statements',
  'recon_rows',
  'recon_matches',
  'recon_postings',
  'recon_exceptions',
  'privacy',
  'api_keys',
] as const;

/** The statements an event adds to its transaction. Postings, balances, days and the day's use are written by the batch itself. */
export function project(tenantId: string, event: ChainedEvent): readonly Statement[] {
  switch (event.type) {
    case 'intent.executed':
      return [
        ...projectHold(tenantId, event, event.payload),
        ...projectReversal(tenantId, event.seq, event.payload),
        ...projectScheduleRun(tenantId, event),
        ...projectInterestPosted(tenantId, event.seq, event.payload.intent_id, event.payload.interest),
        ...projectRevaluationLines(tenantId, event.payload),
        ...projectHouseDays(tenantId, event.seq, event.payload),
      ];
    case 'intent.rejected':
      return projectScheduleRun(tenantId, event);
    case 'intent.proposed':
      return [...projectApprovals(tenantId, event), ...projectScheduleRun(tenantId, event)];
    case 'intent.validated':
      return [];
    case 'approval.requested':
    case 'approval.approved':
    case 'approval.rejected':
    case 'four_eyes.set':
      return projectApprovals(tenantId, event);
    case 'template.saved':
    case 'template.removed':
      return [projectTemplates(tenantId, event)];
    case 'schedule.created':
    case 'schedule.paused':
    case 'schedule.resumed':
    case 'schedule.ended':
      return [projectSchedules(tenantId, event)];
    case 'period.closing':
    case 'period.locked':
    case 'period.published':
    case 'period.reopened':
      return projectPeriods(tenantId, event);
    case 'interest_settings.changed':
    case 'interest_bucket.created':
    case 'interest_rate.set':
    case 'account.bucket_set':
      return projectInterest(tenantId, event);
    case 'period.revalued':
      return [projectRevaluation(tenantId, event)];
    case 'year.closed':
    case 'year.reopened':
      return [projectYearEnd(tenantId, event)];
    case 'hold.expired':
      return [projectHoldExpired(tenantId, event)];
    case 'tenant.created':
    case 'tenant.renamed':
    case 'tenant.deactivated':
    case 'tenant.reactivated':
    case 'tenant.archived':
    case 'ledger.broken':
    case 'ledger.mended':
      return [projectTenants(tenantId, event)];
    case 'member.added':
    case 'member.role_changed':
    case 'member.removed':
    case 'invite.created':
    case 'invite.revoked':
    case 'invite.accepted':
      return projectPeople(tenantId, event);
    case 'settings.changed':
      return [projectSettings(tenantId, event)];
    case 'entity.created':
    case 'entity.renamed':
    case 'entity.deactivated':
    case 'entity.reactivated':
    case 'entity_member.set':
    case 'entity_member.removed':
      return [projectEntities(tenantId, event)];
    case 'party.created':
    case 'party.changed':
      return [projectParties(tenantId, event)];
    case 'branding.set':
      return [projectBranding(tenantId, event)];
    case 'audit_export.set':
      return projectAuditExport(tenantId, event);
    case 'currency.allowed':
    case 'currency.removed':
      return [projectCurrencies(tenantId, event)];
    case 'signing.changed':
      return [projectSigning(tenantId, event)];
    case 'second_factor.changed':
      return [projectSecondFactor(tenantId, event)];
    case 'key.registered':
    case 'key.sunset':
    case 'key.revoked':
    case 'key.generated':
      return [projectSigningKeys(tenantId, event)];
    case 'gl_account.created':
    case 'gl_account.deleted':
      return [projectGlAccounts(tenantId, event)];
    case 'account.created':
    case 'account.closed':
    case 'account.reopened':
      return [projectAccounts(tenantId, event)];
    case 'attachment.added':
      return [projectAttachments(tenantId, event)];
    case 'snapshot.taken':
      return [projectSnapshots(tenantId, event)];
    case 'fx_rate.set':
    case 'fx_rates.imported':
      return [projectFxRates(tenantId, event)];
    case 'recon_source.saved':
    case 'recon_source.removed':
    case 'recon.imported':
    case 'recon.rows_added':
    case 'recon.matched':
    case 'recon.unmatched':
    case 'recon.exception_set':
    case 'recon.exception_cleared':
      return projectRecon(tenantId, event);
    case 'api_key.created':
    case 'api_key.revoked':
      return [projectApiKeys(tenantId, event)];
    case 'limit.set':
      return [projectLimits(tenantId, event)];
    case 'control.registered':
    case 'control.retired':
    case 'control.attested':
      return projectControls(tenantId, event);
    case 'privacy.tokenised':
    case 'privacy.key_rotated':
    case 'privacy.reencrypted':
    case 'privacy.erased':
    case 'privacy.exported':
    case 'super_token.refused':
      return projectPrivacy(tenantId, event);
  }
}
