import { Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './PrivacySection.module.css';
import type { Act } from './use-acts.ts';

export function TokeniseCard({ permission, act }: { readonly permission: Permission; readonly act: Act }) {
  const [asking, setAsking] = useState(false);
  return (
    <Panel title="Tokenise stored emails">
      <div className={classes['card']}>
        <Text size="sm" c="dimmed">
          Encrypts the stored e-mails and other personal words under this organisation’s data key. From then on they are written encrypted.
          E-mails with which members sign in belong to their accounts and stay as they are.
        </Text>
        <GuardedButton permission={permission} leftSection={<IconLock size={14} />} loading={act.isPending} onClick={() => setAsking(true)}>
          Tokenise now
        </GuardedButton>
      </div>
      <ConfirmModal
        opened={asking}
        title="Tokenise stored emails"
        confirmLabel="Tokenise"
        busy={act.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => act.mutate(undefined, { onSettled: () => setAsking(false) })}
      >
        Tokenise all stored emails now?
      </ConfirmModal>
    </Panel>
  );
}
