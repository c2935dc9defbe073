// Written by npm run reference from the census (packages/contract/src/features.ts) and the files that are there. Nobody edits it.

import type { AccountCommand } from '../accounts/commands.ts';
import type { AllowListCommand } from '../allow-lists/commands.ts';
import type { AnchorCommand } from '../anchors/commands.ts';
import type { ApiKeyCommand } from '../api-keys/commands.ts';
import type { ApprovalCommand } from '../approvals/commands.ts';
import type { AttachmentCommand } from '../attachments/commands.ts';
import type { AuditExportCommand } from '../audit-export/commands.ts';
import type { BrandingCommand } from '../branding/commands.ts';
import type { CloseTaskCommand } from '../close-tasks/commands.ts';
import type { CommentCommand } from '../comments/commands.ts';
import type { ControlCommand } from '../controls/commands.ts';
import type { CurrencyCommand } from '../currencies/commands.ts';
import type { EntityCommand } from '../entities/commands.ts';
import type { FxCommand } from '../fx/commands.ts';
import type { GlAccountCommand } from '../gl-accounts/commands.ts';
import type { HealthCommand } from '../health/commands.ts';
import type { HoldCommand } from '../holds/commands.ts';
import type { IntentCommand } from '../intents/commands.ts';
import type { InterestCommand } from '../interest/commands.ts';
import type { LimitCommand } from '../limits/commands.ts';
import type { MetadataCommand } from '../metadata/commands.ts';
import type { PartyCommand } from '../parties/commands.ts';
import type { PeopleCommand } from '../people/commands.ts';
import type { PeriodCommand } from '../periods/commands.ts';
import type { PrivacyCommand } from '../privacy/commands.ts';
import type { PruneCommand } from '../prunes/commands.ts';
import type { ReconCommand } from '../recon/commands.ts';
import type { RevaluationCommand } from '../revaluations/commands.ts';
import type { ScheduleCommand } from '../schedules/commands.ts';
import type { SecondFactorResetCommand } from '../second-factor-resets/commands.ts';
import type { ServiceAccountCommand } from '../service-accounts/commands.ts';
import type { SettingsCommand } from '../settings/commands.ts';
import type { SigningKeyCommand } from '../signing-keys/commands.ts';
import type { SnapshotCommand } from '../snapshots/commands.ts';
import type { SsoCommand } from '../sso/commands.ts';
import type { TemplateCommand } from '../templates/commands.ts';
import type { TenantCommand } from '../tenants/commands.ts';
import type { WebhookCommand } from '../webhooks/commands.ts';
import type { WitnessCommand } from '../witnesses/commands.ts';
import type { YearEndCommand } from '../year-ends/commands.ts';

/** Every way to change an organisation. Each becomes events, a refusal, or the answer it already has. */
export type Command =
  | TenantCommand
  | PeopleCommand
  | SsoCommand
  | SettingsCommand
  | SecondFactorResetCommand
  | EntityCommand
  | PartyCommand
  | BrandingCommand
  | GlAccountCommand
  | AccountCommand
  | LimitCommand
  | IntentCommand
  | MetadataCommand
  | ApprovalCommand
  | HoldCommand
  | TemplateCommand
  | ScheduleCommand
  | AttachmentCommand
  | CommentCommand
  | ReconCommand
  | PeriodCommand
  | CloseTaskCommand
  | InterestCommand
  | RevaluationCommand
  | YearEndCommand
  | AnchorCommand
  | PruneCommand
  | WitnessCommand
  | AuditExportCommand
  | WebhookCommand
  | HealthCommand
  | SnapshotCommand
  | CurrencyCommand
  | FxCommand
  | ControlCommand
  | PrivacyCommand
  | SigningKeyCommand
  | ServiceAccountCommand
  | AllowListCommand
  | ApiKeyCommand;
