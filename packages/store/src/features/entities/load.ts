import type { EntityRole } from '@countinghouse/kernel/entities/events';
import type { Load } from '../../feature.ts';
import { present } from '../../writer/loaded.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const entities = await read<{ id: string; code: string; base_currency: string; active: boolean }>(
    'select id, code, base_currency, active from entities where tenant_id = $1',
  );
  for (const { id, code, base_currency, active } of entities)
    state.entities.set(id, { id, code, baseCurrency: base_currency, active, members: new Map() });
  const roles = await read<{ entity_id: string; user_id: string; role: EntityRole }>(
    'select entity_id, user_id, role from entity_members where tenant_id = $1',
  );
  for (const r of roles) present(state.entities.get(r.entity_id)).members.set(r.user_id, r.role);
};
