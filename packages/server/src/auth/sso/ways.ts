// How a session began, and what it opens by that. One that an organisation's own provider vouched for opens that organisation and no other:
// whoever runs the provider could begin one for anybody of its domains. An organisation may require it of them.

import type { MembershipRow } from '@countinghouse/store/features/tenants/reads';

export type Way =
  | { readonly kind: 'password' }
  /** An API key, which an owner made in the organisation. */
  | { readonly kind: 'key' }
  | {
      readonly kind: 'sso';
      readonly tenantId: string;
      readonly connectionId: string;
      /** Whether the provider asked for a second factor. */
      readonly secondFactor: boolean;
    };

interface SsoColumns {
  readonly ssoTenantId?: string | null | undefined;
  readonly ssoConnectionId?: string | null | undefined;
  readonly ssoSecondFactor?: boolean | null | undefined;
}

/** As the session's row says it. */
export const wayOf = ({ ssoTenantId, ssoConnectionId, ssoSecondFactor }: SsoColumns): Way =>
  typeof ssoTenantId === 'string'
    ? { kind: 'sso', tenantId: ssoTenantId, connectionId: ssoConnectionId ?? '', secondFactor: ssoSecondFactor === true }
    : { kind: 'password' };

interface Begun {
  readonly email: string;
  readonly secondFactor: boolean;
  readonly way: Way;
}

export const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

/** The organisations that a session opens, or would but for `barOf`. */
export function opened({ email, way }: Begun, memberships: readonly MembershipRow[]): readonly MembershipRow[] {
  if (way.kind !== 'sso') return memberships;
  return memberships.filter(
    ({ tenant_id, sso_access }) =>
      tenant_id === way.tenantId && sso_access.some((c) => c.connection_id === way.connectionId && c.domains.includes(domainOf(email))),
  );
}

export type Bar = 'SSO_REQUIRED' | 'SSO_SECOND_FACTOR_MISSING' | 'SECOND_FACTOR_REQUIRED';

/** Why a session does not open an organisation of its person; null: it does. The first that holds. */
export function barOf({ email, secondFactor, way }: Begun, { role, sso_access, second_factor_required }: MembershipRow): Bar | null {
  if (way.kind === 'sso') return second_factor_required && !way.secondFactor ? 'SSO_SECOND_FACTOR_MISSING' : null;
  const asksForSso = sso_access.some(
    (c) => c.required && c.domains.includes(domainOf(email)) && !(role === 'owner' && c.owners_by_password),
  );
  if (way.kind === 'password' && asksForSso) return 'SSO_REQUIRED';
  return second_factor_required && !secondFactor ? 'SECOND_FACTOR_REQUIRED' : null;
}
