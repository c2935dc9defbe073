import { events } from '@countinghouse/contract/features/events';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { IconListCheck } from '@tabler/icons-react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';

const said = ({ created, existing }: { readonly created: number; readonly existing: number }): string =>
  created === 0
    ? 'The standard chart is all there already'
    : `${created} GL accounts added${existing === 0 ? '' : `, ${existing} ${existing === 1 ? 'was' : 'were'} there already`}`;

/** One click: what the chart lacks of the standard one. What is there stays as it is. */
export function UseStandardChart({ primary = false }: { readonly primary?: boolean }) {
  const permission = useWritePermission(glAccounts.useStandardChart);
  const add = useWrite(glAccounts.useStandardChart, {
    input: () => ({}),
    said: (answer) => said(answer),
    touches: [glAccounts, events],
  });
  return (
    <GuardedButton
      permission={permission}
      variant={primary ? 'filled' : 'default'}
      leftSection={<IconListCheck size={14} />}
      loading={add.isPending}
      onClick={() => add.mutate()}
    >
      Use the standard chart
    </GuardedButton>
  );
}
