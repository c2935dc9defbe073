// Connections of single sign-on and their domains: what owners say of them. How people sign in by them is in `sign-in.ts`.

import { randomBytes, randomUUID } from 'node:crypto';
import { sso as contract, type SsoConnection } from '@countinghouse/contract/features/sso';
import { type ConnectionRow, type DomainRow, listConnections, listDomains } from '@countinghouse/store/features/sso/reads';
import { read } from '@countinghouse/store/reader';
import type { Session } from '../../auth/sessions.ts';
import { recordOf } from '../../auth/sso/domain-records.ts';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { done, writtenCount, writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import type { Services } from '../../services.ts';
import { begin, find, finish, redirectUriOf } from './sign-in.ts';

const TOKEN_BYTES = 18;

export const list = handler(contract.list, async ({ tenant: { tenant_id } }, services) => {
  const { connections, domains } = await readAll(services, tenant_id);
  return { redirect_uri: redirectUriOf(services), connections: connections.map((row) => toWire(row, domains)) };
});

export const create = handler(contract.create, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const { issuer, client_secret, ...said } = body;
  checkIssuer(services, issuer);
  const [id, secretId] = [randomUUID(), randomUUID()];
  const command = { type: 'sso_connection.create', actor, id, issuer, content: { ...said, secret_id: secretId } } as const;
  const keep = await services.keptTexts.keep(tenant_id, 'sso-secret', secretId, client_secret);
  writtenEvent(await services.ledger.submit(tenant_id, command, [keep]), 'sso_connection.created');
  return { connection: await getConnection(services, tenant_id, id) };
});

export const change = handler(contract.change, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { id } = input.params;
  const { client_secret, ...said } = input.body;
  const changes = withoutUndefined(said);
  checkProven(caller.session, { ...(await getConnection(services, tenant_id, id)), ...changes });
  const secretId = client_secret === undefined ? null : randomUUID();
  const keep = secretId === null ? [] : [await services.keptTexts.keep(tenant_id, 'sso-secret', secretId, client_secret ?? '')];
  const content = { ...changes, ...(secretId !== null && { secret_id: secretId }) };
  writtenCount(await services.ledger.submit(tenant_id, { type: 'sso_connection.change', actor: caller.actor, id, content }, keep));
  services.sessions.forgetAllMemberships();
  return { connection: await getConnection(services, tenant_id, id) };
});

export const remove = handler(contract.remove, async ({ tenant: { tenant_id }, caller: { actor }, input: { params } }, services) => {
  const answer = done(await services.ledger.submit(tenant_id, { type: 'sso_connection.delete', actor, id: params.id }));
  services.sessions.forgetAllMemberships();
  return answer;
});

export const addDomain = handler(contract.addDomain, async ({ tenant: { tenant_id }, caller: { actor }, input }, services) => {
  const { id: connectionId } = input.params;
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const command = { type: 'sso_domain.add', actor, connectionId, domain: input.body.domain, token } as const;
  writtenEvent(await services.ledger.submit(tenant_id, command), 'sso_domain.added');
  return { connection: await getConnection(services, tenant_id, connectionId) };
});

export const verifyDomain = handler(contract.verifyDomain, async ({ tenant: { tenant_id }, caller: { actor }, input }, services) => {
  const { domain } = input.params;
  const found = (await readAll(services, tenant_id)).domains.find((d) => d.domain === domain);
  if (found === undefined) throw new Refusal('NOT_FOUND');
  if (found.verified_at === null && !(await services.domainRecords.has(domain, found.token)))
    throw new Refusal('SSO_RECORD_MISSING', recordOf(domain, found.token));
  done(await services.ledger.submit(tenant_id, { type: 'sso_domain.verify', actor, domain }));
  services.sessions.forgetAllMemberships();
  return { connection: await getConnection(services, tenant_id, found.connection_id) };
});

export const removeDomain = handler(contract.removeDomain, async ({ tenant: { tenant_id }, caller: { actor }, input }, services) => {
  const answer = done(await services.ledger.submit(tenant_id, { type: 'sso_domain.remove', actor, domain: input.params.domain }));
  services.sessions.forgetAllMemberships();
  return answer;
});

function checkIssuer({ egress }: Services, issuer: string): void {
  const fault = egress.faultOf(issuer);
  if (fault !== null) throw refuseField('issuer', fault);
  const { search, hash, pathname } = new URL(issuer);
  // Where its discovery is follows from it.
  if (search !== '' || hash !== '' || pathname.includes('/.well-known/'))
    throw refuseField('issuer', 'Use the issuer itself, without what follows it: the part before /.well-known/.');
}

/** Nobody shuts every owner out by a connection that may not work: whoever asks it of owners too has come by it. */
function checkProven({ way }: Session, { id, enabled, required, owners_by_password }: SsoConnection): void {
  if (!enabled || !required || owners_by_password) return;
  if (way.kind !== 'sso' || way.connectionId !== id) throw new Refusal('SSO_UNPROVEN');
}

const readAll = ({ readerPool }: Services, tenantId: string) =>
  read(readerPool, { tenantId }, async (tx) => ({
    connections: await listConnections(tx, tenantId),
    domains: await listDomains(tx, tenantId),
  }));

async function getConnection(services: Services, tenantId: string, id: string): Promise<SsoConnection> {
  const { connections, domains } = await readAll(services, tenantId);
  const found = connections.find((row) => row.id === id);
  if (found === undefined) throw new Refusal('NOT_FOUND');
  return toWire(found, domains);
}

const toWire = ({ secret_id: _kept, roles, ...row }: ConnectionRow, domains: readonly DomainRow[]): SsoConnection => ({
  ...row,
  roles: [...roles],
  domains: domains
    .filter((d) => d.connection_id === row.id)
    .map(({ domain, token, verified_at }) => ({ domain, verified_at, record: recordOf(domain, token) })),
});

/** What is said, without what is not: a command that waits carries no more than that. */
const withoutUndefined = <T extends object>(said: T) =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

export const ssoHandlers: readonly Handler[] = [list, create, change, remove, addDomain, verifyDomain, removeDomain, find, begin, finish];
