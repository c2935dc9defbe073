import { ActionIcon, Menu, Text } from '@mantine/core';
import { type Icon, IconDots } from '@tabler/icons-react';
import type { Permission } from '../../lib/session/use-tenant.ts';

export interface RowAct {
  readonly label: string;
  readonly icon: Icon;
  readonly permission: Permission;
  /** Takes something away: red, and last. */
  readonly ends?: boolean;
  readonly run: () => void;
}

/** What can be done with a row; what may not be done says why. `of`: what a screen reader calls the row. */
export function RowMenu({ of, acts, busy = false }: { readonly of: string; readonly acts: readonly RowAct[]; readonly busy?: boolean }) {
  const ordered = [...acts.filter((a) => a.ends !== true), ...acts.filter((a) => a.ends === true)];
  return (
    <Menu position="bottom-end" width={250} shadow="md">
      <Menu.Target>
        <ActionIcon size={30} aria-label={`Acts of ${of}`} loading={busy}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {ordered.map(({ label, icon: ActIcon, permission, ends = false, run }) => (
          <Menu.Item
            key={label}
            leftSection={<ActIcon size={15} stroke={1.7} aria-hidden />}
            {...(ends ? { c: 'var(--bad)' } : {})}
            disabled={!permission.allowed}
            onClick={run}
          >
            {label}
            {permission.allowed ? null : (
              <Text size="xs" c="dimmed">
                {permission.reason}
              </Text>
            )}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
