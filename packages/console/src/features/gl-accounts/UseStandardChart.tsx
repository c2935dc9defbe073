import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { IconListCheck } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';

const said = ({ created, existing }: { readonly created: number; readonly existing: number }): string =>
  created === 0
    ? 'The standard chart is all there already'
    : `${created} GL accounts added${existing === 0 ? '' : `, ${existing} ${existing === 1 ? 'was' : 'were'} there already`}`;

/** One click: what the chart lacks of the standard one. What is there stays as it is. */
export function UseStandardChart() {
  const queries = useQueryClient();
  const permission = useWritePermission(glAccounts.useStandardChart);
  const add = useMutation({
    mutationFn: () => call(glAccounts.useStandardChart, {}),
    onSuccess: async (answer) => {
      toastSuccess(said(answer));
      await Promise.all([keys.glAccounts, keys.events].map((queryKey) => queries.invalidateQueries({ queryKey })));
    },
  });
  return (
    <GuardedButton
      permission={permission}
      variant="default"
      leftSection={<IconListCheck size={14} />}
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      Use the standard chart
    </GuardedButton>
  );
}
