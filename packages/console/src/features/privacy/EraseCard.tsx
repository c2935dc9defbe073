import { ERASE_WORD } from '@countinghouse/contract/features/privacy';
import { Text, TextInput } from '@mantine/core';
import { IconEraser } from '@tabler/icons-react';
import { useState } from 'react';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { ConfirmModal } from '../../ui/form/ConfirmModal.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './PrivacySection.module.css';
import type { Act } from './use-acts.ts';

const TYPE_IT = `Type ${ERASE_WORD} to confirm`;

/** The word, exactly; then the question. */
export function EraseCard({ permission, act }: { readonly permission: Permission; readonly act: Act }) {
  const [typed, setTyped] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  const ask = (): void => {
    const right = typed === ERASE_WORD;
    setFault(right ? null : TYPE_IT);
    setAsking(right);
  };
  return (
    <Panel title="Crypto erase">
      <div className={classes['card']}>
        <Text size="sm" c="dimmed">
          Destroys the data keys: personal words read as ‘erased’ everywhere, for good. The log and its proofs still verify. Pending
          invitations can no longer be accepted. E-mails with which members sign in belong to their accounts and stay as they are.
        </Text>
        <TextInput
          label="Confirmation"
          placeholder={ERASE_WORD}
          autoComplete="off"
          value={typed}
          error={fault === null ? null : <span role="alert">{fault}</span>}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setFault(null);
          }}
        />
        <GuardedButton permission={permission} color="red" leftSection={<IconEraser size={14} />} loading={act.isPending} onClick={ask}>
          Crypto erase
        </GuardedButton>
      </div>
      <ConfirmModal
        opened={asking}
        title="Crypto erase"
        confirmLabel="Erase"
        busy={act.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          act.mutate(undefined, {
            onSuccess: () => setTyped(''),
            onSettled: () => setAsking(false),
          })
        }
      >
        Crypto erase encrypted PII now? This cannot be undone.
      </ConfirmModal>
    </Panel>
  );
}
