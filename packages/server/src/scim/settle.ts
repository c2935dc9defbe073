// What a directory says of its people, applied to their membership: by commands of the system that the kernel decides. What is said is kept first and
// applied then; what a process that died left is applied with the next call.

import { systemActor } from '@countinghouse/kernel/ledger/actor';
import { findPeople } from '@countinghouse/store/auth/people';
import { type DirectoryPlace, listUnapplied, type Standing, updateApplied } from '@countinghouse/store/features/sso/directory';
import { read } from '@countinghouse/store/reader';
import { domainOf } from '../auth/sso/ways.ts';
import { Refusal } from '../http/refusal.ts';
import { writtenEvents } from '../route/outcome.ts';
import type { Services } from '../services.ts';

const AT_ONCE = 50;
/** They wait: for a group that brings a role, or for the domain of their address to be verified again. */
const waits: ReadonlySet<string> = new Set(['SSO_NO_ROLE', 'SSO_DOMAIN_UNVERIFIED']);

type Needs = Pick<Services, 'ledger' | 'readerPool' | 'writerPool' | 'authPool' | 'sessions' | 'apiKeys'>;

/** Applies all that is not applied yet. Throws what the ledger refuses, as TENANT_READONLY: the next call tries it again. */
export async function settle(services: Needs, place: DirectoryPlace): Promise<void> {
  const { tenantId } = place;
  for (;;) {
    const waiting = await read(services.readerPool, { tenantId }, (tx) => listUnapplied(tx, place, AT_ONCE));
    if (waiting.length === 0) return;
    const people = await findPeople(
      services.authPool,
      waiting.map((one) => one.user_id),
    );
    const applied = waiting.map((one) => applyOne(services, place, one, domainOf(people.get(one.user_id)?.email ?? '')));
    // All of them come to their end before one that failed is told.
    for (const each of await Promise.allSettled(applied)) if (each.status === 'rejected') throw each.reason;
  }
}

async function applyOne(
  services: Needs,
  place: DirectoryPlace,
  { user_id, change_no, groups, placed }: Standing,
  domain: string,
): Promise<void> {
  const { tenantId, connectionId } = place;
  const said = { connectionId, userId: user_id, domain, active: true, groups, placed } as const;
  const outcome = await services.ledger.submit(tenantId, { type: 'sso_directory.apply', actor: systemActor, ...said });
  const isWaiting = outcome.kind === 'refused' && waits.has(outcome.code);
  const hasLeft = !isWaiting && writtenEvents(outcome, 'member.removed').length > 0;
  if (!isWaiting) forget(services, user_id, hasLeft);
  const isPlaced = isWaiting ? placed : !hasLeft;
  await updateApplied(services.writerPool, place, { userId: user_id, changeNo: change_no, placed: isPlaced });
}

/** Ends the membership of somebody whom the directory ends, if they have one. Throws LAST_OWNER, FOUR_EYES_ON. */
export async function endMembership(services: Needs, { tenantId, connectionId }: DirectoryPlace, userId: string): Promise<void> {
  const said = { connectionId, userId, domain: '', active: false, groups: null, placed: false } as const;
  const outcome = await services.ledger.submit(tenantId, { type: 'sso_directory.apply', actor: systemActor, ...said });
  if (outcome.kind === 'refused') throw new Refusal(outcome.code, outcome.details);
  forget(services, userId, true);
}

function forget({ sessions, apiKeys }: Needs, userId: string, hasLeft: boolean): void {
  sessions.forgetMemberships(userId);
  if (hasLeft) apiKeys.forgetAll();
}
