import { type ServiceAccount, serviceAccounts } from '@countinghouse/contract/features/service-accounts';
import type { TenantRole } from '@countinghouse/contract/permissions';
import { useEffect, useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FormModal } from '../../ui/form/FormModal.tsx';
import { RoleField } from './RoleField.tsx';
import { touched } from './touched.ts';

export function ChangeRole({ account, onClose }: { readonly account: ServiceAccount | undefined; readonly onClose: () => void }) {
  const permission = useWritePermission(serviceAccounts.changeRole);
  const [role, setRole] = useState<TenantRole>('member');
  const present = account?.role;
  useEffect(() => {
    if (present !== undefined) setRole(present);
  }, [present]);
  const change = useWrite(serviceAccounts.changeRole, {
    input: (id: string) => ({ params: { id }, body: { role } }),
    said: 'Role updated',
    touches: touched,
    close: onClose,
  });
  return (
    <FormModal
      opened={account !== undefined}
      title={`Change the role of ${account?.name ?? ''}`}
      submitLabel="Change role"
      busy={change.isPending}
      permission={permission}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        if (account !== undefined) change.mutate(account.id);
      }}
    >
      <RoleField value={role} onChange={setRole} />
    </FormModal>
  );
}
