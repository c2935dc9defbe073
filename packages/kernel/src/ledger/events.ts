// Every event type there is, with the shape of its payload. Shapes are checked in as JSON schemas under `vectors/event-shapes/`;
// an event is never rewritten: a new shape is a new version.

import type { AccountEvents } from '../accounts/events.ts';
import type { ApiKeyEvents } from '../api-keys/events.ts';
import type { ApprovalEvents } from '../approvals/events.ts';
import type { AttachmentEvents } from '../attachments/events.ts';
import type { AuditExportEvents } from '../audit-export/events.ts';
import type { BrandingEvents } from '../branding/events.ts';
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
import type { PartyEvents } from '../parties/events.ts';
import type { PeopleEvents } from '../people/events.ts';
import type { PeriodEvents } from '../periods/events.ts';
import type { PrivacyEvents } from '../privacy/events.ts';
import type { ReconEvents } from '../recon/events.ts';
import type { RevaluationEvents } from '../revaluations/events.ts';
import type { ScheduleEvents } from '../schedules/events.ts';
import type { SettingsEvents } from '../settings/events.ts';
import type { SigningKeyEvents } from '../signing-keys/events.ts';
import type { SnapshotEvents } from '../snapshots/events.ts';
import type { TemplateEvents } from '../templates/events.ts';
import type { TenantEvents } from '../tenants/events.ts';
import type { YearEndEvents } from '../year-ends/events.ts';

export interface EventShapes
  extends TenantEvents,
    PeopleEvents,
    SettingsEvents,
    EntityEvents,
    PartyEvents,
    BrandingEvents,
    AuditExportEvents,
    CurrencyEvents,
    AccountEvents,
    AttachmentEvents,
    GlAccountEvents,
    FxEvents,
    SnapshotEvents,
    SigningKeyEvents,
    IntentEvents,
    HoldEvents,
    HealthEvents,
    TemplateEvents,
    ScheduleEvents,
    PeriodEvents,
    InterestEvents,
    RevaluationEvents,
    YearEndEvents,
    ApprovalEvents,
    LimitEvents,
    CommentEvents,
    ControlEvents,
    ReconEvents,
    PrivacyEvents,
    ApiKeyEvents {}

export type EventType = keyof EventShapes;

/** An event as decided: without its place in the chain. */
export type EventDraft = {
  [T in EventType]: {
    readonly type: T;
    readonly payload: EventShapes[T];
    /** Only of the first event of an intent. */
    readonly idemKey?: string;
    /** Of every event of an intent. */
    readonly intentId?: string;
    readonly signature?: string | null;
    /** Where it is the act of another than whoever gave the command: of the house. */
    readonly actorId?: string;
  };
}[EventType];

/** An event in its place in the chain, as `evolve` and the projections see it. */
export type ChainedEvent = EventDraft & {
  readonly seq: number;
  readonly eventId: string;
  readonly eventTs: string;
  /** The same instant as microseconds since 1970. */
  readonly eventTsUs: bigint;
  readonly actorId: string;
  readonly eventHash: string;
};

/** The day, UTC, on which it was written. */
export const bookingDayOf = ({ eventTs }: Pick<ChainedEvent, 'eventTs'>): string => eventTs.slice(0, 10);
