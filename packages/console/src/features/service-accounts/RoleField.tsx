import type { TenantRole } from '@countinghouse/contract/permissions';
import { SegmentedControl, Stack, Text } from '@mantine/core';
import { roleWord } from '../../lib/session/use-tenant.ts';

const says: Readonly<Record<TenantRole, string>> = {
  member: 'Posts to accounts of no entity, and to those of the entities that it is given a role in.',
  auditor: 'Reads everything, and writes nothing.',
  owner: 'Posts to every account, and with an admin key changes all master data.',
};
const roles: readonly TenantRole[] = ['member', 'auditor', 'owner'];

/** What a service account may do, whatever its keys: each has a grant that says how much of it. */
export function RoleField({ value, onChange }: { readonly value: TenantRole; readonly onChange: (role: TenantRole) => void }) {
  return (
    <Stack gap={6}>
      <SegmentedControl
        aria-label="Role"
        fullWidth
        data={roles.map((role) => ({ value: role, label: roleWord[role] }))}
        value={value}
        onChange={onChange}
      />
      <Text size="sm" c="dimmed">
        {says[value]} It never approves, whatever its role.
      </Text>
    </Stack>
  );
}
