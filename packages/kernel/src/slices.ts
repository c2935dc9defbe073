// Written by npm run reference from the census (packages/contract/src/features.ts) and the files that are there. Nobody edits it.
// No slice imports this file: it stands on all of them.

import { accounts } from './accounts/slice.ts';
import { allowLists } from './allow-lists/slice.ts';
import { anchors } from './anchors/slice.ts';
import { apiKeys } from './api-keys/slice.ts';
import { approvals } from './approvals/slice.ts';
import { attachments } from './attachments/slice.ts';
import { auditExport } from './audit-export/slice.ts';
import { branding } from './branding/slice.ts';
import { closeTasks } from './close-tasks/slice.ts';
import { comments } from './comments/slice.ts';
import { controls } from './controls/slice.ts';
import { currencies } from './currencies/slice.ts';
import { entities } from './entities/slice.ts';
import { fx } from './fx/slice.ts';
import { glAccounts } from './gl-accounts/slice.ts';
import { health } from './health/slice.ts';
import { holds } from './holds/slice.ts';
import { intents } from './intents/slice.ts';
import { interest } from './interest/slice.ts';
import type { Command } from './ledger/commands.ts';
import type { EventShapes } from './ledger/event-shapes.ts';
import type { CommandRows, EventRows } from './ledger/slice.ts';
import { limits } from './limits/slice.ts';
import { metadata } from './metadata/slice.ts';
import { parties } from './parties/slice.ts';
import { people } from './people/slice.ts';
import { periods } from './periods/slice.ts';
import { privacy } from './privacy/slice.ts';
import { prunes } from './prunes/slice.ts';
import { recon } from './recon/slice.ts';
import { revaluations } from './revaluations/slice.ts';
import { schedules } from './schedules/slice.ts';
import { secondFactorResets } from './second-factor-resets/slice.ts';
import { serviceAccounts } from './service-accounts/slice.ts';
import { settings } from './settings/slice.ts';
import { signingKeys } from './signing-keys/slice.ts';
import { snapshots } from './snapshots/slice.ts';
import { sso } from './sso/slice.ts';
import { templates } from './templates/slice.ts';
import { tenants } from './tenants/slice.ts';
import { webhooks } from './webhooks/slice.ts';
import { witnesses } from './witnesses/slice.ts';
import { yearEnds } from './year-ends/slice.ts';

/** What is known of each command. */
export const commandRows = {
  ...tenants.commands,
  ...people.commands,
  ...sso.commands,
  ...settings.commands,
  ...secondFactorResets.commands,
  ...entities.commands,
  ...parties.commands,
  ...branding.commands,
  ...glAccounts.commands,
  ...accounts.commands,
  ...limits.commands,
  ...intents.commands,
  ...metadata.commands,
  ...approvals.commands,
  ...holds.commands,
  ...templates.commands,
  ...schedules.commands,
  ...attachments.commands,
  ...comments.commands,
  ...recon.commands,
  ...periods.commands,
  ...closeTasks.commands,
  ...interest.commands,
  ...revaluations.commands,
  ...yearEnds.commands,
  ...anchors.commands,
  ...prunes.commands,
  ...witnesses.commands,
  ...auditExport.commands,
  ...webhooks.commands,
  ...health.commands,
  ...snapshots.commands,
  ...currencies.commands,
  ...fx.commands,
  ...controls.commands,
  ...privacy.commands,
  ...signingKeys.commands,
  ...serviceAccounts.commands,
  ...allowLists.commands,
  ...apiKeys.commands,
} satisfies CommandRows<Command>;

/** What each event does to the state. */
export const eventRows = {
  ...tenants.events,
  ...people.events,
  ...sso.events,
  ...settings.events,
  ...secondFactorResets.events,
  ...entities.events,
  ...parties.events,
  ...branding.events,
  ...glAccounts.events,
  ...accounts.events,
  ...limits.events,
  ...intents.events,
  ...metadata.events,
  ...approvals.events,
  ...holds.events,
  ...templates.events,
  ...schedules.events,
  ...attachments.events,
  ...comments.events,
  ...recon.events,
  ...periods.events,
  ...closeTasks.events,
  ...interest.events,
  ...revaluations.events,
  ...yearEnds.events,
  ...anchors.events,
  ...prunes.events,
  ...witnesses.events,
  ...auditExport.events,
  ...webhooks.events,
  ...health.events,
  ...snapshots.events,
  ...currencies.events,
  ...fx.events,
  ...controls.events,
  ...privacy.events,
  ...signingKeys.events,
  ...serviceAccounts.events,
  ...allowLists.events,
  ...apiKeys.events,
} satisfies EventRows<EventShapes>;
