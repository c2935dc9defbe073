// Accepting an invitation proves the mailbox. An account whose e-mail was never verified may have been made by somebody else:
// it is signed out everywhere else and gets a new password first. Only the mailed token and the matching address lead here.

import { isEmailVerified } from '@countinghouse/store/auth/people';
import { invitedAs } from '@countinghouse/store/features/people/reads';
import { read } from '@countinghouse/store/reader';
import { refuseGuessable } from '../../auth/guessable-passwords.ts';
import { invitingOrganisation } from '../../auth/invitations.ts';
import { ownWordsOf, takeOverAccount } from '../../auth/people.ts';
import type { Session } from '../../auth/sessions.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';

export async function proveMailbox(
  services: Pick<Services, 'authPool' | 'readerPool' | 'writerPool' | 'sessions' | 'clock'>,
  session: Session,
  emailToken: string,
  invite: { readonly tenant_id: string; readonly id: string; readonly status: string },
  given: { readonly token: string; readonly new_password?: string | undefined },
): Promise<void> {
  if (invite.status !== 'pending' || (await isEmailVerified(services.authPool, session.userId))) return;
  const invited = await read(services.readerPool, { tenantId: invite.tenant_id }, (tx) =>
    invitedAs(tx, invite.tenant_id, services.clock.now(), invite.id),
  );
  if (invited !== emailToken) return; // the kernel refuses it by name
  if (given.new_password === undefined) throw new Refusal('NEW_PASSWORD_REQUIRED');
  const own = await ownWordsOf(services, { id: session.userId, name: session.name, email: session.email });
  await refuseGuessable('new_password', given.new_password, [...own, ...(await invitingOrganisation(services, given.token))]);
  await takeOverAccount(services.authPool, session, given.new_password);
}
