import type { EventRows } from '../ledger/slice.ts';
import type { TemplateEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'template.saved': (state, { payload }) => {
    state.templates.set(payload.id, payload.name);
  },
  'template.removed': (state, { payload }) => {
    state.templates.delete(payload.id);
  },
} satisfies EventRows<TemplateEvents>;
