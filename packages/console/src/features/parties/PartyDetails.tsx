import { events } from '@countinghouse/contract/features/events';
import { type Party, parties } from '@countinghouse/contract/features/parties';
import { reports } from '@countinghouse/contract/features/reports';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { bodyOf, PartyForm, type PartyValues } from './PartyForm.tsx';

/** What is said of a party, edited in place. */
export function PartyDetails({ party }: { readonly party: Party }) {
  const permission = useWritePermission(parties.change);
  const save = useWrite(parties.change, {
    input: (values: PartyValues) => ({ params: { id: party.id }, body: bodyOf(values) }),
    said: 'Saved',
    touches: [parties, reports, events],
  });
  return (
    <PartyForm
      key={party.id}
      name="Party"
      current={party}
      submitLabel="Save"
      permission={permission}
      busy={save.isPending}
      error={save.error}
      onSubmit={save.mutate}
    >
      <Facts
        facts={[
          ['Party ID', <Hash key="i" value={party.id} what="party id" whole />],
          ['Created', <Timestamp key="c" at={party.created_at} />],
        ]}
      />
    </PartyForm>
  );
}
