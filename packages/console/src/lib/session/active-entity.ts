// Which legal entity this browser tab works in, named in `x-entity-id` once it is known. Like the organisation it is the tab's
// own: what another tab switches to changes nothing here.
import { ALL_ENTITIES } from '@countinghouse/contract/features/entities';

interface Loaded {
  readonly entities: readonly { readonly id: string }[];
  readonly currentId: string | null;
}

interface Held {
  readonly tenantId: string;
  /** null: all entities. */
  readonly entityId: string | null;
}

export function createActiveEntity() {
  let held: Held | null = null;
  return {
    /** What is sent with a request of this organisation: an id, `all`, or null while nothing is known. */
    known: (tenantId: string): string | null => (held?.tenantId === tenantId ? (held.entityId ?? ALL_ENTITIES) : null),
    /** Takes over the session's entity unless the tab has one of its own that is still there; answers the tab's. */
    learn(tenantId: string, loaded: Loaded): string | null {
      const own = held?.tenantId === tenantId ? held : null;
      const stays = own !== null && (own.entityId === null || loaded.entities.some((e) => e.id === own.entityId));
      if (!stays) held = { tenantId, entityId: loaded.currentId };
      return held?.entityId ?? null;
    },
    select(tenantId: string, entityId: string | null): void {
      held = { tenantId, entityId };
    },
    forget(): void {
      held = null;
    },
  };
}

export const activeEntity = createActiveEntity();
