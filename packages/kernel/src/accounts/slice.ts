import { fourEyes } from '../approvals/four-eyes.ts';
import type { CommandRows } from '../ledger/slice.ts';
import { formatDecimal } from '../money/amount.ts';
import { minorUnitsOf } from '../money/iso4217.ts';
import type { AccountCommand } from './commands.ts';
import {
  decideChangeAccount,
  decideCloseAccount,
  decideCreateAccount,
  decideReopenAccount,
  decideSetAccountFloor,
  decideSetAccountParty,
} from './decide.ts';
import type { OpeningRule } from './events.ts';
import { evolve } from './evolve.ts';
import { decideSetOpeningRules } from './opening-rules.ts';

const commands = {
  'account.create': { decide: decideCreateAccount, grant: 'admin' },
  'account.close': { decide: (state, command, { nowUs }) => decideCloseAccount(state, command, nowUs), grant: 'admin' },
  'account.reopen': { decide: decideReopenAccount, grant: 'admin' },
  'account.set_party': { decide: decideSetAccountParty, grant: 'admin' },
  'account.change': { decide: (state, command, { nowUs }) => decideChangeAccount(state, command, nowUs), grant: 'admin' },
  'account.set_floor': {
    decide: decideSetAccountFloor,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { id, floorE8 }) => {
        const account = state.accounts.get(id);
        if (account === undefined) return [];
        const say = (e8: bigint | null): string | null =>
          e8 === null ? null : `${formatDecimal(e8, minorUnitsOf(account.currency))} ${account.currency}`;
        return [{ what: account.code, before: say(account.floorE8), after: say(floorE8) }];
      },
    },
  },
  'opening_rules.set': {
    decide: decideSetOpeningRules,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { rules }) => {
        const say = (rule: OpeningRule | undefined): string | null =>
          rule === undefined
            ? null
            : [
                state.glAccounts.get(rule.gl_account_id)?.code ?? '',
                rule.currency ?? 'any currency',
                rule.kind,
                rule.floor_amount ?? rule.floor,
                rule.entity_id === null ? '' : (state.entities.get(rule.entity_id)?.code ?? ''),
              ]
                .filter((part) => part !== '')
                .join(' · ');
        const prefixes = [...new Set([...state.openingRules, ...rules].map(({ prefix }) => prefix))].sort((a, b) => (a < b ? -1 : 1));
        return prefixes
          .map((prefix) => {
            const of = (all: readonly OpeningRule[]): string | null => say(all.find((rule) => rule.prefix === prefix));
            return { what: `${prefix}*`, before: of(state.openingRules), after: of(rules) };
          })
          .filter(({ before, after }) => before !== after);
      },
    },
  },
} satisfies CommandRows<AccountCommand>;

export const accounts = { commands, events: evolve };
