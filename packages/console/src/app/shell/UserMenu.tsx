import { auth } from '@countinghouse/contract/features/auth';
import { Avatar, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconBook, IconClock, IconDatabaseOff, IconEyeOff, IconKeyboard, IconLogout, IconShieldLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { prefersWriter, setPrefersWriter } from '../../lib/calls/prefer-writer.ts';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useHiddenAmounts, useTimeZone } from '../../lib/screen/preferences.ts';
import { useSignOut } from './use-sign-out.ts';

const ICON_SIZE = 15;

const initialsOf = (name: string): string =>
  name
    .split(/[\s@._-]+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join('');

export function UserMenu({ onShortcuts }: { readonly onShortcuts: () => void }) {
  const user = useQuery(q(auth.session)).data?.user;
  const [zone, setZone] = useTimeZone();
  const signOut = useSignOut();
  const [hidden, setHidden] = useHiddenAmounts();
  const other = zone === 'local' ? 'utc' : 'local';
  return (
    <Menu position="bottom-end" width={240} shadow="md">
      <Menu.Target>
        <UnstyledButton bdrs="xl">
          <Avatar size={28} radius="xl" color="brand" variant="light">
            {initialsOf(user?.name ?? user?.email ?? '')}
          </Avatar>
          <VisuallyHidden>Account menu</VisuallyHidden>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown aria-label="Account menu">
        <Menu.Label>
          <Text size="sm" fw={600} truncate="end" c="var(--ink)">
            {user?.name ?? 'Signed in'}
          </Text>
          <Text size="xs" truncate="end">
            {user?.email}
          </Text>
        </Menu.Label>
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconShieldLock size={ICON_SIZE} aria-hidden />}
          renderRoot={(props) => <Link {...props} to={paths.accountSecurity} />}
        >
          Account security
        </Menu.Item>
        <Menu.Item leftSection={<IconClock size={ICON_SIZE} aria-hidden />} onClick={() => setZone(other)}>
          {zone === 'local' ? 'Show times in UTC' : 'Show times in local time'}
        </Menu.Item>
        <Menu.Item leftSection={<IconBook size={ICON_SIZE} aria-hidden />} renderRoot={(props) => <Link {...props} to={paths.guide} />}>
          Guide
        </Menu.Item>
        <Menu.Item leftSection={<IconKeyboard size={ICON_SIZE} aria-hidden />} onClick={onShortcuts}>
          Keyboard shortcuts
        </Menu.Item>
        <Menu.Item leftSection={<IconEyeOff size={ICON_SIZE} aria-hidden />} onClick={() => setHidden(hidden === 'on' ? 'off' : 'on')}>
          {hidden === 'on' ? 'Show amounts' : 'Hide amounts'}
        </Menu.Item>
        {prefersWriter() ? (
          <Menu.Item leftSection={<IconDatabaseOff size={ICON_SIZE} aria-hidden />} onClick={() => setPrefersWriter(false)}>
            Stop reading from the writer
          </Menu.Item>
        ) : null}
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={ICON_SIZE} aria-hidden />} onClick={signOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
