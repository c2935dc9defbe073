import type { SsoConnection } from '@countinghouse/contract/features/sso';
import type { GroupRole } from './GroupRoles.tsx';
import { type Demand, demandOf } from './words.ts';

/** Who becomes what by a connection, and who must come by it, as a form has it. */
export interface RuleValues {
  roles: GroupRole[];
  default_role: 'member' | 'auditor' | 'none';
  second_factor: 'told' | 'trusted';
  demand: Demand;
}

export const freshRules: RuleValues = { roles: [], default_role: 'member', second_factor: 'told', demand: 'nobody' };

export const rulesOf = (c: SsoConnection): RuleValues => ({
  roles: c.roles,
  default_role: c.default_role ?? 'none',
  second_factor: c.second_factor,
  demand: demandOf(c),
});

/** As the server is told them. */
export const rulesToSend = ({ roles, default_role, second_factor, demand }: RuleValues) => ({
  roles: roles.filter(({ group }) => group.trim() !== ''),
  default_role: default_role === 'none' ? null : default_role,
  second_factor,
  owners_by_password: demand !== 'everybody',
});
