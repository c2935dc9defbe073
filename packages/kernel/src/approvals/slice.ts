import { fourEyes } from '../approvals/four-eyes.ts';
import type { CommandRows } from '../ledger/slice.ts';
import type { ApprovalCommand } from './commands.ts';
import { decideApprove, decideExpire, decideReject, decideSetFourEyes, decideWithdraw } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'approval.approve': { decide: decideApprove, grant: 'none' },
  'approval.reject': { decide: (state, command, { nowUs }) => decideReject(state, command, nowUs), grant: 'none' },
  'approval.withdraw': { decide: (state, command, { nowUs }) => decideWithdraw(state, command, nowUs), grant: 'none' },
  'approval.expire': { decide: (state, command, { nowUs }) => decideExpire(state, command, nowUs), grant: 'none' },
  // What would turn them off again goes by their way.
  'four_eyes.set': {
    decide: decideSetFourEyes,
    grant: 'none',
    approval: {
      needsApproval: (state, { on }) => (on ? null : fourEyes(state)),
      compare: (state, { on }) => [{ what: 'four_eyes', before: state.fourEyes ? 'on' : 'off', after: on ? 'on' : 'off' }],
    },
  },
} satisfies CommandRows<ApprovalCommand>;

export const approvals = { commands, events: evolve };
