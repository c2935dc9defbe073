import type { CommandRows } from '../ledger/slice.ts';
import type { InterestCommand } from './commands.ts';
import { decideChangeInterestSettings, decideCreateInterestBucket, decideSetAccountBucket, decideSetInterestRate } from './decide.ts';
import { evolve } from './evolve.ts';

const commands = {
  'interest_settings.change': { decide: decideChangeInterestSettings, grant: 'none' },
  'interest_bucket.create': { decide: (state, command, { nowUs }) => decideCreateInterestBucket(state, command, nowUs), grant: 'admin' },
  'interest_rate.set': { decide: (state, command, { nowUs }) => decideSetInterestRate(state, command, nowUs), grant: 'admin' },
  'account.set_bucket': { decide: (state, command, { nowUs }) => decideSetAccountBucket(state, command, nowUs), grant: 'admin' },
} satisfies CommandRows<InterestCommand>;

export const interest = { commands, events: evolve };
