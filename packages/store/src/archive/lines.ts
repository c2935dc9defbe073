// The lines of an archive as they are written: one JSON object each. Normative text: docs/reference/archive-format.md.

import type { ArchivedEvent } from './event.ts';

export interface ArchiveLine {
  readonly kind: 'archive';
  readonly format: 'countinghouse-archive';
  readonly version: 1;
  readonly tenant_id: string;
  readonly head: { readonly seq: number; readonly event_hash: string | null };
  readonly made_at: string;
}

export interface KeyLine {
  readonly kind: 'key';
  readonly kid: string;
  readonly purpose: string;
  readonly algorithm: string;
  /** JSON text, as stored. */
  readonly public_jwk: string;
  readonly user_id: string | null;
}

export type EventLine = { readonly kind: 'event' } & ArchivedEvent;

export interface HeadLine {
  readonly kind: 'head';
  readonly seq: number;
  readonly event_hash: string;
  readonly event_ts: string;
  readonly kid: string;
  readonly signature: string;
}

export interface AnchorLine {
  readonly kind: 'anchor';
  readonly id: string;
  readonly from_seq: number;
  readonly to_seq: number;
  readonly root_hash: string;
  readonly checkpoint: string;
  readonly kid: string;
  readonly created_at: string;
  readonly anchored_at: string | null;
  readonly anchor_ref: string | null;
  /** DER in base64. */
  readonly time_stamp: string | null;
  /** Of witnesses, each with its key; absent where there are none. */
  readonly cosignatures?: readonly { readonly vkey: string; readonly signature: string }[];
}

export interface AccountLine {
  readonly kind: 'account';
  readonly id: string;
  readonly code: string;
  readonly currency: string;
  /** Debit-positive, eight decimals. */
  readonly balance: string;
  readonly postings: number;
  readonly debits: string;
  readonly credits: string;
}

/** Lines of each kind. */
export interface Counts {
  keys: number;
  events: number;
  heads: number;
  anchors: number;
  accounts: number;
}

export type Line = ArchiveLine | KeyLine | EventLine | HeadLine | AnchorLine | AccountLine | ({ readonly kind: 'end' } & Readonly<Counts>);

export const lineOf = (line: Line): string => `${JSON.stringify(line)}\n`;
