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

/** Adds a file to those of an intent, or of what `filedKey` names. */
export function noteFile(files: Map<string, Set<string>>, key: string, sha256: string): void {
  const known = files.get(key);
  if (known === undefined) files.set(key, new Set([sha256]));
  else known.add(sha256);
}
