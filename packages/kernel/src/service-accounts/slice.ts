import { fourEyes } from '../approvals/four-eyes.ts';
import type { CommandRows } from '../ledger/slice.ts';
import type { ServiceAccountCommand } from './commands.ts';
import {
  decideChangeServiceAccountRole,
  decideCreateServiceAccount,
  decideDeactivateServiceAccount,
  decideRenameServiceAccount,
} from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  // As of members: an owner more, and any other role, is seen by four eyes.
  'service_account.create': {
    decide: decideCreateServiceAccount,
    grant: 'none',
    approval: {
      needsApproval: (state, { role }) => (role === 'owner' ? fourEyes(state) : null),
      compare: (_state, { name, role }) => [{ what: `role of ${name}`, before: null, after: role }],
    },
  },
  'service_account.rename': { decide: decideRenameServiceAccount, grant: 'none' },
  'service_account.change_role': {
    decide: decideChangeServiceAccountRole,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { id, role: after }) => [{ what: 'role', userId: id, before: state.serviceAccounts.get(id)?.role ?? null, after }],
    },
  },
  'service_account.deactivate': { decide: decideDeactivateServiceAccount, grant: 'none' },
} satisfies CommandRows<ServiceAccountCommand>;

export const serviceAccounts = { commands, events: evolve };
