import { auth, PASSWORD_LENGTH_MIN } from '@countinghouse/contract/features/auth';
import { RECOVERY_CODES, secondFactors } from '@countinghouse/contract/features/second-factors';
import { Alert, Button, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { AskPassword, type Typed } from '../../ui/form/AskPassword.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { SetUp } from './SetUp.tsx';

const FEW_CODES = 3;

/** The second factor of the person who looks: set up, new recovery codes, remove. */
export function SecondFactor() {
  const source = useQuery(q(secondFactors.get));
  const signedIn = useQuery(q(auth.session)).data?.user;
  const tenant = useActiveTenant();
  const [asking, setAsking] = useState<'set up' | 'renew' | 'remove' | null>(null);
  const done = (): void => setAsking(null);
  if (source.isError)
    return <ErrorState title="Could not load the second factor" error={source.error} onRetry={() => void source.refetch()} />;
  if (source.isPending) return <Skeleton height={140} />;
  const { active, recovery_codes_left: left } = source.data;
  const needed = tenant?.secondFactorRequired === true;
  return (
    <Panel title="Second factor" aside={<StatusBadge status={active ? 'on' : 'off'} />}>
      <Stack gap="sm">
        {needed && signedIn?.second_factor === false ? (
          <Alert color="orange" icon={<IconAlertTriangle size={16} />}>
            {tenant.name} asks its members for a second factor. Until you have one you can do nothing else there. A passkey counts as one:
            sign in with it.
          </Alert>
        ) : null}
        <Text size="sm">
          {active
            ? `A sign-in asks for a code of your authenticator app. ${left ?? 0} of ${RECOVERY_CODES} recovery codes are left.`
            : `With a second factor a stolen password alone opens nothing, and a password may be shorter than ${PASSWORD_LENGTH_MIN} characters.`}
        </Text>
        {active && (left ?? 0) <= FEW_CODES ? (
          <Alert color="orange" icon={<IconAlertTriangle size={16} />}>
            Few recovery codes are left. Make new ones before you need them.
          </Alert>
        ) : null}
        <Group gap="xs">
          {active ? (
            <>
              <Button variant="default" onClick={() => setAsking('renew')}>
                New recovery codes
              </Button>
              <Button variant="default" onClick={() => setAsking('remove')}>
                Remove
              </Button>
            </>
          ) : (
            <Button onClick={() => setAsking('set up')}>Set up</Button>
          )}
        </Group>
      </Stack>
      <SetUp opened={asking === 'set up'} onClose={done} />
      <Renew opened={asking === 'renew'} onClose={done} />
      <Remove opened={asking === 'remove'} needed={needed} onClose={done} />
    </Panel>
  );
}

interface DialogProps {
  readonly opened: boolean;
  readonly onClose: () => void;
}

function Renew({ opened, onClose }: DialogProps) {
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const renew = useWrite(secondFactors.renew, {
    input: (typed: Typed) => ({ body: typed }),
    touches: [secondFactors],
    done: ({ recovery_codes }) => {
      renew.reset();
      setCodes(recovery_codes);
    },
    secret: true,
    quiet: true,
  });
  const close = (): void => {
    setCodes(null);
    onClose();
  };
  if (codes !== null)
    return (
      <Modal
        opened={opened}
        title="Recovery codes, shown once"
        size={520}
        onClose={close}
        closeOnEscape={false}
        closeOnClickOutside={false}
        withCloseButton={false}
      >
        <RecoveryCodes codes={codes} onKept={close} />
      </Modal>
    );
  return (
    <AskPassword
      opened={opened}
      title="New recovery codes"
      submitLabel="Make new codes"
      busy={renew.isPending}
      withCode
      onSubmit={(typed) => renew.mutateAsync(typed)}
      onClose={close}
    >
      The codes you have now open nothing any more.
    </AskPassword>
  );
}

function Remove({ opened, needed, onClose }: DialogProps & { readonly needed: boolean }) {
  const name = useActiveTenant()?.name;
  const remove = useWrite(secondFactors.disable, {
    input: (typed: Typed) => ({ body: typed }),
    said: 'Second factor removed',
    touches: [secondFactors, auth],
    close: onClose,
    quiet: true,
  });
  return (
    <AskPassword
      opened={opened}
      title="Remove the second factor?"
      submitLabel="Remove"
      busy={remove.isPending}
      withCode
      onSubmit={(typed) => remove.mutateAsync(typed)}
      onClose={onClose}
    >
      From then on your password alone signs you in; it must have at least {PASSWORD_LENGTH_MIN} characters.
      {needed ? ` ${name ?? 'Your organisation'} asks for a second factor: without one you can do nothing there.` : ''}
    </AskPassword>
  );
}
