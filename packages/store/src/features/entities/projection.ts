import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import type { Feature } from '../../feature.ts';
import { type Statement, statement } from '../../sql/statement.ts';

type Event = Extract<
  ChainedEvent,
  {
    type: 'entity.created' | 'entity.renamed' | 'entity.deactivated' | 'entity.reactivated' | 'entity_member.set' | 'entity_member.removed';
  }
>;

function projectEntities(tenantId: string, event: Event): Statement {
  switch (event.type) {
    case 'entity.created': {
      const { id, code, name, base_currency } = event.payload;
      return statement(
        'insert into entities (tenant_id, id, code, name, base_currency, created_at) values ($1, $2, $3, $4, $5, $6)',
        tenantId,
        id,
        code,
        name,
        base_currency,
        event.eventTs,
      );
    }
    case 'entity.renamed':
      return statement('update entities set name = $3 where tenant_id = $1 and id = $2', tenantId, event.payload.id, event.payload.name);
    case 'entity.deactivated':
    case 'entity.reactivated': {
      const active = event.type === 'entity.reactivated';
      return statement('update entities set active = $3 where tenant_id = $1 and id = $2', tenantId, event.payload.id, active);
    }
    case 'entity_member.set': {
      const { entity_id, user_id, role } = event.payload;
      return statement(
        `insert into entity_members (tenant_id, entity_id, user_id, role) values ($1, $2, $3, $4)
         on conflict (tenant_id, entity_id, user_id) do update set role = excluded.role`,
        tenantId,
        entity_id,
        user_id,
        role,
      );
    }
    case 'entity_member.removed': {
      const { entity_id, user_id } = event.payload;
      return statement('delete from entity_members where tenant_id = $1 and entity_id = $2 and user_id = $3', tenantId, entity_id, user_id);
    }
  }
}

/** Tables, and what events do to them. */
export const entities = {
  tables: ['entities', 'entity_members'],
  project: {
    'entity.created': projectEntities,
    'entity.renamed': projectEntities,
    'entity.deactivated': projectEntities,
    'entity.reactivated': projectEntities,
    'entity_member.set': projectEntities,
    'entity_member.removed': projectEntities,
  },
} satisfies Feature;
