// Written by npm run reference from the census (packages/contract/src/features.ts) and the files that are there. Nobody edits it.

import type { AccountEvents } from '../accounts/events.ts';
import type { AllowListEvents } from '../allow-lists/events.ts';
import type { AnchorEvents } from '../anchors/events.ts';
import type { ApiKeyEvents } from '../api-keys/events.ts';
import type { ApprovalEvents } from '../approvals/events.ts';
import type { AttachmentEvents } from '../attachments/events.ts';
import type { AuditExportEvents } from '../audit-export/events.ts';
import type { BrandingEvents } from '../branding/events.ts';
import type { CloseTaskEvents } from '../close-tasks/events.ts';
import type { CommentEvents } from '../comments/events.ts';
import type { ControlEvents } from '../controls/events.ts';
import type { CurrencyEvents } from '../currencies/events.ts';
import type { EntityEvents } from '../entities/events.ts';
import type { FxEvents } from '../fx/events.ts';
import type { GlAccountEvents } from '../gl-accounts/events.ts';
import type { HealthEvents } from '../health/events.ts';
import type { HoldEvents } from '../holds/events.ts';
import type { IntentEvents } from '../intents/events.ts';
import type { InterestEvents } from '../interest/events.ts';
import type { LimitEvents } from '../limits/events.ts';
import type { MetadataEvents } from '../metadata/events.ts';
import type { PartyEvents } from '../parties/events.ts';
import type { PeopleEvents } from '../people/events.ts';
import type { PeriodEvents } from '../periods/events.ts';
import type { PrivacyEvents } from '../privacy/events.ts';
import type { PruneEvents } from '../prunes/events.ts';
import type { ReconEvents } from '../recon/events.ts';
import type { RevaluationEvents } from '../revaluations/events.ts';
import type { ScheduleEvents } from '../schedules/events.ts';
import type { SecondFactorResetEvents } from '../second-factor-resets/events.ts';
import type { ServiceAccountEvents } from '../service-accounts/events.ts';
import type { SettingsEvents } from '../settings/events.ts';
import type { SigningKeyEvents } from '../signing-keys/events.ts';
import type { SnapshotEvents } from '../snapshots/events.ts';
import type { SsoEvents } from '../sso/events.ts';
import type { TemplateEvents } from '../templates/events.ts';
import type { TenantEvents } from '../tenants/events.ts';
import type { WebhookEvents } from '../webhooks/events.ts';
import type { WitnessEvents } from '../witnesses/events.ts';
import type { YearEndEvents } from '../year-ends/events.ts';

/** Every event type there is, with the shape of its payload. */
export interface EventShapes
  extends TenantEvents,
    PeopleEvents,
    SsoEvents,
    SettingsEvents,
    SecondFactorResetEvents,
    EntityEvents,
    PartyEvents,
    BrandingEvents,
    GlAccountEvents,
    AccountEvents,
    LimitEvents,
    IntentEvents,
    MetadataEvents,
    ApprovalEvents,
    HoldEvents,
    TemplateEvents,
    ScheduleEvents,
    AttachmentEvents,
    CommentEvents,
    ReconEvents,
    PeriodEvents,
    CloseTaskEvents,
    InterestEvents,
    RevaluationEvents,
    YearEndEvents,
    AnchorEvents,
    PruneEvents,
    WitnessEvents,
    AuditExportEvents,
    WebhookEvents,
    HealthEvents,
    SnapshotEvents,
    CurrencyEvents,
    FxEvents,
    ControlEvents,
    PrivacyEvents,
    SigningKeyEvents,
    ServiceAccountEvents,
    AllowListEvents,
    ApiKeyEvents {}
