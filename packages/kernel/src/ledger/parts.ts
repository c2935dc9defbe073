// Written by npm run reference from the census (packages/contract/src/features.ts) and the files that are there. Nobody edits it.

import { type AccountsPart, accountsPart } from '../accounts/state.ts';
import { type AllowListsPart, allowListsPart } from '../allow-lists/state.ts';
import { type AnchorsPart, anchorsPart } from '../anchors/state.ts';
import { type ApiKeysPart, apiKeysPart } from '../api-keys/state.ts';
import { type ApprovalsPart, approvalsPart } from '../approvals/state.ts';
import { type AttachmentsPart, attachmentsPart } from '../attachments/state.ts';
import { type AuditExportPart, auditExportPart } from '../audit-export/state.ts';
import { type CloseTasksPart, closeTasksPart } from '../close-tasks/state.ts';
import { type CommentsPart, commentsPart } from '../comments/state.ts';
import { type ControlsPart, controlsPart } from '../controls/state.ts';
import { type CurrenciesPart, currenciesPart } from '../currencies/state.ts';
import { type EntitiesPart, entitiesPart } from '../entities/state.ts';
import { type FxPart, fxPart } from '../fx/state.ts';
import { type GlAccountsPart, glAccountsPart } from '../gl-accounts/state.ts';
import { type HealthPart, healthPart } from '../health/state.ts';
import { type HoldsPart, holdsPart } from '../holds/state.ts';
import { type IntentsPart, intentsPart } from '../intents/state.ts';
import { type InterestPart, interestPart } from '../interest/state.ts';
import { type LimitsPart, limitsPart } from '../limits/state.ts';
import { type PartiesPart, partiesPart } from '../parties/state.ts';
import { type PeoplePart, peoplePart } from '../people/state.ts';
import { type PeriodsPart, periodsPart } from '../periods/state.ts';
import { type PrivacyPart, privacyPart } from '../privacy/state.ts';
import { type PrunesPart, prunesPart } from '../prunes/state.ts';
import { type ReconPart, reconPart } from '../recon/state.ts';
import { type SchedulesPart, schedulesPart } from '../schedules/state.ts';
import { type SecondFactorResetsPart, secondFactorResetsPart } from '../second-factor-resets/state.ts';
import { type ServiceAccountsPart, serviceAccountsPart } from '../service-accounts/state.ts';
import { type SigningKeysPart, signingKeysPart } from '../signing-keys/state.ts';
import { type SnapshotsPart, snapshotsPart } from '../snapshots/state.ts';
import { type SsoPart, ssoPart } from '../sso/state.ts';
import { type TemplatesPart, templatesPart } from '../templates/state.ts';
import { type WebhooksPart, webhooksPart } from '../webhooks/state.ts';
import { type WitnessesPart, witnessesPart } from '../witnesses/state.ts';

/** What the slices keep in the state of an organisation. */
export interface Parts
  extends PeoplePart,
    SsoPart,
    SecondFactorResetsPart,
    EntitiesPart,
    PartiesPart,
    GlAccountsPart,
    AccountsPart,
    LimitsPart,
    IntentsPart,
    ApprovalsPart,
    HoldsPart,
    TemplatesPart,
    SchedulesPart,
    AttachmentsPart,
    CommentsPart,
    ReconPart,
    PeriodsPart,
    CloseTasksPart,
    InterestPart,
    AnchorsPart,
    PrunesPart,
    WitnessesPart,
    AuditExportPart,
    WebhooksPart,
    HealthPart,
    SnapshotsPart,
    CurrenciesPart,
    FxPart,
    ControlsPart,
    PrivacyPart,
    SigningKeysPart,
    ServiceAccountsPart,
    AllowListsPart,
    ApiKeysPart {}

/** Each as it is before the first event. */
export const parts = (): Parts => ({
  ...peoplePart(),
  ...ssoPart(),
  ...secondFactorResetsPart(),
  ...entitiesPart(),
  ...partiesPart(),
  ...glAccountsPart(),
  ...accountsPart(),
  ...limitsPart(),
  ...intentsPart(),
  ...approvalsPart(),
  ...holdsPart(),
  ...templatesPart(),
  ...schedulesPart(),
  ...attachmentsPart(),
  ...commentsPart(),
  ...reconPart(),
  ...periodsPart(),
  ...closeTasksPart(),
  ...interestPart(),
  ...anchorsPart(),
  ...prunesPart(),
  ...witnessesPart(),
  ...auditExportPart(),
  ...webhooksPart(),
  ...healthPart(),
  ...snapshotsPart(),
  ...currenciesPart(),
  ...fxPart(),
  ...controlsPart(),
  ...privacyPart(),
  ...signingKeysPart(),
  ...serviceAccountsPart(),
  ...allowListsPart(),
  ...apiKeysPart(),
});
