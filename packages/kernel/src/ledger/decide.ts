import { decideCloseAccount, decideCreateAccount, decideReopenAccount } from '../accounts/decide.ts';
import { decideCreateApiKey, decideRevokeApiKey } from '../api-keys/decide.ts';
import { guardKey } from '../api-keys/guard.ts';
import { decideApprove, decideExpire, decideReject, decideSetFourEyes, decideWithdraw, restChange } from '../approvals/decide.ts';
import { decideAddAttachment } from '../attachments/decide.ts';
import { decideSetAuditExport } from '../audit-export/decide.ts';
import { decideSetBranding } from '../branding/decide.ts';
import { decideAttestControl, decideRegisterControl, decideRetireControl } from '../controls/decide.ts';
import { decideAllowCurrency, decideRemoveCurrency } from '../currencies/decide.ts';
import {
  decideCreateEntity,
  decideDeactivateEntity,
  decideReactivateEntity,
  decideRemoveEntityMember,
  decideRenameEntity,
  decideSetEntityMember,
} from '../entities/decide.ts';
import { decideSetFxRate } from '../fx/decide.ts';
import { decideImportFxRates } from '../fx/import.ts';
import { decideCreateGlAccount, decideDeleteGlAccount, decideUseStandardChart } from '../gl-accounts/decide.ts';
import { decideBreakLedger, decideMendLedger } from '../health/decide.ts';
import { decideExpireHold } from '../holds/decide.ts';
import { decideExecuteIntent } from '../intents/decide.ts';
import {
  decideChangeInterestSettings,
  decideCreateInterestBucket,
  decideSetAccountBucket,
  decideSetInterestRate,
} from '../interest/decide.ts';
import { decideSetLimit } from '../limits/decide.ts';
import { decideRecordParty } from '../parties/decide.ts';
import {
  decideAcceptInvite,
  decideAddMember,
  decideChangeMemberRole,
  decideCreateInvite,
  decideRemoveMember,
  decideRevokeInvite,
} from '../people/decide.ts';
import { decideLockPeriod, decidePublishPeriod, decideReopenPeriod, decideStartPeriod } from '../periods/decide.ts';
import {
  decideErase,
  decideExportSubject,
  decideFinishReencryption,
  decideRefuseSuperToken,
  decideRotate,
  decideTokenise,
} from '../privacy/decide.ts';
import {
  decideClearReconException,
  decideImportRecon,
  decideMatchRecon,
  decideRemoveReconSource,
  decideSaveReconSource,
  decideSetReconException,
  decideUnmatchRecon,
} from '../recon/decide.ts';
import { decideRevaluePeriod } from '../revaluations/decide.ts';
import { decideCreateSchedule, decideEndSchedule, decidePauseSchedule, decideResumeSchedule } from '../schedules/decide.ts';
import { decideChangeSettings } from '../settings/decide.ts';
import { decideChangeSecondFactor } from '../settings/second-factor.ts';
import { decideChangeSigning } from '../settings/signing.ts';
import { decideAddKey, decideRevokeKey } from '../signing-keys/decide.ts';
import { decideTakeSnapshot } from '../snapshots/decide.ts';
import { decideRemoveTemplate, decideSaveTemplate } from '../templates/decide.ts';
import {
  decideArchiveTenant,
  decideCreateTenant,
  decideDeactivateTenant,
  decideReactivateTenant,
  decideRenameTenant,
} from '../tenants/decide.ts';
import { decideCloseYear, decideReopenYear } from '../year-ends/decide.ts';
import type { Command } from './commands.ts';
import type { Decision, Facts } from './decision.ts';
import type { TenantState } from './state.ts';

/** Pure: the same state, command and facts give the same decision. Changes nothing. */
export function decide(state: TenantState, command: Command, facts: Facts): Decision {
  const barred = guardKey(state, command, facts.nowUs);
  if (barred !== null) return barred;
  if (command.type === 'intent.execute') return decideExecuteIntent(state, command, facts);
  return restChange(state, command, decideNow(state, command, facts), facts);
}

/** What a command comes to, were there nobody else to ask. */
export function decideNow(state: TenantState, command: Command, facts: Facts): Decision {
  switch (command.type) {
    case 'intent.execute':
      return decideExecuteIntent(state, command, facts);
    case 'approval.approve':
      return decideApprove(state, command, facts, decideNow, decideExecuteIntent);
    case 'approval.reject':
      return decideReject(state, command, facts.nowUs);
    case 'approval.withdraw':
      return decideWithdraw(state, command, facts.nowUs);
    case 'approval.expire':
      return decideExpire(state, command, facts.nowUs);
    case 'four_eyes.set':
      return decideSetFourEyes(state, command);
    case 'period.reopen':
      return decideReopenPeriod(state, command);
    case 'hold.expire':
      return decideExpireHold(state, command, facts.nowUs);
    case 'template.save':
      return decideSaveTemplate(state, command);
    case 'template.remove':
      return decideRemoveTemplate(state, command);
    case 'schedule.create':
      return decideCreateSchedule(state, command, facts.nowUs);
    case 'schedule.pause':
      return decidePauseSchedule(state, command);
    case 'schedule.resume':
      return decideResumeSchedule(state, command, facts.nowUs);
    case 'schedule.end':
      return decideEndSchedule(state, command);
    case 'period.start':
      return decideStartPeriod(state, command);
    case 'period.lock':
      return decideLockPeriod(state, command, facts);
    case 'period.publish':
      return decidePublishPeriod(state, command);
    case 'interest_settings.change':
      return decideChangeInterestSettings(state, command);
    case 'interest_bucket.create':
      return decideCreateInterestBucket(state, command, facts.nowUs);
    case 'interest_rate.set':
      return decideSetInterestRate(state, command, facts.nowUs);
    case 'account.set_bucket':
      return decideSetAccountBucket(state, command, facts.nowUs);
    case 'period.revalue':
      return decideRevaluePeriod(state, command, facts);
    case 'year.close':
      return decideCloseYear(state, command, facts);
    case 'year.reopen':
      return decideReopenYear(state, command, facts);
    case 'tenant.create':
      return decideCreateTenant(state, command);
    case 'tenant.rename':
      return decideRenameTenant(state, command);
    case 'tenant.deactivate':
      return decideDeactivateTenant(state, command);
    case 'tenant.reactivate':
      return decideReactivateTenant(state, command);
    case 'tenant.archive':
      return decideArchiveTenant(state, command);
    case 'ledger.break':
      return decideBreakLedger(state, command);
    case 'ledger.mend':
      return decideMendLedger(state, command);
    case 'member.add':
      return decideAddMember(state, command);
    case 'member.change_role':
      return decideChangeMemberRole(state, command);
    case 'member.remove':
      return decideRemoveMember(state, command);
    case 'invite.create':
      return decideCreateInvite(state, command);
    case 'invite.revoke':
      return decideRevokeInvite(state, command);
    case 'invite.accept':
      return decideAcceptInvite(state, command, facts);
    case 'settings.change':
      return decideChangeSettings(state, command);
    case 'entity.create':
      return decideCreateEntity(state, command);
    case 'entity.rename':
      return decideRenameEntity(state, command);
    case 'entity.deactivate':
      return decideDeactivateEntity(state, command);
    case 'entity.reactivate':
      return decideReactivateEntity(state, command);
    case 'entity_member.set':
      return decideSetEntityMember(state, command);
    case 'entity_member.remove':
      return decideRemoveEntityMember(state, command);
    case 'party.create':
    case 'party.change':
      return decideRecordParty(state, command);
    case 'branding.set':
      return decideSetBranding(state, command);
    case 'audit_export.set':
      return decideSetAuditExport(state, command);
    case 'currency.allow':
      return decideAllowCurrency(state, command);
    case 'currency.remove':
      return decideRemoveCurrency(state, command);
    case 'account.create':
      return decideCreateAccount(state, command);
    case 'account.close':
      return decideCloseAccount(state, command, facts.nowUs);
    case 'account.reopen':
      return decideReopenAccount(state, command);
    case 'gl_account.create':
      return decideCreateGlAccount(state, command);
    case 'gl_account.use_standard_chart':
      return decideUseStandardChart(state, command);
    case 'gl_account.delete':
      return decideDeleteGlAccount(state, command);
    case 'attachment.add':
      return decideAddAttachment(state, command);
    case 'fx_rate.set':
      return decideSetFxRate(state, command);
    case 'fx_rates.import':
      return decideImportFxRates(state, command);
    case 'signing.change':
      return decideChangeSigning(state, command);
    case 'second_factor.change':
      return decideChangeSecondFactor(state, command);
    case 'key.add':
      return decideAddKey(state, command);
    case 'key.revoke':
      return decideRevokeKey(state, command);
    case 'api_key.create':
      return decideCreateApiKey(state, command, facts);
    case 'api_key.revoke':
      return decideRevokeApiKey(state, command);
    case 'snapshot.take':
      return decideTakeSnapshot(state, command, facts);
    case 'limit.set':
      return decideSetLimit(state, command);
    case 'control.register':
      return decideRegisterControl(state, command);
    case 'control.retire':
      return decideRetireControl(state, command);
    case 'control.attest':
      return decideAttestControl(state, command);
    case 'recon_source.save':
      return decideSaveReconSource(state, command);
    case 'recon_source.remove':
      return decideRemoveReconSource(state, command);
    case 'recon.import':
      return decideImportRecon(state, command, facts);
    case 'recon.match':
      return decideMatchRecon(state, command, facts);
    case 'recon.unmatch':
      return decideUnmatchRecon(state, command, facts);
    case 'recon.set_exception':
      return decideSetReconException(state, command, facts);
    case 'recon.clear_exception':
      return decideClearReconException(state, command, facts);
    case 'privacy.tokenise':
      return decideTokenise(state, command);
    case 'privacy.rotate':
      return decideRotate(state, command);
    case 'privacy.erase':
      return decideErase(state, command);
    case 'privacy.finish':
      return decideFinishReencryption(state, command);
    case 'privacy.export':
      return decideExportSubject(state, command);
    case 'super_token.refuse':
      return decideRefuseSuperToken(state, command);
  }
}
