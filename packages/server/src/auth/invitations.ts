// What a mailed invitation proves: whoever holds its token reads the mailbox it was sent to.

import { createHash } from 'node:crypto';
import type { Clock } from '@countinghouse/store/clock';
import type { Pool } from '@countinghouse/store/connection';
import { findInvitationToMail, findInviteByToken, invitedAs } from '@countinghouse/store/features/people/reads';
import type { PiiStore } from '@countinghouse/store/keys/pii';
import { read } from '@countinghouse/store/reader';

interface Needs {
  /** As the writer: the organisation of a token is not known yet. */
  readonly writerPool: Pool;
  readonly readerPool: Pool;
  readonly pii: PiiStore;
  readonly clock: Clock;
}

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whether a token belongs to an invitation that is pending, has not expired, and went to this address. */
export async function provesMailbox({ writerPool, readerPool, pii, clock }: Needs, token: string, email: string): Promise<boolean> {
  const invite = await findInviteByToken(writerPool, hashToken(token));
  if (invite === null) return false;
  const { tenant_id, id } = invite;
  const invited = await read(readerPool, { tenantId: tenant_id }, (tx) => invitedAs(tx, tenant_id, clock.now(), id));
  return invited !== null && invited === (await pii.tokenOf(tenant_id, 'email', email));
}

/** The name of the organisation that a token invites to; empty where it invites nobody any more. */
export async function invitingOrganisation(
  { writerPool, clock }: Pick<Needs, 'writerPool' | 'clock'>,
  token: string,
): Promise<readonly string[]> {
  const found = await findInvitationToMail(writerPool, clock.now(), hashToken(token));
  return found === null ? [] : [found.organisation];
}
