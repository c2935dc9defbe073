import { fourEyes } from '../approvals/four-eyes.ts';
import { canonicalize } from '../canonical/jcs.ts';
import type { CommandRows } from '../ledger/slice.ts';
import type { ControlCommand } from './commands.ts';
import { decideAttestControl, decideRegisterControl, decideRetireControl } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'control.register': {
    decide: decideRegisterControl,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { id, name, spec }) => {
        const known = state.controls.get(id);
        return [
          { what: 'name', before: known?.name ?? null, after: name },
          { what: 'spec', before: known === undefined ? null : canonicalize(known.spec), after: canonicalize(spec) },
        ];
      },
    },
  },
  'control.retire': {
    decide: decideRetireControl,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { id }) => [{ what: 'control', before: state.controls.get(id)?.name ?? null, after: null }],
    },
  },
  'control.attest': { decide: decideAttestControl, grant: 'none' },
} satisfies CommandRows<ControlCommand>;

export const controls = { commands, events: evolve };
