import type { EventRows } from '../ledger/slice.ts';
import type { AttachmentEvents } from './events.ts';
import { filedKey, noteFile } from './state.ts';

/** What each event does to the state. */
export const evolve = {
  'attachment.added': (state, { payload: { intent_id, sha256 } }) => {
    noteFile(state.attachments, intent_id, sha256);
  },
  'attachment.filed': (state, { payload: { on, id, sha256 } }) => {
    noteFile(state.filed, filedKey(on, id), sha256);
  },
} satisfies EventRows<AttachmentEvents>;
