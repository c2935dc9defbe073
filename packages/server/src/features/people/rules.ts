// Accepting an invitation proves the mailbox. An account whose e-mail was never verified may have been made by somebody else:
// it is signed out everywhere else and gets a new password first. Only the mailed token and the matching address lead here.

import { isEmailVerified } from '@countinghouse/store/auth/people';
import { invitedAs } from '@countinghouse/store/features/people/reads';
import { read } from '@countinghouse/store/reader';
import { takeOverAccount } from '../../auth/people.ts';
import type { Session } from '../../auth/sessions.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';

export async function proveMailbox(
  services: Pick<Services, 'authPool' | 'readerPool'>,
  session: Session,
  emailToken: string,
  invite: { readonly tenant_id: string; readonly id: string; readonly status: string },
  newPassword: string | null,
): Promise<void> {
  if (invite.status !== 'pending' || (await isEmailVerified(services.authPool, session.userId))) return;
  const invited = await read(services.readerPool, { tenantId: invite.tenant_id }, (tx) => invitedAs(tx, invite.tenant_id, invite.id));
  if (invited !== emailToken) return; // the kernel refuses it by name
  if (newPassword === null) throw new Refusal('NEW_PASSWORD_REQUIRED');
  await takeOverAccount(services.authPool, session, newPassword);
}
