import { LostFactors } from '../../features/second-factor-resets/LostFactors.tsx';
import { MembersTable } from '../../features/second-factors/MembersTable.tsx';
import { SignInsTable } from '../../features/sign-ins/SignInsTable.tsx';
import { useNeed } from '../../lib/session/use-tenant.ts';

/** What the security posture says of people: second factors and sign-ins. Addresses are personal: owners see it. */
export function PostureOfPeople() {
  if (!useNeed('owner').allowed) return null;
  return (
    <>
      <MembersTable />
      <LostFactors />
      <SignInsTable />
    </>
  );
}
