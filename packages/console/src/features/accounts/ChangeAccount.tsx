import { ACCOUNT_TITLE_LENGTH_MAX, type AccountDetail, accounts } from '@countinghouse/contract/features/accounts';
import { balances } from '@countinghouse/contract/features/balances';
import { events } from '@countinghouse/contract/features/events';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { reports } from '@countinghouse/contract/features/reports';
import { Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { usePostPermission } from '../../lib/session/use-entity.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';

interface ChangeAccountProps {
  readonly account: AccountDetail;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** What an account is called, and, until its first posting, which GL account it maps to. */
export function ChangeAccount({ account, opened, onClose }: ChangeAccountProps) {
  const { id, code, entityId, ledgerAccountId, posted } = account;
  const permission = usePostPermission(accounts.change, entityId);
  const gl = useQuery({ ...q(glAccounts.list), enabled: opened });
  const [title, setTitle] = useState(account.title ?? '');
  const [glId, setGlId] = useState(ledgerAccountId);
  const change = useWrite(accounts.change, {
    input: () => ({ params: { id }, body: { title: title.trim(), ...(glId === ledgerAccountId ? {} : { gl_account: glId }) } }),
    said: 'Account saved',
    touches: [accounts, balances, glAccounts, reports, events],
    close: onClose,
  });
  return (
    <FormModal
      opened={opened}
      title={`Change ${code}`}
      submitLabel="Save account"
      permission={permission}
      busy={change.isPending}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate();
      }}
    >
      <TextInput
        label="Title"
        description="Optional: what people call it"
        data-autofocus
        maxLength={ACCOUNT_TITLE_LENGTH_MAX}
        autoComplete="off"
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <Select
        label="GL account"
        description={
          posted
            ? 'It has postings, which stay where reports have them. To report it elsewhere, open an account under the other GL account and post the balance to it.'
            : 'Nothing was posted to it yet, so this can still change.'
        }
        searchable
        allowDeselect={false}
        disabled={posted}
        nothingFoundMessage="No such GL account"
        data={(gl.data?.gl ?? []).map((a) => ({ value: a.id, label: `${a.code} ${a.title}` }))}
        value={glId}
        onChange={(value) => setGlId(value ?? ledgerAccountId)}
      />
    </FormModal>
  );
}
