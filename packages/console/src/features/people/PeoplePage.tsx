import { people } from '@countinghouse/contract/features/people';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { Columns } from '../../ui/page/Columns.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { InviteForm } from './InviteForm.tsx';
import { InvitesTable } from './InvitesTable.tsx';
import { MembersTable } from './MembersTable.tsx';
import { RemoveMember } from './RemoveMember.tsx';
import { RevokeInvite } from './RevokeInvite.tsx';
import { PeopleSearch } from './search.ts';

export function PeoplePage() {
  const [search, setSearch] = useUrlState(PeopleSearch);
  const members = useQuery(q(people.members)).data?.members;
  return (
    <Page>
      <PageHeader title="People" description="Who belongs to the organisation, in which role, and who is invited." />
      <Columns
        main={<MembersTable search={search} onChange={setSearch} />}
        side={
          <>
            <InviteForm />
            <InvitesTable search={search} onChange={setSearch} />
          </>
        }
      />
      <RemoveMember member={members?.find((m) => m.id === search.remove)} onClose={() => setSearch({ remove: undefined })} />
      <RevokeInvite id={search.revoke} onClose={() => setSearch({ revoke: undefined })} />
    </Page>
  );
}
