import { parties } from '@countinghouse/contract/features/parties';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { paths } from '../../lib/screen/paths.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { bodyOf, PartyForm, type PartyValues } from './PartyForm.tsx';

export function NewPartyPage() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const permission = useWritePermission(parties.create);
  const create = useMutation({
    mutationFn: (values: PartyValues) => call(parties.create, { body: bodyOf(values) }),
    onSuccess: async ({ party }) => {
      toastSuccess('Saved');
      await Promise.all([keys.parties, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
      await navigate({ to: paths.partyDetail, search: { party: party.id }, replace: true });
    },
  });
  return (
    <Page>
      <PageHeader title="Create party" description="A counterparty of the organisation." />
      <PartyForm
        name="Create party"
        known={null}
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
