// Connections of single sign-on and their domains: what owners say of them. How people sign in by them is in `sign-in.ts`.

import { hash, randomBytes, randomUUID } from 'node:crypto';
import { sso as contract, DIRECTORY_TOKEN_PREFIX, SCIM_PATH, type SsoConnection } from '@countinghouse/contract/features/sso';
import { samlConnectionId } from '@countinghouse/kernel/sso/connection-id';
import type { SamlCertificate } from '@countinghouse/kernel/sso/events';
import {
  type ConnectionRow,
  countSamlConnectionsMade,
  type DirectoryRow,
  type DomainRow,
  listConnections,
  listDirectories,
  listDomains,
} from '@countinghouse/store/features/sso/reads';
import { read } from '@countinghouse/store/reader';
import type { Session } from '../../auth/sessions.ts';
import { recordOf } from '../../auth/sso/domain-records.ts';
import { certificateToWire, readCertificate } from '../../auth/sso/saml/certificates.ts';
import { acsUrlOf, entityIdOf } from '../../auth/sso/saml/saml.ts';
import { Refusal, refuseField } from '../../http/refusal.ts';
import { OtherStatus } from '../../route/answers.ts';
import { HeldForApproval } from '../../route/held.ts';
import { done, writtenCount, writtenEvent } from '../../route/outcome.ts';
import { type Handler, handler } from '../../route/route.ts';
import { hashDirectoryToken } from '../../scim/token.ts';
import type { Services } from '../../services.ts';
import { begin, find, finish, redirectUriOf } from './sign-in.ts';

const TOKEN_BYTES = 18;
const DIRECTORY_TOKEN_BYTES = 32;

export const list = handler(contract.list, async ({ tenant: { tenant_id } }, services) => {
  const all = await readAll(services, tenant_id);
  const connections = all.connections.map((row) => toWire(services, row, all));
  const nextId = samlConnectionId(tenant_id, all.samlMade, (text) => hash('sha256', text));
  return {
    redirect_uri: redirectUriOf(services),
    scim_url: `${services.publicUrl}${SCIM_PATH}`,
    next_saml: { id: nextId, entity_id: entityIdOf(services.publicUrl, nextId), acs_url: acsUrlOf(services.publicUrl, nextId) },
    connections,
  };
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

export const createSaml = handler(contract.createSaml, async ({ tenant: { tenant_id }, caller: { actor }, input: { body } }, services) => {
  const { id = null, issuer, certificates, ...said } = body;
  checkSignOnUrl(services, said.sign_on_url);
  const content = { ...said, certificates: readCertificates(certificates) };
  const { payload } = writtenEvent(
    await services.ledger.submit(tenant_id, { type: 'sso_connection.create_saml', actor, id, issuer, content }),
    'sso_connection.saml_created',
  );
  return { connection: await getConnection(services, tenant_id, payload.id) };
});

export const change = handler(contract.change, async ({ tenant: { tenant_id }, caller, input }, services) => {
  const { id } = input.params;
  const { client_secret, certificates, ...said } = input.body;
  if (said.sign_on_url !== undefined) checkSignOnUrl(services, said.sign_on_url);
  const changes = {
    ...withoutUndefined(said),
    ...(certificates !== undefined && { certificates: readCertificates(certificates) }),
  };
  checkProven(caller.session, { ...(await getConnection(services, tenant_id, id)), ...withoutUndefined(said) });
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

export const setDirectoryToken = handler(
  contract.setDirectoryToken,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { params } }, services) => {
    const token = `${DIRECTORY_TOKEN_PREFIX}${randomBytes(DIRECTORY_TOKEN_BYTES).toString('base64url')}`;
    const tokenHash = hashDirectoryToken(token);
    const command = { type: 'sso_directory.set_token', actor, connectionId: params.id, tokenHash } as const;
    try {
      writtenEvent(await services.ledger.submit(tenant_id, command), 'sso_directory.token_set');
    } catch (error) {
      // What is approved is this token: nobody could show it later.
      if (error instanceof HeldForApproval) return new OtherStatus(202, { ...error.body, token });
      throw error;
    }
    return { token, connection: await getConnection(services, tenant_id, params.id) };
  },
);

export const endDirectoryToken = handler(
  contract.endDirectoryToken,
  async ({ tenant: { tenant_id }, caller: { actor }, input: { params } }, { ledger }) =>
    done(await ledger.submit(tenant_id, { type: 'sso_directory.end_token', actor, connectionId: params.id })),
);

function checkIssuer({ egress }: Services, issuer: string): void {
  const fault = egress.faultOf(issuer);
  if (fault !== null) throw refuseField('issuer', fault);
  const { search, hash, pathname } = new URL(issuer);
  // Where its discovery is follows from it.
  if (search !== '' || hash !== '' || pathname.includes('/.well-known/'))
    throw refuseField('issuer', 'Use the issuer itself, without what follows it: the part before /.well-known/.');
}

/** People are sent there by their browsers: it may be within the company. The server asks nothing of it. */
function checkSignOnUrl({ egress }: Services, address: string): void {
  const url = URL.parse(address);
  if (url?.protocol === 'https:' && url.username === '' && url.password === '') return;
  const fault = egress.faultOf(address);
  if (fault !== null) throw refuseField('sign_on_url', fault);
}

const readCertificates = (texts: readonly string[]): readonly SamlCertificate[] =>
  texts.map((text, i) => {
    const read = readCertificate(text);
    if (typeof read === 'string') throw refuseField(`certificates.${i}`, read);
    return read;
  });

type Rules = Pick<SsoConnection, 'id' | 'enabled' | 'required' | 'owners_by_password'>;

/** Nobody shuts every owner out by a connection that may not work: whoever asks it of owners too has come by it. */
function checkProven({ way }: Session, { id, enabled, required, owners_by_password }: Rules): void {
  if (!enabled || !required || owners_by_password) return;
  if (way.kind !== 'sso' || way.connectionId !== id) throw new Refusal('SSO_UNPROVEN');
}

const readAll = ({ readerPool }: Services, tenantId: string) =>
  read(readerPool, { tenantId }, async (tx) => ({
    connections: await listConnections(tx, tenantId),
    domains: await listDomains(tx, tenantId),
    directories: await listDirectories(tx, tenantId),
    samlMade: await countSamlConnectionsMade(tx, tenantId),
  }));

async function getConnection(services: Services, tenantId: string, id: string): Promise<SsoConnection> {
  const all = await readAll(services, tenantId);
  const found = all.connections.find((row) => row.id === id);
  if (found === undefined) throw new Refusal('NOT_FOUND');
  return toWire(services, found, all);
}

interface BesideConnections {
  readonly domains: readonly DomainRow[];
  readonly directories: readonly DirectoryRow[];
}

function toWire({ publicUrl }: Services, row: ConnectionRow, { domains, directories }: BesideConnections): SsoConnection {
  const { id, name, issuer, groups_claim, roles, default_role, second_factor, enabled, required, owners_by_password } = row;
  const { created_at, created_by } = row;
  return {
    ...{ id, name, issuer, groups_claim, default_role, second_factor, enabled, required, owners_by_password, created_at, created_by },
    ...providerToWire(row, publicUrl),
    directory: directoryOf(id, directories),
    roles: [...roles],
    domains: domains
      .filter((d) => d.connection_id === id)
      .map(({ domain, token, verified_at }) => ({ domain, verified_at, record: recordOf(domain, token) })),
  };
}

/** What its protocol alone has. */
function providerToWire(row: ConnectionRow, publicUrl: string): Pick<SsoConnection, 'protocol' | 'client_id' | 'scope' | 'saml'> {
  if (row.protocol === 'oidc') return { protocol: 'oidc', client_id: row.client_id, scope: row.scope, saml: null };
  const { id, sign_on_url, certificates, email_attribute, name_attribute, subject_attribute } = row;
  const entity_id = entityIdOf(publicUrl, id);
  const saml = { sign_on_url, email_attribute, name_attribute, subject_attribute, entity_id, acs_url: acsUrlOf(publicUrl, id) };
  return { protocol: 'saml', client_id: entity_id, scope: '', saml: { ...saml, certificates: certificates.map(certificateToWire) } };
}

function directoryOf(id: string, directories: readonly DirectoryRow[]): SsoConnection['directory'] {
  const found = directories.find((d) => d.connection_id === id);
  return found === undefined ? null : { token_set_at: found.token_set_at, token_set_by: found.token_set_by };
}

/** What is said, without what is not: a command that waits carries no more than that. */
const withoutUndefined = <T extends object>(said: T) =>
  Object.fromEntries(Object.entries(said).filter(([, value]) => value !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

export const ssoHandlers: readonly Handler[] = [
  list,
  create,
  createSaml,
  change,
  remove,
  addDomain,
  verifyDomain,
  removeDomain,
  setDirectoryToken,
  endDirectoryToken,
  find,
  begin,
  finish,
];
