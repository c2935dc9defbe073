// Who becomes of a person whom a provider names: somebody it named before, an account there is, or a new one; and a member by an event.
//
// An account there is becomes theirs only where the address is verified on both sides: by the provider, for a domain that the organisation has
// verified, and here, by somebody who read its mail. Else whoever signed up with another's address would share an account with them.

import { randomUUID } from 'node:crypto';
import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { deletePerson, findPersonByEmail, insertPerson, isEmailVerified, type PersonRow } from '@countinghouse/store/auth/people';
import { findSsoPerson, hasSsoSubject, insertSsoPerson } from '@countinghouse/store/auth/sso';
import type { Pool } from '@countinghouse/store/connection';
import { findStanding, updatePlaced } from '@countinghouse/store/features/sso/directory';
import type { UsableConnection } from '@countinghouse/store/features/sso/reads';
import { listDomains } from '@countinghouse/store/features/sso/reads';
import type { Ledger } from '@countinghouse/store/ledger';
import { read } from '@countinghouse/store/reader';
import { Refusal } from '../../http/refusal.ts';
import { done } from '../../route/outcome.ts';
import type { NamedPerson } from './named-person.ts';
import { domainOf } from './ways.ts';

interface Needs {
  readonly authPool: Pool;
  readonly readerPool: Pool;
  readonly writerPool: Pool;
  readonly ledger: Pick<Ledger, 'submit'>;
}

/**
 * The person, who is a member then. Refuses, first match wins: SSO_EMAIL_UNVERIFIED, SSO_DOMAIN_UNVERIFIED, SSO_ACCOUNT_UNPROVEN,
 * SSO_SUBJECT_CHANGED, then as `decideAdmitBySso`. Whom the connection named before is found by that name, whatever their address is now.
 */
export async function admitNamed(needs: Needs, connection: UsableConnection, named: NamedPerson): Promise<PersonRow> {
  const known = await findSsoPerson(needs.authPool, connection.id, named.subject);
  if (known !== null) {
    await admit(needs, connection, known, named.groups, true);
    return known;
  }
  const { person, isNew } = await findOrMake(needs, connection, named);
  try {
    await admit(needs, connection, person, named.groups, false);
  } catch (error) {
    if (isNew && error instanceof Refusal) await deletePerson(needs.authPool, person.id);
    throw error;
  }
  // After they are a member: whoever is found here and is none was taken out.
  await insertSsoPerson(needs.authPool, connection.id, named.subject, person.id);
  return person;
}

async function findOrMake(
  { authPool, readerPool }: Needs,
  { tenant_id, id }: UsableConnection,
  { verifiedEmail, name }: NamedPerson,
): Promise<{ readonly person: PersonRow; readonly isNew: boolean }> {
  if (verifiedEmail === null) throw new Refusal('SSO_EMAIL_UNVERIFIED');
  const domains = await read(readerPool, { tenantId: tenant_id }, (tx) => listDomains(tx, tenant_id));
  const isOurs = domains.some((d) => d.domain === domainOf(verifiedEmail) && d.connection_id === id && d.verified_at !== null);
  if (!isOurs) throw new Refusal('SSO_DOMAIN_UNVERIFIED');
  const fresh = { id: randomUUID(), email: verifiedEmail, name };
  let person = await findPersonByEmail(authPool, verifiedEmail);
  if (person === null && (await insertPerson(authPool, fresh))) return { person: fresh, isNew: true };
  person ??= await findPersonByEmail(authPool, verifiedEmail);
  if (person === null || !(await isEmailVerified(authPool, person.id))) throw new Refusal('SSO_ACCOUNT_UNPROVEN');
  if (await hasSsoSubject(authPool, id, person.id)) throw new Refusal('SSO_SUBJECT_CHANGED');
  return { person, isNew: false };
}

/** What the directory of the connection says of them goes before what the provider says at the sign-in. */
async function admit(
  { ledger, readerPool, writerPool }: Needs,
  { tenant_id: tenantId, id }: UsableConnection,
  person: PersonRow,
  claimed: readonly string[],
  known: boolean,
): Promise<void> {
  const place = { tenantId, connectionId: id };
  const told = await read(readerPool, { tenantId }, (tx) => findStanding(tx, place, person.id));
  const command = {
    type: 'sso_connection.admit',
    actor: systemActor,
    id,
    userId: person.id,
    domain: domainOf(person.email),
    groups: told?.groups ?? claimed,
    // Whom the directory ended, or brought in before, is no member because somebody took them out.
    known: known || (told !== null && (told.placed || told.state !== 'active')),
  } as const;
  done(await ledger.submit(tenantId, command));
  if (told?.state === 'active' && !told.placed) await updatePlaced(writerPool, place, person.id);
}
