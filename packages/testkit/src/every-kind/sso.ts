import { randomUUID } from 'node:crypto';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import type { Command } from '@countinghouse/kernel/ledger/commands';
import { samlConnectionId } from '@countinghouse/kernel/sso/connection-id';
import type { Books } from '../books.ts';
import { sha256 } from '../pure-ledger.ts';

/** A connection that is on, by which somebody joined, one that speaks SAML, and one that is gone. */
export function singleSignOn({ tenantId, owner: actor }: Books): readonly Command[] {
  const [kept, gone, saml] = [randomUUID(), randomUUID(), samlConnectionId(tenantId, 0, sha256)];
  const create = (id: string, name: string): Command => ({
    type: 'sso_connection.create',
    actor,
    id,
    issuer: 'https://login.example.com',
    content: {
      name,
      client_id: 'countinghouse',
      secret_id: randomUUID(),
      scope: 'openid email profile',
      groups_claim: 'groups',
      roles: [{ group: 'Äudit "B"', role: 'auditor' }],
      default_role: 'member',
      second_factor: 'told',
      owners_by_password: true,
    },
  });
  return [
    create(kept, 'Company'),
    create(gone, 'Trial'),
    { type: 'sso_domain.add', actor, connectionId: kept, domain: 'example.com', token: 'a'.repeat(24) },
    { type: 'sso_domain.verify', actor, domain: 'example.com' },
    { type: 'sso_domain.add', actor, connectionId: kept, domain: 'example.net', token: 'b'.repeat(24) },
    { type: 'sso_domain.remove', actor, domain: 'example.net' },
    { type: 'sso_domain.add', actor, connectionId: gone, domain: 'example.org', token: 'c'.repeat(24) },
    { type: 'sso_connection.change', actor, id: kept, content: { enabled: true, required: true } },
    { type: 'sso_connection.admit', actor: systemActor, id: kept, userId: randomUUID(), domain: 'example.com', groups: [], known: false },
    { type: 'sso_directory.set_token', actor, connectionId: kept, tokenHash: 'd'.repeat(64) },
    { type: 'sso_directory.set_token', actor, connectionId: gone, tokenHash: 'e'.repeat(64) },
    {
      type: 'sso_directory.apply',
      actor: systemActor,
      connectionId: kept,
      userId: randomUUID(),
      domain: 'example.com',
      active: true,
      groups: null,
      placed: false,
    },
    { type: 'sso_directory.end_token', actor, connectionId: gone },
    { type: 'sso_directory.set_token', actor, connectionId: gone, tokenHash: 'e'.repeat(64) },
    { type: 'sso_connection.delete', actor, id: gone },
    {
      type: 'sso_connection.create_saml',
      actor,
      id: saml,
      issuer: 'https://idp.example.com/metadata',
      content: {
        name: 'Subsidiary',
        sign_on_url: 'https://idp.example.com/sso',
        certificates: [{ sha256: 'f'.repeat(64), der: 'MIIB' }],
        email_attribute: 'email',
        name_attribute: 'displayName',
        subject_attribute: null,
        groups_claim: 'groups',
        roles: [],
        default_role: 'auditor',
        second_factor: 'trusted',
        owners_by_password: true,
      },
    },
    { type: 'sso_connection.change', actor, id: saml, content: { subject_attribute: 'employeeNumber' } },
  ];
}
