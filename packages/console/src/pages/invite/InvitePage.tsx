import { auth } from '@countinghouse/contract/features/auth';
import { messageOf } from '@countinghouse/contract/messages';
import { Anchor, Loader, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { FormAlert } from '../../ui/page/FormAlert.tsx';
import { OutsidePage } from '../../ui/page/OutsidePage.tsx';
import { AcceptInvite } from './AcceptInvite.tsx';
import { SignUpToAccept } from './SignUpToAccept.tsx';
import { InviteSearch } from './search.ts';

/** Where the mailed link of an invitation leads. */
export function InvitePage() {
  const [{ token = '' }] = useUrlState(InviteSearch);
  const session = useQuery(q(auth.session));
  const [chosenPassword, setChosenPassword] = useState<string | null>(null);
  const user = session.data?.user ?? null;
  if (token === '')
    return (
      <OutsidePage title="Invitation">
        <Stack gap="sm">
          <FormAlert message={messageOf('INVITE_NOT_FOUND')} />
          <Text size="sm">
            Open the link as it stands in the mail, or go{' '}
            <Anchor size="sm" underline="always" renderRoot={(props) => <Link {...props} to={paths.overview} />}>
              to your organisations
            </Anchor>
            .
          </Text>
        </Stack>
      </OutsidePage>
    );
  return (
    <OutsidePage
      title="Join an organisation"
      lead="You were invited to an organisation on Countinghouse, as the mail says. The link works once."
    >
      {session.isPending ? <Loader size="sm" aria-label="Loading" /> : null}
      {session.isError ? (
        <ErrorState title="Could not find out who is signed in" error={session.error} onRetry={() => void session.refetch()} />
      ) : null}
      {session.isSuccess && user === null ? <SignUpToAccept token={token} onSignedUp={setChosenPassword} /> : null}
      {user === null ? null : <AcceptInvite token={token} email={user.email} chosenPassword={chosenPassword} />}
    </OutsidePage>
  );
}
