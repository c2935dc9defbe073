import { events } from '@countinghouse/contract/features/events';
import { parties } from '@countinghouse/contract/features/parties';
import { useNavigate } from '@tanstack/react-router';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { bodyOf, PartyForm, type PartyValues } from './PartyForm.tsx';

export function NewPartyPage() {
  const navigate = useNavigate();
  const permission = useWritePermission(parties.create);
  const create = useWrite(parties.create, {
    input: (values: PartyValues) => ({ body: bodyOf(values) }),
    said: 'Saved',
    touches: [parties, events],
    done: ({ party }) => navigate({ to: paths.partyDetail, search: { party: party.id }, replace: true }),
  });
  return (
    <Page>
      <PageHeader title="Create party" description="A counterparty of the organisation." />
      <PartyForm
        name="Create party"
        current={null}
        submitLabel="Create"
        permission={permission}
        busy={create.isPending}
        error={create.error}
        onSubmit={create.mutate}
        onCancel={() => void navigate({ to: paths.parties })}
      />
    </Page>
  );
}
