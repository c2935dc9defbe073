import type { EventRows } from '../ledger/slice.ts';
import type { AttachmentEvents } from './events.ts';
import { filedKey } from './state.ts';

function note(files: Map<string, Set<string>>, key: string, sha256: string): void {
  const known = files.get(key);
  if (known === undefined) files.set(key, new Set([sha256]));
  else known.add(sha256);
}

/** What each event does to the state. */
export const evolve = {
  'attachment.added': (state, { payload: { intent_id, sha256 } }) => {
    note(state.attachments, intent_id, sha256);
  },
  'attachment.filed': (state, { payload: { on, id, sha256 } }) => {
    note(state.filed, filedKey(on, id), sha256);
  },
} satisfies EventRows<AttachmentEvents>;
