// The kinds of targets, as the exporter knows them: how one is opened, and who hears what became of it. A target is named by its organisation and,
// within that, by the name of its cursor.

import type { NewDelivery } from '@countinghouse/store/outbound/deliveries';
import type { TargetKind } from '@countinghouse/store/outbound/targets';
import type { Statement } from '@countinghouse/store/sql/statement';
import type { Sink } from './sink.ts';

/** What is sent to, as a turn finds it. */
export interface Target {
  readonly sink: Sink;
  /** Event types that are wanted, as patterns of SQL's LIKE; null: all of them. */
  readonly types: readonly string[] | null;
  /** An event that was answered so often, whatever the answer, is refused as well; null: it waits for as long as it takes. */
  readonly triesMax: number | null;
  /** One that takes nothing for so long is stopped; null: never. */
  readonly stopsAfterMs: number | null;
  /** Where it is and what is sent there, in a word that is another once that was changed. */
  readonly version: string;
}

/** What changed for the better or worse. */
export type Happening =
  | { readonly kind: 'failing' | 'stopped'; readonly detail: string }
  | { readonly kind: 'recovered' }
  | { readonly kind: 'dead_letter'; readonly seq: number; readonly detail: string }
  | { readonly kind: 'resent'; readonly seq: number };

export interface Outlet {
  readonly kind: TargetKind;
  /** null where there is none of the name any more, or none to be sent to now. Throws KeyUnavailable. */
  open(tenantId: string, name: string): Promise<Target | null>;
  /** Whether an event that is refused is a dead letter, and the next ones go on. Of a broker it waits: a log with a hole is worth less than a late one. */
  readonly hasDeadLetters: boolean;
  /** Hears what happened. */
  tell(tenantId: string, name: string, happening: Happening): Promise<void>;
  /** The mails that tell of a stop. */
  mailsOfStop(tenantId: string, name: string): Promise<readonly Statement[]>;
  /** Keeps what was sent and answered; null: nobody does. */
  readonly record: ((tenantId: string, name: string, deliveries: readonly NewDelivery[]) => Promise<unknown>) | null;
}
