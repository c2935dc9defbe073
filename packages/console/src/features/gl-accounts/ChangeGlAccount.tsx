import { events } from '@countinghouse/contract/features/events';
import { GL_TITLE_LENGTH_MAX, type GlAccount, glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { reports } from '@countinghouse/contract/features/reports';
import { Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { standsBelow } from './tree.ts';

interface ChangeGlAccountProps {
  readonly account: GlAccount;
  readonly accounts: readonly GlAccount[];
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What a GL account is called, and which one it stands below. */
export function ChangeGlAccount({ account, accounts, opened, onClose }: ChangeGlAccountProps) {
  const permission = useWritePermission(glAccounts.change);
  const [title, setTitle] = useState(account.title);
  const [parentId, setParentId] = useState(account.parentId);
  const [fault, setFault] = useState<string | null>(null);
  const change = useWrite(glAccounts.change, {
    input: () => ({ params: { id: account.id }, body: { title: title.trim(), parent_id: parentId } }),
    said: 'GL account saved',
    touches: [glAccounts, reports, events],
    close: onClose,
  });
  const parents = accounts.filter((a) => a.class === account.class && !standsBelow(accounts, a, account));
  return (
    <FormModal
      opened={opened}
      title={`Change ${account.code}`}
      submitLabel="Save GL account"
      permission={permission}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        setFault(title.trim() === '' ? 'Title is required' : null);
        if (title.trim() !== '') change.mutate();
      }}
    >
      <TextInput
        label="Title"
        withAsterisk
        data-autofocus
        maxLength={GL_TITLE_LENGTH_MAX}
        autoComplete="off"
        value={title}
        error={fault}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Select
        label="Parent"
        description="One of its class. Reports of every day show the chart as it stands now."
        placeholder="None: at the top"
        searchable
        clearable
        clearButtonProps={{ 'aria-label': 'Clear parent' }}
        nothingFoundMessage="No such GL account"
        data={parents.map((a) => ({ value: a.id, label: `${a.code} ${a.title}` }))}
        value={parentId}
        onChange={setParentId}
      />
    </FormModal>
  );
}
