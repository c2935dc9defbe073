import { ChangePassword } from '../../features/auth/ChangePassword.tsx';
import { PasskeysTable } from '../../features/passkeys/PasskeysTable.tsx';
import { KeepSecondFactor } from '../../features/second-factor-resets/KeepSecondFactor.tsx';
import { SecondFactor } from '../../features/second-factors/SecondFactor.tsx';
import { SessionsTable } from '../../features/sessions/SessionsTable.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import classes from './AccountSecurityPage.module.css';

/** How the person who looks signs in, and where they are signed in. It is theirs in every organisation. */
export function AccountSecurityPage() {
  return (
    <Page>
      <PageHeader
        title="Account security"
        description="How you sign in, and where you are signed in. It is the same in every organisation."
      />
      <KeepSecondFactor />
      <div className={classes['panels']}>
        <SecondFactor />
        <ChangePassword />
      </div>
      <PasskeysTable />
      <SessionsTable />
    </Page>
  );
}
