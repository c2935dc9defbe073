import { tenants } from '@countinghouse/contract/features/tenants';
import { Stack } from '@mantine/core';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useActiveTenant, useWritePermission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { DangerCard } from './DangerCard.tsx';
import { DeleteOrganisation } from './DeleteOrganisation.tsx';
import { DangerSearch } from './search.ts';
import { ToggleReadOnly } from './ToggleReadOnly.tsx';

const WIDTH_PX = 820;

export function DangerPage() {
  const [{ open }, setSearch] = useUrlState(DangerSearch);
  const tenant = useActiveTenant();
  const deactivate = useWritePermission(tenants.deactivate);
  const reactivate = useWritePermission(tenants.clearReadOnly);
  const remove = useWritePermission(tenants.delete);
  const name = tenant?.name ?? '';
  const close = (): void => setSearch({ open: undefined });
  return (
    <Page>
      <PageHeader title="Danger zone" description={name} />
      <Stack gap="md" maw={WIDTH_PX}>
        {tenant?.readOnly === true ? (
          <DangerCard
            title="Reactivate"
            action={
              <GuardedButton permission={reactivate} variant="default" onClick={() => setSearch({ open: 'reactivate' })}>
                Reactivate
              </GuardedButton>
            }
          >
            The organisation is read-only. Reactivating lets its people post and change things again.
          </DangerCard>
        ) : (
          <DangerCard
            title="Deactivate"
            action={
              <GuardedButton permission={deactivate} color="red" variant="light" onClick={() => setSearch({ open: 'deactivate' })}>
                Deactivate
              </GuardedButton>
            }
          >
            Makes the organisation read-only: everything stays to be read, verified and exported, and nothing can be posted or changed until
            it is reactivated.
          </DangerCard>
        )}
        <DangerCard
          title="Delete organisation"
          action={
            <GuardedButton permission={remove} color="red" onClick={() => setSearch({ open: 'delete' })}>
              Delete organisation
            </GuardedButton>
          }
        >
          Ends everybody’s access at once. The books are archived, not destroyed; nobody can bring them back from here.
        </DangerCard>
      </Stack>
      <ToggleReadOnly
        opened={open === 'deactivate' || open === 'reactivate'}
        name={name}
        readOnly={open === 'reactivate'}
        onClose={close}
      />
      <DeleteOrganisation opened={open === 'delete'} name={name} onClose={close} />
    </Page>
  );
}
