import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { controlOf } from '@countinghouse/kernel/controls/spec';
import type { Load } from '../../feature.ts';

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const controls = await read<{ id: string; name: string; version: number; spec: string; retired: boolean }>(
    `select c.id, v.name, c.version, v.spec, c.retired_at is not null as retired
     from controls c join control_versions v on v.tenant_id = c.tenant_id and v.control_id = c.id and v.version = c.version
     where c.tenant_id = $1
     order by c.registered_seq`,
  );
  for (const { retired, spec, ...control } of controls)
    state.controls.set(control.id, { ...controlOf({ ...control, spec: JSON.parse(spec) as JsonObject }), retired });
};
