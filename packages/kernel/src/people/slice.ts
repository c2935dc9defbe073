import { type Difference, fourEyes } from '../approvals/four-eyes.ts';
import type { CommandRows } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import type { PeopleCommand } from './commands.ts';
import {
  decideAcceptInvite,
  decideAddMember,
  decideChangeMemberRole,
  decideCreateInvite,
  decideRemoveMember,
  decideRevokeInvite,
} from './decide.ts';
import { evolve } from './evolve.ts';

const role = (state: TenantState, userId: string, after: string | null): readonly Difference[] => [
  { what: 'role', userId, before: state.members.get(userId) ?? null, after },
];

const commands = {
  // An owner more or an owner less decides who has the second pair of eyes. Who leaves of their own will may.
  'member.add': {
    decide: decideAddMember,
    grant: 'none',
    approval: {
      needsApproval: (state, command) => (command.role === 'owner' ? fourEyes(state) : null),
      compare: (state, command) => role(state, command.userId, command.role),
    },
  },
  'member.change_role': {
    decide: decideChangeMemberRole,
    grant: 'none',
    approval: { needsApproval: fourEyes, compare: (state, command) => role(state, command.userId, command.role) },
  },
  'member.remove': {
    decide: decideRemoveMember,
    grant: 'none',
    approval: {
      needsApproval: (state, { userId, actor }) => (state.members.get(userId) === 'owner' && userId !== actor.id ? fourEyes(state) : null),
      compare: (state, { userId }) => role(state, userId, null),
    },
  },
  'invite.create': { decide: decideCreateInvite, grant: 'none' },
  'invite.revoke': { decide: decideRevokeInvite, grant: 'none' },
  'invite.accept': { decide: decideAcceptInvite, grant: 'none' },
} satisfies CommandRows<PeopleCommand>;

export const people = { commands, events: evolve };
