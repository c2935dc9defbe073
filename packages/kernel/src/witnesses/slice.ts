import { fourEyes } from '../approvals/four-eyes.ts';
import type { CommandRows } from '../ledger/slice.ts';
import type { WitnessCommand } from './commands.ts';
import { decideAddWitness, decideRemoveWitness } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'witness.add': {
    decide: decideAddWitness,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (_state, { name, url }) => [{ what: 'witness', before: null, after: `${name} at ${url}` }],
    },
  },
  'witness.remove': {
    decide: decideRemoveWitness,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { id }) => [{ what: 'witness', before: state.witnesses.get(id) ?? null, after: null }],
    },
  },
} satisfies CommandRows<WitnessCommand>;

export const witnesses = { commands, events: evolve };
