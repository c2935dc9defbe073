import type { FiledOn } from './events.ts';

export const filedKey = (on: FiledOn, id: string): string => `${on}/${id}`;

/** What the state of an organisation keeps of it. */
export interface AttachmentsPart {
  /** Hashes of the files on an intent, by the intent's id; only of intents that have any. */
  readonly attachments: Map<string, Set<string>>;
  /** The same of accounts, parties and periods, by `filedKey`. */
  readonly filed: Map<string, Set<string>>;
}

export const attachmentsPart = (): AttachmentsPart => ({
  attachments: new Map(),
  filed: new Map(),
});
