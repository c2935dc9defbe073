import { type AccountDetail, accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { Alert } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { floorE8Of } from '../../lib/values/account/floor.ts';
import { plainAmountE8, readMinorE8 } from '../../lib/values/money.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { FloorInput } from './FloorInput.tsx';
import { readFloor } from './read-floor.ts';

interface ChangeFloorProps {
  readonly account: AccountDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What an account may not fall below. With four eyes another owner approves it. */
export function ChangeFloor({ account, opened, onClose }: ChangeFloorProps) {
  const { id, code, minorUnits, currency, available } = account;
  const permission = useWritePermission(accounts.setFloor);
  const inForce = floorE8Of(account);
  const [typed, setTyped] = useState(inForce === null ? '' : plainAmountE8(inForce, minorUnits));
  const [fault, setFault] = useState<string | null>(null);
  const read = readFloor(typed, minorUnits);
  const set = useWrite(accounts.setFloor, {
    input: (floor_minor: string | null) => ({ params: { id }, body: { floor_minor } }),
    said: 'Floor saved',
    touches: [accounts, balances, events],
    close: onClose,
  });
  const isBelow = 'minor' in read && read.minor !== null && readMinorE8(available, minorUnits) < readMinorE8(read.minor, minorUnits);
  return (
    <FormModal
      opened={opened}
      title={`Floor of ${code}`}
      submitLabel="Save floor"
      permission={permission}
      busy={set.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setFault('fault' in read ? read.fault : null);
        if ('minor' in read) set.mutate(read.minor);
      }}
    >
      <FloorInput
        currency={currency}
        value={typed}
        error={fault}
        onChange={(text) => {
          setTyped(text);
          setFault(null);
        }}
      />
      {isBelow ? (
        <Alert color="orange" p="xs">
          What is available is below this floor already. The account keeps its balance, and takes only what raises it.
        </Alert>
      ) : null}
    </FormModal>
  );
}
