import type { SsoConnection } from '@countinghouse/contract/features/sso';

type Rules = Pick<SsoConnection, 'required' | 'owners_by_password' | 'default_role' | 'roles' | 'second_factor'>;

/** Who must sign in by a connection, as a form has it. */
export type Demand = 'nobody' | 'members' | 'everybody';

export const demandOf = ({ required, owners_by_password }: Pick<Rules, 'required' | 'owners_by_password'>): Demand =>
  !required ? 'nobody' : owners_by_password ? 'members' : 'everybody';

export const demands: Readonly<Record<Demand, { readonly label: string; readonly description: string }>> = {
  nobody: { label: 'Nobody', description: 'A password opens the organisation too.' },
  members: {
    label: 'Everybody but owners',
    description: 'Owners may also use their password: the way in when the provider is down.',
  },
  everybody: {
    label: 'Everybody, owners too',
    description: 'When the provider is down nobody of its domains comes in. Sign in by it yourself first.',
  },
};

export const protocols: Readonly<Record<SsoConnection['protocol'], string>> = { oidc: 'OpenID Connect', saml: 'SAML 2.0' };

const roleWords = { member: 'Member', auditor: 'Auditor' } as const;

/** Who becomes what, in a line. */
export function rolesInWords({ roles, default_role }: Pick<Rules, 'roles' | 'default_role'>): string {
  const ofGroups = roles.map(({ group, role }) => `${group}: ${roleWords[role]}`);
  const others = default_role === null ? 'not let in' : roleWords[default_role];
  return ofGroups.length === 0 ? `Everybody: ${others}` : [...ofGroups, `others: ${others}`].join(' · ');
}

export const secondFactorInWords = ({ second_factor }: Pick<Rules, 'second_factor'>): string =>
  second_factor === 'told' ? 'Counts where the provider says that it asked for one' : 'The provider is trusted to ask for one';
