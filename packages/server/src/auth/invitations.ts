// What a mailed invitation proves: whoever holds its token reads the mailbox it was sent to.

import { createHash } from 'node:crypto';
import { findInviteByToken, invitedAs } from '@countinghouse/store/features/people/reads';
import { read } from '@countinghouse/store/reader';
import type { Services } from '../services.ts';

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Whether a token belongs to an invitation that is pending, has not expired, and went to this address. */
export async function provesMailbox(
  services: Pick<Services, 'writerPool' | 'readerPool' | 'pii'>,
  token: string,
  email: string,
): Promise<boolean> {
  const invite = await findInviteByToken(services.writerPool, hashToken(token));
  if (invite === null) return false;
  const { tenant_id, id } = invite;
  const invited = await read(services.readerPool, { tenantId: tenant_id }, (tx) => invitedAs(tx, tenant_id, id));
  return invited !== null && invited === (await services.pii.tokenOf(tenant_id, 'email', email));
}
