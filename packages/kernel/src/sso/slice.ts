import { type Difference, fourEyes } from '../approvals/four-eyes.ts';
import type { CommandRows } from '../ledger/slice.ts';
import type { TenantState } from '../ledger/state.ts';
import type { SsoCommand } from './commands.ts';
import {
  decideAddSsoDomain,
  decideAdmitBySso,
  decideChangeSsoConnection,
  decideCreateSamlConnection,
  decideCreateSsoConnection,
  decideDeleteSsoConnection,
  decideRemoveSsoDomain,
  decideVerifySsoDomain,
} from './decide.ts';
import { decideApplyDirectory, decideEndDirectoryToken, decideSetDirectoryToken } from './directory.ts';
import type { SsoConnection } from './events.ts';
import { evolve } from './evolve.ts';

function isDemanded(state: TenantState, id: string | undefined): boolean {
  const found = id === undefined ? undefined : state.ssoConnections.get(id);
  return found?.enabled === true && found.required;
}
const ofDomain = (state: TenantState, domain: string): string | undefined => state.ssoDomains.get(domain)?.connectionId;

/** What a provider is asked with, as whoever approves it must see. */
const toldOfProvider = (c: SsoConnection): readonly string[] =>
  c.protocol === 'oidc'
    ? [`${c.name} (${c.issuer}, ${c.client_id})`]
    : [
        `${c.name} (SAML, ${c.issuer})`,
        `at ${c.sign_on_url}`,
        `signed by ${c.certificates.map(({ sha256 }) => sha256).join(', ')}`,
        `people by ${c.subject_attribute ?? 'NameID'}, e-mail by ${c.email_attribute}, groups by ${c.groups_claim}`,
      ];

const told = (c: SsoConnection): string =>
  [
    ...toldOfProvider(c),
    c.enabled ? 'on' : 'off',
    ...c.roles.map(({ group, role }) => `${group}: ${role}`),
    `others: ${c.default_role ?? 'not let in'}`,
    c.second_factor === 'trusted' ? 'its second factor is trusted' : 'must tell of a second factor',
    c.required ? `required${c.owners_by_password ? ', but not of owners' : ''}` : 'not required',
  ].join('; ');

const difference = (before: string | null, after: string | null): readonly Difference[] => [{ what: 'single_sign_on', before, after }];

// Whoever runs the provider of a connection that is on can come in as anybody of its domains, owners too: what opens that door, or takes away
// that only it is open, is seen by four eyes. So is every change and domain of one that is off: what is approved when it is switched on is what
// was seen.
const commands = {
  'sso_connection.create': { decide: decideCreateSsoConnection, grant: 'none' },
  'sso_connection.create_saml': { decide: decideCreateSamlConnection, grant: 'none' },
  'sso_connection.change': {
    decide: decideChangeSsoConnection,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { id, content }) => {
        const now = state.ssoConnections.get(id);
        return now === undefined ? [] : difference(told(now), told({ ...now, ...content } as SsoConnection));
      },
    },
  },
  'sso_connection.delete': {
    decide: decideDeleteSsoConnection,
    grant: 'none',
    approval: {
      needsApproval: (state, { id }) => (isDemanded(state, id) ? fourEyes(state) : null),
      compare: (state, { id }) => {
        const now = state.ssoConnections.get(id);
        return now === undefined ? [] : difference(told(now), null);
      },
    },
  },
  'sso_domain.add': { decide: decideAddSsoDomain, grant: 'none' },
  'sso_domain.verify': {
    decide: decideVerifySsoDomain,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (_state, { domain }) => difference(null, `people of ${domain}`),
    },
  },
  'sso_domain.remove': {
    decide: decideRemoveSsoDomain,
    grant: 'none',
    approval: {
      needsApproval: (state, { domain }) => (isDemanded(state, ofDomain(state, domain)) ? fourEyes(state) : null),
      compare: (_state, { domain }) => difference(`people of ${domain}`, null),
    },
  },
  // Whoever has the token says who is in which group, and so who is a member and who an auditor.
  'sso_directory.set_token': {
    decide: decideSetDirectoryToken,
    grant: 'none',
    approval: {
      needsApproval: fourEyes,
      compare: (state, { connectionId }) =>
        difference(
          state.ssoDirectories.has(connectionId) ? 'the directory has a token' : null,
          `a new token for the directory of ${state.ssoConnections.get(connectionId)?.name ?? ''}`,
        ),
    },
  },
  'sso_directory.end_token': { decide: decideEndDirectoryToken, grant: 'none' },
  'sso_directory.apply': { decide: decideApplyDirectory, grant: 'none' },
  'sso_connection.admit': { decide: decideAdmitBySso, grant: 'none' },
} satisfies CommandRows<SsoCommand>;

export const sso = { commands, events: evolve };
