// A connection as its table has it: what its protocol alone has stands in columns (OpenID Connect) or in one object (SAML), never in both.

import type { OidcSettings, SamlSettings, SsoConnection } from '@countinghouse/kernel/sso/events';

type Rules = Omit<SsoConnection, 'protocol' | keyof OidcSettings | keyof SamlSettings>;
type Columns = { readonly [K in keyof OidcSettings]: OidcSettings[K] | null } & { readonly saml: SamlSettings | null };

export type ConnectionColumns = Record<string, unknown> & Rules & Columns;

export const connectionColumns = `c.id, c.name, c.issuer, c.client_id, c.secret_id, c.scope, c.saml, c.groups_claim, c.roles, c.default_role,
  c.second_factor, c.enabled, c.required, c.owners_by_password`;

export function connectionOf(row: ConnectionColumns): SsoConnection {
  const { id, name, issuer, groups_claim, roles, default_role, second_factor, enabled, required, owners_by_password } = row;
  const rules = { id, name, issuer, groups_claim, roles, default_role, second_factor, enabled, required, owners_by_password };
  if (row.saml !== null) return { protocol: 'saml', ...rules, ...row.saml };
  const { client_id, secret_id, scope } = row;
  if (client_id === null || secret_id === null || scope === null) throw new Error(`connection ${id} of single sign-on speaks no protocol`);
  return { protocol: 'oidc', ...rules, client_id, secret_id, scope };
}

/** Of its columns those that an event may change, in the order of `contentColumns`. */
export const contentOf = (c: SsoConnection) =>
  [
    c.name,
    ...(c.protocol === 'oidc' ? ([c.client_id, c.secret_id, c.scope, null] as const) : ([null, null, null, samlOf(c)] as const)),
    c.groups_claim,
    JSON.stringify(c.roles),
    c.default_role,
    c.second_factor,
    c.enabled,
    c.required,
    c.owners_by_password,
  ] as const;

const samlOf = ({ sign_on_url, certificates, email_attribute, name_attribute, subject_attribute }: SamlSettings): string =>
  JSON.stringify({ sign_on_url, certificates, email_attribute, name_attribute, subject_attribute } satisfies SamlSettings);
