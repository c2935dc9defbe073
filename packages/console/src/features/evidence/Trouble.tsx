import type { evidence } from '@countinghouse/contract/features/evidence';
import { messageOf } from '@countinghouse/contract/messages';
import type { RouteOk } from '@countinghouse/contract/wire';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

type Told = Pick<RouteOk<typeof evidence.list>, 'waiting' | 'failure'>;

/** That bundles cannot be written, why, and that nothing has to be done twice; nothing where they can. */
export function Trouble({ waiting, failure }: Told) {
  if (failure === null) return null;
  return (
    <Alert
      color="orange"
      icon={<IconAlertTriangle size={16} aria-hidden />}
      title={`${waiting} ${waiting === 1 ? 'bundle waits' : 'bundles wait'} to be written`}
    >
      {messageOf(failure.code)} It has failed since <Timestamp at={failure.since} />, {failure.tries}{' '}
      {failure.tries === 1 ? 'time' : 'times'} in a row, and is tried again by itself. Posting goes on.
    </Alert>
  );
}
