import { fourEyes } from '../approvals/four-eyes.ts';
import type { CommandRows } from '../ledger/slice.ts';
import type { EntityCommand } from './commands.ts';
import {
  decideCreateEntity,
  decideDeactivateEntity,
  decideReactivateEntity,
  decideRemoveEntityMember,
  decideRenameEntity,
  decideSetEntityMember,
} from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'entity.create': { decide: decideCreateEntity, grant: 'admin' },
  'entity.rename': { decide: decideRenameEntity, grant: 'admin' },
  'entity.deactivate': { decide: decideDeactivateEntity, grant: 'admin' },
  'entity.reactivate': { decide: decideReactivateEntity, grant: 'admin' },
  // Administrators of an entity approve what touches it. A lesser role takes nothing but rights away.
  'entity_member.set': {
    decide: decideSetEntityMember,
    grant: 'none',
    approval: {
      needsApproval: (state, command) => (command.role === 'entity_admin' ? fourEyes(state) : null),
      compare: (state, { entityId, userId, role: after }) => {
        const entity = state.entities.get(entityId);
        return [{ what: `role in ${entity?.code ?? ''}`, userId, before: entity?.members.get(userId) ?? null, after }];
      },
    },
  },
  'entity_member.remove': { decide: decideRemoveEntityMember, grant: 'none' },
} satisfies CommandRows<EntityCommand>;

export const entities = { commands, events: evolve };
