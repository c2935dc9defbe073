import { must } from '../ledger/must.ts';
import { type EventRows, leavesStateAsIs } from '../ledger/slice.ts';
import type { EntityEvents } from './events.ts';

/** What each event does to the state. */
export const evolve = {
  'entity.created': (state, { payload: { id, code, base_currency } }) => {
    state.entities.set(id, { id, code, baseCurrency: base_currency, active: true, members: new Map() });
  },
  'entity.renamed': leavesStateAsIs,
  'entity.deactivated': (state, { seq, payload }) => {
    must(state.entities.get(payload.id), 'id', seq).active = false;
  },
  'entity.reactivated': (state, { seq, payload }) => {
    must(state.entities.get(payload.id), 'id', seq).active = true;
  },
  'entity_member.set': (state, { seq, payload: { entity_id, user_id, role } }) => {
    must(state.entities.get(entity_id), 'entity_id', seq).members.set(user_id, role);
  },
  'entity_member.removed': (state, { seq, payload: { entity_id, user_id } }) => {
    must(state.entities.get(entity_id), 'entity_id', seq).members.delete(user_id);
  },
} satisfies EventRows<EntityEvents>;
