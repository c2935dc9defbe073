import { member, openTenant, owner, type PureLedger, sha256, stranger, TENANT } from '@countinghouse/testkit/pure-ledger';
import { describe, expect, test } from 'vitest';
import { SSO_CONNECTIONS_MAX, SSO_DOMAINS_MAX } from '../bounds.ts';
import { systemActor } from '../ledger/actor.ts';
import type { Command } from '../ledger/commands.ts';
import type { Decision } from '../ledger/decision.ts';
import type { AdmitBySso, ApplyDirectory, ChangeSsoConnection, CreateSsoConnection } from './commands.ts';
import { samlConnectionId } from './connection-id.ts';
import { sso } from './slice.ts';

/** Of the first connection by SAML. */
const first = samlConnectionId(TENANT, 0, sha256);

const content = {
  name: 'Company',
  client_id: 'c',
  secret_id: 's',
  scope: 'openid',
  groups_claim: 'groups',
  roles: [
    { group: 'audit', role: 'auditor' },
    { group: 'books', role: 'member' },
  ],
  default_role: null,
  second_factor: 'told',
  owners_by_password: true,
} as const;
const create = (more: Partial<CreateSsoConnection> = {}): CreateSsoConnection => ({
  type: 'sso_connection.create',
  actor: owner,
  id: 'c',
  issuer: 'https://login.example.com',
  content,
  ...more,
});
const change = (said: ChangeSsoConnection['content'], actor: typeof owner | typeof member = owner): ChangeSsoConnection => ({
  type: 'sso_connection.change',
  actor,
  id: 'c',
  content: said,
});
const add = (domain = 'example.com', connectionId = 'c'): Command => ({
  type: 'sso_domain.add',
  actor: owner,
  connectionId,
  domain,
  token: 't',
});
const verify = (domain = 'example.com'): Command => ({ type: 'sso_domain.verify', actor: owner, domain });
const remove: Command = { type: 'sso_domain.remove', actor: owner, domain: 'example.com' };
const drop: Command = { type: 'sso_connection.delete', actor: owner, id: 'c' };
const admit = (more: Partial<AdmitBySso> = {}): AdmitBySso => ({
  type: 'sso_connection.admit',
  actor: systemActor,
  id: 'c',
  userId: 'ada',
  domain: 'example.com',
  groups: ['books'],
  known: false,
  ...more,
});
const told = (d: Decision): string =>
  d.kind === 'refused' ? d.code : d.kind === 'append' ? d.events.map((e) => e.type).join(' ') : d.kind;

/** A connection that is on, with a verified domain. */
function opened(): PureLedger {
  const ledger = openTenant();
  for (const command of [create(), add(), verify(), change({ enabled: true })]) ledger.submit(command);
  return ledger;
}

describe('a connection', () => {
  test('is made by an owner and is off; it is whole in its event, without its secret', () => {
    expect(openTenant().decide(create())).toEqual({
      kind: 'append',
      events: [
        {
          type: 'sso_connection.created',
          payload: { id: 'c', issuer: 'https://login.example.com', ...content, enabled: false, required: false },
        },
      ],
    });
  });
  test('is changed in what is said; nothing is written where nothing changes', () => {
    const ledger = opened();
    expect(ledger.decide(change({ name: 'COMPANY', default_role: 'auditor' }))).toMatchObject({
      events: [
        { type: 'sso_connection.changed', payload: { id: 'c', name: 'COMPANY', default_role: 'auditor', client_id: 'c', enabled: true } },
      ],
    });
    for (const same of [{}, { enabled: true }, { roles: [...content.roles] }]) expect(told(ledger.decide(change(same)))).toBe('');
  });
  test('is refused: not an owner, a name that is taken, one too many, one that is not there', () => {
    const ledger = openTenant();
    expect(told(ledger.decide(create({ actor: stranger })))).toBe('NOT_FOUND');
    expect(told(ledger.decide(create({ actor: member })))).toBe('FORBIDDEN');
    expect(told(ledger.decide(change({})))).toBe('NOT_FOUND');
    expect(told(ledger.decide(drop))).toBe('NOT_FOUND');
    expect(told(ledger.decide(add()))).toBe('NOT_FOUND');
    for (let i = 0; i < SSO_CONNECTIONS_MAX; i++) ledger.submit(create({ id: `c${i}`, content: { ...content, name: `C${i}` } }));
    expect(told(ledger.decide(create({ content: { ...content, name: 'c1' } })))).toBe('CODE_TAKEN');
    expect(told(ledger.decide(create()))).toBe('VALIDATION_ERROR');
    expect(told(ledger.decide({ ...change({ name: 'c1' }), id: 'c0' }))).toBe('CODE_TAKEN');
    expect(told(ledger.decide({ ...change({}, member), id: 'c0' }))).toBe('FORBIDDEN');
  });
  test('takes its domains along when it is deleted, also in a read-only organisation', () => {
    const ledger = opened();
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(told(ledger.decide(change({ name: 'x' })))).toBe('TENANT_READONLY');
    expect(told(ledger.decide(add('example.net')))).toBe('TENANT_READONLY');
    expect(told(ledger.submit(drop))).toBe('sso_connection.deleted');
    expect(ledger.state.ssoDomains.size).toBe(0);
  });
});

describe('a connection that speaks SAML', () => {
  const { client_id: _client, secret_id: _secret, scope: _scope, ...rules } = content;
  const saml = {
    ...rules,
    sign_on_url: 'https://idp.example.com/sso',
    certificates: [{ sha256: 'a', der: 'A' }],
    email_attribute: 'email',
    name_attribute: 'name',
    subject_attribute: null,
  };
  const createSaml = (more: { readonly name?: string } = {}, id: string | null = first): Command => ({
    type: 'sso_connection.create_saml',
    actor: owner,
    id,
    issuer: 'urn:idp',
    content: { ...saml, ...more },
  });
  const changeSaml = (said: ChangeSsoConnection['content']): ChangeSsoConnection => ({ ...change(said), id: first });
  test('is made and changed as any other, by events of its own; it lets people in by the same rules', () => {
    const ledger = openTenant();
    expect(ledger.decide(createSaml())).toEqual({
      kind: 'append',
      events: [
        { type: 'sso_connection.saml_created', payload: { id: first, issuer: 'urn:idp', ...saml, enabled: false, required: false } },
      ],
    });
    ledger.submit(createSaml());
    expect(ledger.decide(createSaml({ name: 'Another' }))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'id' }] });
    expect(told(ledger.decide(create()))).toBe('CODE_TAKEN');
    for (const command of [add('example.com', first), verify()]) ledger.submit(command);
    const on = ledger.submit(changeSaml({ enabled: true, certificates: [{ sha256: 'b', der: 'B' }] }));
    expect(on).toMatchObject({
      events: [{ type: 'sso_connection.saml_changed', payload: { sign_on_url: saml.sign_on_url, certificates: [{ sha256: 'b' }] } }],
    });
    expect(told(ledger.decide(changeSaml({ certificates: [{ sha256: 'b', der: 'B' }] })))).toBe('');
    expect(told(ledger.decide(admit({ id: first })))).toBe('sso_connection.admitted member.added');
  });
  test('is made under the id that is next: one is never given twice, also where its connection is gone, and those of OpenID Connect count for nothing', () => {
    const ledger = openTenant();
    ledger.submit(create());
    expect(told(ledger.submit(createSaml({ name: 'First' })))).toBe('sso_connection.saml_created');
    ledger.submit({ type: 'sso_connection.delete', actor: owner, id: first });
    expect(ledger.decide(createSaml({ name: 'First' }))).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'id' }] });
    expect(told(ledger.submit(createSaml({ name: 'First' }, samlConnectionId(TENANT, 1, sha256))))).toBe('sso_connection.saml_created');
    expect(ledger.decide(createSaml({ name: 'Third' }, null))).toMatchObject({
      events: [{ payload: { id: samlConnectionId(TENANT, 2, sha256) } }],
    });
  });
  test('is told nothing that only OpenID Connect has, nor the other way round', () => {
    const ledger = opened();
    ledger.submit(createSaml({ name: 'SAML' }));
    const refusedAt = (path: string, speaks = 'SAML') => ({
      code: 'VALIDATION_ERROR',
      details: [{ path, message: `This connection speaks ${speaks}, which has no such setting.` }],
    });
    expect(ledger.decide(changeSaml({ secret_id: 'x' }))).toMatchObject(refusedAt('client_secret'));
    expect(ledger.decide(changeSaml({ scope: 'openid' }))).toMatchObject(refusedAt('scope'));
    expect(ledger.decide(change({ subject_attribute: null }))).toMatchObject(refusedAt('subject_attribute', 'OpenID Connect'));
  });
  test('shows four eyes whose word is believed: address, certificates, and what names people', () => {
    const ledger = openTenant();
    ledger.submit(createSaml());
    const { compare } = sso.commands['sso_connection.change'].approval;
    const [difference] = compare(ledger.state, changeSaml({ subject_attribute: 'oid', certificates: [{ sha256: 'b', der: 'B' }] }));
    expect(difference?.before).toContain(
      'at https://idp.example.com/sso; signed by a; people by NameID, e-mail by email, groups by groups',
    );
    expect(difference?.after).toContain('signed by b; people by oid');
  });
});

describe('a domain', () => {
  test('is of one connection, verified once, and removed', () => {
    const ledger = openTenant();
    ledger.submit(create());
    expect(told(ledger.decide(verify()))).toBe('NOT_FOUND');
    expect(told(ledger.submit(add()))).toBe('sso_domain.added');
    expect(ledger.decide(add())).toMatchObject({ code: 'VALIDATION_ERROR', details: [{ path: 'domain' }] });
    expect(told(ledger.submit(verify()))).toBe('sso_domain.verified');
    expect(told(ledger.submit(verify()))).toBe('');
    expect(told(ledger.decide({ ...remove, actor: member } as Command))).toBe('FORBIDDEN');
    expect(told(ledger.submit(remove))).toBe('sso_domain.removed');
    expect(told(ledger.decide(remove))).toBe('NOT_FOUND');
  });
  test('is removed from a read-only organisation too', () => {
    const ledger = openTenant();
    ledger.submit(create());
    ledger.submit(add());
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(told(ledger.submit(remove))).toBe('sso_domain.removed');
  });
  test('is one of so many', () => {
    const ledger = openTenant();
    ledger.submit(create());
    for (let i = 0; i < SSO_DOMAINS_MAX; i++) ledger.submit(add(`d${i}.example.com`));
    expect(told(ledger.decide(add()))).toBe('VALIDATION_ERROR');
  });
});

describe('who comes by a connection', () => {
  const joined = 'sso_connection.admitted member.added';
  test.each<readonly [string, Partial<AdmitBySso>, string]>([
    ['joins as their group says', {}, joined],
    ['is not let in without a group that is', { groups: ['kitchen'] }, 'SSO_NO_ROLE'],
    ['is of a domain of it', { domain: 'example.net' }, 'SSO_DOMAIN_UNVERIFIED'],
    ['does not come back after they were taken out', { known: true }, 'SSO_REMOVED'],
    ['is named by a connection that is there', { id: 'other' }, 'NOT_FOUND'],
    ['is admitted by the system alone', { actor: owner }, 'NOT_FOUND'],
    ['stays an owner', { userId: 'owner', groups: ['audit'] }, ''],
    [
      'has the role of the first group that fits',
      { userId: 'member', groups: ['books', 'audit'] },
      'sso_connection.admitted member.role_changed',
    ],
    ['keeps the role that they have', { userId: 'member', known: true }, ''],
  ])('%s', (_what, more, expected) => {
    expect(told(opened().decide(admit(more)))).toBe(expected);
  });
  test('has the role of others where no group of theirs brings one; where no group brings any, the one that was given by hand stays', () => {
    const ledger = opened();
    ledger.submit(change({ default_role: 'auditor' }));
    expect(ledger.decide(admit({ groups: [] }))).toMatchObject({ events: [{}, { payload: { user_id: 'ada', role: 'auditor' } }] });
    expect(told(ledger.decide(admit({ userId: 'member', groups: [] })))).toContain('member.role_changed');
    ledger.submit(change({ roles: [] }));
    expect(told(ledger.decide(admit({ userId: 'member' })))).toBe('');
  });
  test('does not come while it is off, its domain is not verified, or the organisation is gone; in a read-only one nobody joins and no role changes', () => {
    const ledger = opened();
    ledger.submit(change({ enabled: false }));
    expect(told(ledger.decide(admit()))).toBe('NOT_FOUND');
    ledger.submit(change({ enabled: true }));
    ledger.submit(add('example.net'));
    expect(told(ledger.decide(admit({ domain: 'example.net' })))).toBe('SSO_DOMAIN_UNVERIFIED');
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(told(ledger.decide(admit()))).toBe('TENANT_READONLY');
    expect(told(ledger.decide(admit({ userId: 'member', groups: ['audit'] })))).toBe('');
    ledger.submit({ type: 'tenant.archive', actor: owner });
    expect(told(ledger.decide(admit()))).toBe('NOT_FOUND');
  });
});

describe('four eyes', () => {
  const token: Command = { type: 'sso_directory.set_token', actor: owner, connectionId: 'c', tokenHash: 'f'.repeat(64) };
  const second = { kind: 'user', id: 'second' } as const;
  function watched(ready: readonly Command[]): PureLedger {
    const ledger = openTenant();
    for (const command of ready) ledger.submit(command);
    ledger.submit({ type: 'member.add', actor: owner, userId: second.id, role: 'owner' });
    ledger.submit({ type: 'four_eyes.set', actor: owner, on: true });
    return ledger;
  }
  const { client_id: _client, secret_id: _secret, scope: _scope, ...rules } = content;
  const saml: Command = {
    type: 'sso_connection.create_saml',
    actor: owner,
    id: null,
    issuer: 'urn:idp',
    content: {
      ...{ ...rules, sign_on_url: 'https://idp.example.com/sso', certificates: [{ sha256: 'a', der: 'A' }] },
      ...{ email_attribute: 'email', name_attribute: 'name', subject_attribute: null },
    },
  };
  const changeSaml: Command = { ...change({ certificates: [{ sha256: 'b', der: 'B' }] }), id: first };
  const off = [create(), add()];
  const on = [...off, verify(), change({ enabled: true })];
  const required = [...on, change({ required: true })];
  test.each<readonly [string, readonly Command[], Command, boolean]>([
    ['see who can come in: switching a connection on', off, change({ enabled: true }), true],
    ['see a change of one that is on', on, change({ default_role: 'member' }), true],
    ['see another domain of one that is on', [...on, add('example.net')], verify('example.net'), true],
    ['see that what was required is no more: deleting it', required, drop, true],
    ['see it of a domain too', required, remove, true],
    ['see who may say who is in which group', on, token, true],
    ['see what would be switched on with it', off, change({ name: 'x' }), true],
    ['see another certificate of one that speaks SAML', [saml], changeSaml, true],
    ['do not see that one is made, which is off', [], saml, false],
    ['do not see what opens nothing', off, add('example.net'), false],
    ['nor that fewer can come in', on, drop, false],
  ])('%s', (_what, ready, command, waits) => {
    expect(told(watched(ready).decide(command)) === 'approval.requested').toBe(waits);
  });
  test('tell what would change in words', () => {
    const decision = watched(off).decide(change({ enabled: true, required: true }));
    expect(decision.kind === 'append' && JSON.stringify(decision.events[0]?.payload)).toContain('sso_connection.change');
  });
});

describe('the directory of a connection', () => {
  const set = (actor: typeof owner | typeof member = owner): Command => ({
    type: 'sso_directory.set_token',
    actor,
    connectionId: 'c',
    tokenHash: 'f'.repeat(64),
  });
  const end: Command = { type: 'sso_directory.end_token', actor: owner, connectionId: 'c' };
  const apply = (more: Partial<ApplyDirectory> = {}): ApplyDirectory => ({
    type: 'sso_directory.apply',
    actor: systemActor,
    connectionId: 'c',
    userId: 'ada',
    domain: 'example.com',
    active: true,
    groups: ['books'],
    placed: false,
    ...more,
  });
  function directed(...more: readonly Command[]): PureLedger {
    const ledger = opened();
    for (const command of [set(), ...more]) ledger.submit(command);
    return ledger;
  }
  const second: Command = { type: 'member.add', actor: owner, userId: 'second', role: 'owner' };
  const joined = 'sso_directory.applied member.added';
  const left = 'sso_directory.applied member.removed';

  test('has one token, which an owner makes, and ends also in a read-only organisation', () => {
    const ledger = opened();
    expect(told(ledger.decide(set(member)))).toBe('FORBIDDEN');
    expect(told(ledger.decide({ ...set(), connectionId: 'other' } as Command))).toBe('NOT_FOUND');
    expect(told(ledger.decide(end))).toBe('NOT_FOUND');
    expect(told(ledger.submit(set()))).toBe('sso_directory.token_set');
    ledger.submit({ type: 'tenant.deactivate', actor: owner });
    expect(told(ledger.decide(set()))).toBe('TENANT_READONLY');
    expect(told(ledger.submit(end))).toBe('sso_directory.token_ended');
    expect(told(ledger.decide(apply()))).toBe('NOT_FOUND');
  });
  test.each<readonly [string, readonly Command[], Partial<ApplyDirectory>, string]>([
    ['brings somebody in as their group says', [], {}, joined],
    ['waits for a group that brings a role', [], { groups: ['kitchen'] }, 'SSO_NO_ROLE'],
    ['waits where it tells of no groups and others are not let in', [], { groups: null }, 'SSO_NO_ROLE'],
    ['brings in others where they are let in', [change({ default_role: 'auditor' })], { groups: null }, joined],
    ['speaks for the people of its domains alone', [], { domain: 'example.net' }, 'SSO_DOMAIN_UNVERIFIED'],
    ['does not bring back whom somebody took out', [], { placed: true }, ''],
    ['speaks by the system alone', [], { actor: owner }, 'NOT_FOUND'],
    ['of another connection is none', [], { connectionId: 'other' }, 'NOT_FOUND'],
    ['is silent while the connection is off', [change({ enabled: false })], { active: false, userId: 'member' }, 'NOT_FOUND'],
    ['moves a member', [], { userId: 'member', groups: ['books', 'audit'] }, 'sso_directory.applied member.role_changed'],
    ['leaves a role as it is that fits', [], { userId: 'member' }, ''],
    ['leaves a role as it is where it tells of no groups', [change({ default_role: 'auditor' })], { userId: 'member', groups: null }, ''],
    ['leaves a role as it is where no group brings one', [change({ roles: [] })], { userId: 'member', groups: ['audit'] }, ''],
    ['leaves an owner as they are', [], { userId: 'owner', groups: ['audit'] }, ''],
    ['ends who is in no group any more', [], { userId: 'member', groups: [], placed: true }, left],
    ['does not end who was there before it', [], { userId: 'member', groups: [] }, 'SSO_NO_ROLE'],
    ['ends a member', [], { userId: 'member', active: false, domain: 'example.net' }, left],
    ['ends nobody twice', [], { active: false }, ''],
    ['never ends the last owner', [], { userId: 'owner', active: false }, 'LAST_OWNER'],
    ['ends an owner beside another', [second], { userId: 'owner', active: false }, left],
    [
      'leaves an owner to four eyes',
      [second, { type: 'four_eyes.set', actor: owner, on: true }],
      { userId: 'second', active: false },
      'FOUR_EYES_ON',
    ],
  ])('%s', (_what, ready, more, expected) => {
    expect(told(directed(...ready).decide(apply(more)))).toBe(expected);
  });
  test('ends members and brings in nobody while the organisation is read-only', () => {
    const ledger = directed({ type: 'tenant.deactivate', actor: owner });
    expect(told(ledger.decide(apply()))).toBe('TENANT_READONLY');
    expect(told(ledger.decide(apply({ userId: 'member', active: false })))).toBe(left);
  });
  test('goes with its connection', () => {
    const ledger = directed(drop);
    expect(ledger.state.ssoDirectories.size).toBe(0);
  });
});
