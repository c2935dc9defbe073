import { type CreateAccount, decideCreateAccount } from '../accounts/decide.ts';
import { decideSetFxRate, type SetFxRate } from '../fx/decide.ts';
import { type CreateGlAccount, type DeleteGlAccount, decideCreateGlAccount, decideDeleteGlAccount } from '../gl-accounts/decide.ts';
import { decideExecuteIntent, type ExecuteIntent } from '../intents/decide.ts';
import { decideTakeSnapshot, type TakeSnapshot } from '../snapshots/decide.ts';
import { type AddMember, type CreateTenant, decideAddMember, decideCreateTenant } from '../tenants/decide.ts';
import type { Decision, Facts } from './decision.ts';
import type { TenantState } from './state.ts';

/** Every way to change an organisation. Each becomes events, a refusal, or the answer it already has. */
export type Command =
  | CreateTenant
  | AddMember
  | CreateAccount
  | CreateGlAccount
  | DeleteGlAccount
  | SetFxRate
  | TakeSnapshot
  | ExecuteIntent;

/** Pure: the same state, command and facts give the same decision. Changes nothing. */
export function decide(state: TenantState, command: Command, facts: Facts): Decision {
  switch (command.type) {
    case 'intent.execute':
      return decideExecuteIntent(state, command, facts);
    case 'tenant.create':
      return decideCreateTenant(state, command);
    case 'member.add':
      return decideAddMember(state, command);
    case 'account.create':
      return decideCreateAccount(state, command);
    case 'gl_account.create':
      return decideCreateGlAccount(state, command);
    case 'gl_account.delete':
      return decideDeleteGlAccount(state, command);
    case 'fx_rate.set':
      return decideSetFxRate(state, command);
    case 'snapshot.take':
      return decideTakeSnapshot(state, command, facts);
  }
}
