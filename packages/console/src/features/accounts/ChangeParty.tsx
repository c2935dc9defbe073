import { type AccountDetail, accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { parties } from '@countinghouse/contract/features/parties';
import { reports } from '@countinghouse/contract/features/reports';
import { Text } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { usePostPermission } from '../../lib/session/use-entity.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { PartyPicker } from '../../ui/form/PartyPicker.tsx';

interface ChangePartyProps {
  readonly account: AccountDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Says whose account it is. */
export function ChangeParty({ account: { id, code, entityId, party_id }, opened, onClose }: ChangePartyProps) {
  const permission = usePostPermission(accounts.setParty, entityId);
  const [chosen, setChosen] = useState(party_id);
  const set = useWrite(accounts.setParty, {
    input: (party: string | null) => ({ params: { id }, body: { party_id: party } }),
    said: 'Party saved',
    touches: [accounts, balances, parties, reports, events],
    close: onClose,
  });
  return (
    <FormModal
      opened={opened}
      title={`Party of ${code}`}
      submitLabel="Save party"
      permission={permission}
      busy={set.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        set.mutate(chosen);
      }}
    >
      <Text size="sm">Whose account it is. Postings and balances stay as they are, and count for the party chosen here.</Text>
      <PartyPicker
        label="Party"
        placeholder="Nobody’s"
        data-autofocus
        clearButtonProps={{ 'aria-label': 'No party' }}
        value={chosen}
        onChange={setChosen}
      />
    </FormModal>
  );
}
