import type { Actor } from '../ledger/actor.ts';
import type { FiledOn } from './events.ts';

export interface AddAttachment {
  readonly type: 'attachment.add';
  readonly actor: Actor;
  /** An intent that is in the log: it never goes away again, so whoever asks may look it up before. */
  readonly intentId: string;
  /** The accounts that its rows name, by id or code. */
  readonly accounts: readonly string[];
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly nameToken: string;
}

export interface FileAttachment {
  readonly type: 'attachment.file';
  readonly actor: Actor;
  readonly on: FiledOn;
  /** The account, party or period. */
  readonly id: string;
  readonly sha256: string;
  readonly sizeBytes: number;
  readonly contentType: string;
  readonly nameToken: string;
}

export type AttachmentCommand = AddAttachment | FileAttachment;
