// Single sign-on: connections of an organisation to the provider that its people sign in with (OpenID Connect or SAML 2.0), the domains whose
// people it speaks for, and the sign-in itself.
import { SAML_CERTIFICATES_MAX, SSO_CONNECTIONS_MAX, SSO_DOMAINS_MAX, SSO_ROLES_MAX } from '@countinghouse/kernel/bounds';
import * as z from 'zod';
import { Done, LABEL_LENGTH_MAX, line, requiredText, Uuid } from '../fields.ts';
import { HeldChange } from '../held.ts';
import { route } from '../wire.ts';
import { Email, User } from './auth.ts';

const ADDRESS_LENGTH_MAX = 2_000;
const DOMAIN_LENGTH_MAX = 253;
const CLIENT_ID_LENGTH_MAX = 400;
const SECRET_LENGTH_MAX = 1_000;
const GROUP_LENGTH_MAX = 200;
const SCOPE_LENGTH_MAX = 200;
/** What a provider sends along with who comes back. */
const REPLY_LENGTH_MAX = 4_000;
/** How long a sign-in at a provider may take. */
export const SSO_SIGN_IN_MINUTES = 10;
/** Where its name must lead, and what must stand there. */
export const SSO_RECORD_PREFIX = '_countinghouse';
export const SSO_RECORD_VALUE_PREFIX = 'countinghouse-domain=';
export const SSO_SCOPE = 'openid email profile';
export const SSO_GROUPS_CLAIM = 'groups';

/** Of a connection that speaks SAML. */
export const CERTIFICATES_MAX = SAML_CERTIFICATES_MAX;
/** In PEM, with what may stand around it. */
const CERTIFICATE_LENGTH_MAX = 12_000;
/** What a provider of SAML sends back, in Base64: 256 kB of XML. Who is in a thousand groups has a reply half as long. */
export const SAML_REPLY_LENGTH_MAX = 349_528;
/** Where it is sent back to, by the id of the connection, and where what a provider must know of us is told: this address is our entity id. */
export const samlAcsPath = (id: string): string => `/api/auth/sso/saml/${id}/acs`;
export const samlMetadataPath = (id: string): string => `/api/auth/sso/saml/${id}/metadata`;
/** Where the page that takes a reply in leaves it, in the storage of its tab, for the page that hands it on. */
export const SAML_REPLY_KEY = 'saml-reply';
export const SAML_EMAIL_ATTRIBUTE = 'email';
export const SAML_NAME_ATTRIBUTE = 'displayName';

export const SsoRole = z.enum(['member', 'auditor']);
export type SsoRole = z.output<typeof SsoRole>;

export const SsoDomainName = z
  .string()
  .trim()
  .toLowerCase()
  .max(DOMAIN_LENGTH_MAX)
  .regex(
    /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z](?:[a-z0-9-]{0,61}[a-z0-9])$/,
    'Use the domain of e-mail addresses, such as example.com.',
  );

const GroupRole = z.strictObject({ group: requiredText(GROUP_LENGTH_MAX, 'Group'), role: SsoRole });
const name = requiredText(LABEL_LENGTH_MAX, 'Name');
const clientId = requiredText(CLIENT_ID_LENGTH_MAX, 'Client ID');
const clientSecret = requiredText(SECRET_LENGTH_MAX, 'Client secret');
const scope = line(SCOPE_LENGTH_MAX).regex(/^openid(?: [\x21\x23-\x5b\x5d-\x7e]+)*$/, 'Begin with openid, and put a space between scopes.');
const groupsClaim = requiredText(LABEL_LENGTH_MAX, 'Claim');
const signOnUrl = requiredText(ADDRESS_LENGTH_MAX, 'Sign-on address');
const certificates = z
  .array(z.string().trim().min(1, 'Certificate is required').max(CERTIFICATE_LENGTH_MAX))
  .min(1, 'Certificate is required')
  .max(CERTIFICATES_MAX, `Use at most ${CERTIFICATES_MAX} certificates.`);
const attribute = requiredText(LABEL_LENGTH_MAX, 'Attribute');
const roles = z.array(GroupRole).max(SSO_ROLES_MAX, `Use at most ${SSO_ROLES_MAX} groups.`);
const secondFactor = z.enum(['told', 'trusted']);

export const SsoDomain = z.object({
  domain: z.string(),
  /** null: not yet. */
  verified_at: z.string().nullable(),
  /** The TXT record that verifies it. */
  record: z.object({ name: z.string(), value: z.string() }),
});
export type SsoDomain = z.output<typeof SsoDomain>;

/** Under the address of the server: where a directory calls. */
export const SCIM_PATH = '/scim/v2';
export const DIRECTORY_TOKEN_PREFIX = 'scim_';

const SamlCertificate = z.object({
  /** SHA-256, hexadecimal: by this people compare it. */
  sha256: z.string(),
  pem: z.string(),
  not_after: z.string(),
});

/** What a provider of SAML is asked with, and what it must know of us. */
const Saml = z.object({
  sign_on_url: z.string(),
  certificates: z.array(SamlCertificate).max(CERTIFICATES_MAX),
  email_attribute: z.string(),
  name_attribute: z.string(),
  /** Holds what never becomes another person’s; null: the persistent NameID does. */
  subject_attribute: z.string().nullable(),
  /** Our entity id for this connection, which is also where the metadata of it are. */
  entity_id: z.string(),
  acs_url: z.string(),
});

export const SsoConnection = z.object({
  id: z.string(),
  name: z.string(),
  protocol: z.enum(['oidc', 'saml']),
  /** Of a provider of SAML: its entity id. */
  issuer: z.string(),
  /** What the provider knows this system by; with SAML our entity id. */
  client_id: z.string(),
  /** With SAML empty. */
  scope: z.string(),
  /** null: the provider speaks OpenID Connect. */
  saml: Saml.nullable(),
  /** The claim, or the attribute, that says in which groups a person is. */
  groups_claim: z.string(),
  /** The first whose group a person is in counts. */
  roles: z.array(GroupRole),
  /** Of who is in none of these groups; null: they are not let in. */
  default_role: SsoRole.nullable(),
  /** told: a sign-in counts as one with a second factor where the provider says so (`amr` has `mfa`); trusted: each does. */
  second_factor: secondFactor,
  enabled: z.boolean(),
  /** People of its domains open the organisation by it alone. */
  required: z.boolean(),
  /** Owners may also sign in with a password. */
  owners_by_password: z.boolean(),
  created_at: z.string(),
  created_by: z.string(),
  domains: z.array(SsoDomain).max(SSO_DOMAINS_MAX),
  /** The directory that keeps its people by SCIM; null: none has a token. */
  directory: z.object({ token_set_at: z.string(), token_set_by: z.string() }).nullable(),
});
export type SsoConnection = z.output<typeof SsoConnection>;

const one = z.object({ connection: SsoConnection });
const params = z.object({ id: Uuid });
const ofDomain = z.object({ domain: SsoDomainName });
const root = '/api/v1/sso';
const held = { 202: HeldChange } as const;
/** Shown once; the server keeps its hash alone. */
const token = z.string();

export const sso = {
  list: route({
    method: 'GET',
    path: `${root}/connections`,
    summary:
      'Connections of single sign-on with their domains, the address that a provider sends people back to, and where directories call',
    needs: 'owner',
    ok: z.object({
      redirect_uri: z.string(),
      scim_url: z.string(),
      /** What a provider of SAML must know of the connection by SAML that is made next: the same until one is made. */
      next_saml: z.object({ id: z.string(), entity_id: z.string(), acs_url: z.string() }),
      connections: z.array(SsoConnection).max(SSO_CONNECTIONS_MAX),
    }),
    codes: ['FORBIDDEN'],
  }),
  create: route({
    method: 'POST',
    path: `${root}/connections`,
    summary: 'Add a connection to an OpenID Connect provider; it is off until its domains are verified and it is switched on',
    needs: 'owner',
    body: z.strictObject({
      name,
      /** As the provider’s discovery says it. It cannot be changed: names of people at another provider are those of others. */
      issuer: requiredText(ADDRESS_LENGTH_MAX, 'Issuer'),
      client_id: clientId,
      client_secret: clientSecret,
      scope: scope.default(SSO_SCOPE),
      groups_claim: groupsClaim.default(SSO_GROUPS_CLAIM),
      roles: roles.default([]),
      default_role: SsoRole.nullable().default('member'),
      second_factor: secondFactor.default('told'),
      owners_by_password: z.boolean().default(true),
    }),
    ok: one,
    codes: ['FORBIDDEN', 'CODE_TAKEN'],
  }),
  createSaml: route({
    method: 'POST',
    path: `${root}/connections/saml`,
    summary: 'Add a connection to a SAML 2.0 provider; it is off until its domains are verified and it is switched on',
    needs: 'owner',
    body: z.strictObject({
      /** As the list names it (`next_saml`): refused where another connection was made under it meanwhile. Left out: that of the next one, whichever it is. */
      id: Uuid.optional(),
      name,
      /** The provider’s entity id. It cannot be changed: names of people at another provider are those of others. */
      issuer: requiredText(ADDRESS_LENGTH_MAX, 'Entity ID'),
      /** For the HTTP-Redirect binding. */
      sign_on_url: signOnUrl,
      /** Each in PEM, or its DER in Base64. */
      certificates,
      email_attribute: attribute.default(SAML_EMAIL_ATTRIBUTE),
      name_attribute: attribute.default(SAML_NAME_ATTRIBUTE),
      subject_attribute: attribute.nullable().default(null),
      groups_claim: attribute.default(SSO_GROUPS_CLAIM),
      roles: roles.default([]),
      default_role: SsoRole.nullable().default('member'),
      second_factor: secondFactor.default('told'),
      owners_by_password: z.boolean().default(true),
    }),
    ok: one,
    codes: ['FORBIDDEN', 'CODE_TAKEN'],
  }),
  change: route({
    method: 'PATCH',
    path: '/api/internal/sso/connections/:id',
    v1: { path: `${root}/connections/:id` },
    summary:
      'Change a connection of single sign-on, switch it on or off, or require it: what is left out stays, and its protocol always does',
    needs: 'owner',
    params,
    body: z.strictObject({
      name: name.optional(),
      client_id: clientId.optional(),
      client_secret: clientSecret.optional(),
      scope: scope.optional(),
      sign_on_url: signOnUrl.optional(),
      certificates: certificates.optional(),
      email_attribute: attribute.optional(),
      name_attribute: attribute.optional(),
      subject_attribute: attribute.nullable().optional(),
      groups_claim: groupsClaim.optional(),
      roles: roles.optional(),
      default_role: SsoRole.nullable().optional(),
      second_factor: secondFactor.optional(),
      enabled: z.boolean().optional(),
      required: z.boolean().optional(),
      owners_by_password: z.boolean().optional(),
    }),
    ok: one,
    also: held,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'CODE_TAKEN', 'SSO_UNPROVEN', 'CHANGE_PENDING'],
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/internal/sso/connections/:id',
    v1: { path: `${root}/connections/:id` },
    summary: 'Delete a connection of single sign-on with its domains; whoever signed in by it is signed out, and stays a member',
    needs: 'owner',
    evenReadOnly: true,
    params,
    ok: Done,
    also: held,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'CHANGE_PENDING'],
  }),
  addDomain: route({
    method: 'POST',
    path: `${root}/connections/:id/domains`,
    summary: 'Add a domain whose people sign in by a connection; its record in DNS is to be set',
    needs: 'owner',
    params,
    body: z.strictObject({ domain: SsoDomainName }),
    ok: one,
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  verifyDomain: route({
    method: 'POST',
    path: '/api/internal/sso/domains/:domain/verify',
    v1: { path: `${root}/domains/:domain/verify` },
    summary: 'Look at the DNS of a domain for its record',
    needs: 'owner',
    params: ofDomain,
    ok: one,
    also: held,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'SSO_RECORD_MISSING', 'CHANGE_PENDING'],
  }),
  removeDomain: route({
    method: 'DELETE',
    path: '/api/internal/sso/domains/:domain',
    v1: { path: `${root}/domains/:domain` },
    summary: 'Remove a domain: its people sign in by the connection no more',
    needs: 'owner',
    evenReadOnly: true,
    params: ofDomain,
    ok: Done,
    also: held,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'CHANGE_PENDING'],
  }),
  setDirectoryToken: route({
    method: 'POST',
    path: '/api/internal/sso/connections/:id/directory/token',
    v1: { path: `${root}/connections/:id/directory/token` },
    summary: 'Make the token with which a directory keeps the people of a connection by SCIM, or a new one: the one before ends',
    needs: 'owner',
    params,
    ok: z.object({ token, connection: SsoConnection }),
    /** It opens nothing before another owner approves it. */
    also: { 202: HeldChange.extend({ token }) },
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  endDirectoryToken: route({
    method: 'DELETE',
    path: `${root}/connections/:id/directory/token`,
    summary: 'End the token of a directory: it is heard no more, and its people stay what they are',
    needs: 'owner',
    evenReadOnly: true,
    params,
    ok: Done,
    codes: ['FORBIDDEN', 'NOT_FOUND'],
  }),
  find: route({
    method: 'POST',
    path: '/api/auth/sso/find',
    summary: 'The organisations whose own sign-in speaks for the domain of an e-mail address',
    needs: 'anonymous',
    body: z.strictObject({ email: Email }),
    ok: z.object({ connections: z.array(z.object({ id: z.string(), organisation: z.string(), name: z.string() })) }),
    codes: ['TOO_MANY_ATTEMPTS', 'INVALID_ORIGIN'],
  }),
  begin: route({
    method: 'POST',
    path: '/api/auth/sso/begin',
    summary: `Begin a sign-in at the provider of a connection, to be ended in the same browser within ${SSO_SIGN_IN_MINUTES} minutes`,
    needs: 'anonymous',
    body: z.strictObject({ connection_id: Uuid, email: Email.optional() }),
    /** Where the person is to be sent. */
    ok: z.object({ url: z.string() }),
    codes: ['NOT_FOUND', 'SSO_PROVIDER_UNUSABLE', 'TOO_MANY_ATTEMPTS', 'INVALID_ORIGIN'],
  }),
  finish: route({
    method: 'POST',
    path: '/api/auth/sso/finish',
    summary: 'End a sign-in with what the provider sent along: a session that opens the organisation of the connection and no other',
    needs: 'anonymous',
    body: z.object({
      state: z.string().min(1).max(REPLY_LENGTH_MAX),
      code: z.string().max(REPLY_LENGTH_MAX).optional(),
      iss: z.string().max(REPLY_LENGTH_MAX).optional(),
      error: z.string().max(REPLY_LENGTH_MAX).optional(),
      error_description: z.string().max(REPLY_LENGTH_MAX).optional(),
      /** What a provider of SAML sent, in Base64. */
      saml_response: z.string().max(SAML_REPLY_LENGTH_MAX).optional(),
    }),
    ok: z.object({ user: User }),
    codes: [
      'SSO_EXPIRED',
      'SSO_REPLY_REFUSED',
      'SSO_PROVIDER_UNUSABLE',
      'SSO_EMAIL_UNVERIFIED',
      'SSO_DOMAIN_UNVERIFIED',
      'SSO_ACCOUNT_UNPROVEN',
      'SSO_SUBJECT_CHANGED',
      'SSO_REMOVED',
      'SSO_NO_ROLE',
      'SSO_SECOND_FACTOR_MISSING',
      'TENANT_READONLY',
      'NOT_FOUND',
      'TOO_MANY_ATTEMPTS',
      'INVALID_ORIGIN',
    ],
  }),
} as const;
