import type { EventRows } from '../ledger/slice.ts';
import type { AttachmentEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'attachment.added': (state, { payload: { intent_id, sha256 } }) => {
    const known = state.attachments.get(intent_id);
    if (known === undefined) state.attachments.set(intent_id, new Set([sha256]));
    else known.add(sha256);
  },
} satisfies EventRows<AttachmentEvents>;
