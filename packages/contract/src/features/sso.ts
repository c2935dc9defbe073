// Single sign-on: connections of an organisation to the provider that its people sign in with (OpenID Connect), the domains whose people it
// speaks for, and the sign-in itself.
import { SSO_CONNECTIONS_MAX, SSO_DOMAINS_MAX, SSO_ROLES_MAX } from '@countinghouse/kernel/bounds';
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

export const SsoConnection = z.object({
  id: z.string(),
  name: z.string(),
  issuer: z.string(),
  client_id: z.string(),
  scope: z.string(),
  /** The claim that says in which groups a person is. */
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
});
export type SsoConnection = z.output<typeof SsoConnection>;

const one = z.object({ connection: SsoConnection });
const params = z.object({ id: Uuid });
const ofDomain = z.object({ domain: SsoDomainName });
const root = '/api/v1/sso';
const held = { 202: HeldChange } as const;

export const sso = {
  list: route({
    method: 'GET',
    path: `${root}/connections`,
    summary: 'Connections of single sign-on with their domains, and the address that a provider sends people back to',
    needs: 'owner',
    ok: z.object({ redirect_uri: z.string(), connections: z.array(SsoConnection).max(SSO_CONNECTIONS_MAX) }),
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
  change: route({
    method: 'PATCH',
    path: `${root}/connections/:id`,
    summary: 'Change a connection of single sign-on, switch it on or off, or require it: what is left out stays',
    needs: 'owner',
    params,
    body: z.strictObject({
      name: name.optional(),
      client_id: clientId.optional(),
      client_secret: clientSecret.optional(),
      scope: scope.optional(),
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
    path: `${root}/connections/:id`,
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
    path: `${root}/domains/:domain/verify`,
    summary: 'Look at the DNS of a domain for its record',
    needs: 'owner',
    params: ofDomain,
    ok: one,
    also: held,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'SSO_RECORD_MISSING', 'CHANGE_PENDING'],
  }),
  removeDomain: route({
    method: 'DELETE',
    path: `${root}/domains/:domain`,
    summary: 'Remove a domain: its people sign in by the connection no more',
    needs: 'owner',
    evenReadOnly: true,
    params: ofDomain,
    ok: Done,
    also: held,
    codes: ['FORBIDDEN', 'NOT_FOUND', 'CHANGE_PENDING'],
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
