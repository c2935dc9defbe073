// Signing in with the provider of an organisation: whose it is, where the person is sent, and what its reply comes to.

import { sso as contract } from '@countinghouse/contract/features/sso';
import type { RouteParsed } from '@countinghouse/contract/wire';
import type { PersonRow } from '@countinghouse/store/auth/people';
import { findUsableConnection, listConnectionsOf, type UsableConnection } from '@countinghouse/store/features/sso/reads';
import type { FastifyRequest } from 'fastify';
import { CLIENT_ADDRESS_HEADER } from '../../auth/auth.ts';
import { recordSignIn } from '../../auth/sign-ins.ts';
import { admitNamed } from '../../auth/sso/admit.ts';
import { type BegunSignIn, keepBegun, takeBegun } from '../../auth/sso/begun-sign-ins.ts';
import type { NamedPerson } from '../../auth/sso/named-person.ts';
import { beginAt, endAt, type OidcProvider } from '../../auth/sso/oidc.ts';
import { beginAtSaml, endAtSaml } from '../../auth/sso/saml/saml.ts';
import { barOf, domainOf, type Way } from '../../auth/sso/ways.ts';
import { countAttempt, networkOf } from '../../http/attempts.ts';
import { Refusal } from '../../http/refusal.ts';
import { handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';

/** Of an address: a company's people share one. Each step of a sign-in is one. Source: decision 0171. */
const STEPS_A_MINUTE = 120;

/** Where a provider sends people back to: a page of the console, which hands the reply on. */
export const redirectUriOf = ({ publicUrl }: Pick<Services, 'publicUrl'>): string => `${publicUrl}/sign-in/company`;

const count = ({ authPool }: Services, { ip }: FastifyRequest): Promise<void> =>
  countAttempt(authPool, [`sso|${networkOf(ip)}`], STEPS_A_MINUTE);

export const find = handler(contract.find, async ({ input: { body }, request }, services) => {
  await count(services, request);
  const found = await listConnectionsOf(services.writerPool, domainOf(body.email));
  return { connections: found.map(({ id, name, organisation }) => ({ id, name, organisation })) };
});

export const begin = handler(contract.begin, async ({ input: { body }, request, reply }, services) => {
  await count(services, request);
  const connection = await getConnection(services, body.connection_id);
  const { url, state, begun } =
    connection.protocol === 'saml'
      ? beginAtSaml({ connection, publicUrl: services.publicUrl }, services.clock.nowMs())
      : await beginAt(services.egress, await providerOf(services, connection), body.email);
  await keepBegun(services, request, reply, state, begun);
  return { url };
});

export const finish = handler(contract.finish, async ({ caller, input: { body }, request, reply }, services) => {
  await count(services, request);
  const begun = await takeBegun(services, request, body.state);
  const connection = await getConnection(services, begun.connectionId);
  const named = await readReply(services, connection, begun, body);
  const way = { kind: 'sso', tenantId: connection.tenant_id, connectionId: connection.id, secondFactor: named.secondFactor } as const;
  const person = await admitOrNote(services, request, connection, named, way);
  const headers = new Headers({ [CLIENT_ADDRESS_HEADER]: request.ip, 'user-agent': request.headers['user-agent'] ?? '' });
  const begunSession = await services.auth.api.beginSsoSession({
    body: { userId: person.id, tenantId: way.tenantId, connectionId: way.connectionId, secondFactor: way.secondFactor },
    headers,
    returnHeaders: true,
  });
  reply.header('set-cookie', begunSession.headers.getSetCookie());
  services.sessions.forgetSessions();
  // The browser has a new one: nobody would end the one before.
  if (caller !== null) await services.sessions.revoke(caller.session.userId, { only: caller.session.id }, request);
  await recordSignIn(services.authPool, request, person.email, 'signed_in');
  return { user: begunSession.response };
});

/** Whom the provider names. Throws SSO_REPLY_REFUSED, SSO_PROVIDER_UNUSABLE. */
async function readReply(
  services: Services,
  connection: UsableConnection,
  begun: BegunSignIn,
  { saml_response = '', ...reply }: RouteParsed<typeof contract.finish>['body'],
): Promise<NamedPerson> {
  if (connection.protocol === 'saml' && 'requestId' in begun)
    return endAtSaml({ connection, publicUrl: services.publicUrl }, begun, saml_response, services.clock.nowMs());
  if (connection.protocol === 'oidc' && 'nonce' in begun)
    return endAt(services.egress, await providerOf(services, connection), begun, reply);
  throw new Error(`the sign-in that was begun is not of the protocol of connection ${connection.id}`);
}

/** Refusals of somebody whom the provider may name: an owner sees them among the sign-ins, where a member is meant. */
const noted: ReadonlySet<string> = new Set([
  'SSO_ACCOUNT_UNPROVEN',
  'SSO_SUBJECT_CHANGED',
  'SSO_NO_ROLE',
  'SSO_REMOVED',
  'SSO_SECOND_FACTOR_MISSING',
]);

/** Who comes in. Throws as `admitNamed` and `checkOpens`. */
async function admitOrNote(
  services: Services,
  request: FastifyRequest,
  connection: UsableConnection,
  named: NamedPerson,
  way: Way & { readonly kind: 'sso' },
): Promise<PersonRow> {
  let email = named.verifiedEmail;
  try {
    const person = await admitNamed(services, connection, named);
    email = person.email;
    await checkOpens(services, person, way);
    return person;
  } catch (error) {
    if (email !== null && error instanceof Refusal && noted.has(error.code))
      await recordSignIn(services.authPool, request, email, 'not_admitted');
    throw error;
  }
}

/** A session that would not open its organisation is not begun. Throws SSO_SECOND_FACTOR_MISSING. */
async function checkOpens(
  { sessions }: Services,
  { id, email }: { readonly id: string; readonly email: string },
  way: Way & { readonly kind: 'sso' },
): Promise<void> {
  const membership = (await sessions.membershipsNow(id)).find((m) => m.tenant_id === way.tenantId);
  const bar = membership === undefined ? null : barOf({ email, secondFactor: false, way }, membership);
  if (bar !== null) throw new Refusal(bar);
}

async function getConnection({ writerPool }: Services, id: string): Promise<UsableConnection> {
  const found = await findUsableConnection(writerPool, id);
  if (found === null) throw new Refusal('NOT_FOUND');
  return found;
}

const providerOf = async (services: Services, connection: UsableConnection & { readonly protocol: 'oidc' }): Promise<OidcProvider> => ({
  connection,
  secret: await services.keptTexts.read(connection.tenant_id, 'sso-secret', connection.secret_id),
  redirectUri: redirectUriOf(services),
});
