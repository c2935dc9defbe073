import type { Load } from '../../feature.ts';

interface Row extends Record<string, unknown> {
  readonly id: string;
  readonly name: string;
  readonly origin: string;
  readonly address_id: string;
  readonly event_types: readonly string[];
  readonly enabled: boolean;
  readonly has_old_secret: boolean;
}

/** The part of the state that follows from its tables. */
export const load: Load = async (state, read) => {
  const rows = await read<Row>(
    `select id, name, origin, address_id, event_types, enabled, old_secret_id is not null as has_old_secret
     from webhook_endpoints where tenant_id = $1`,
  );
  for (const { id, name, origin, address_id, event_types, enabled, has_old_secret } of rows)
    state.webhooks.set(id, {
      content: { name, origin, addressId: address_id, eventTypes: event_types, enabled },
      hasOldSecret: has_old_secret,
    });
};
