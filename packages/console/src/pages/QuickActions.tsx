import { Button, Stack } from '@mantine/core';
import { IconArrowsExchange, IconCamera, IconListTree, IconPencilPlus, IconWallet } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../lib/screen/paths.ts';
import { Panel } from '../ui/page/Panel.tsx';

const ICON_SIZE = 15;

const actions = [
  { label: 'Post an intent', icon: IconPencilPlus, to: paths.postIntent, search: {} },
  { label: 'New ledger account', icon: IconWallet, to: paths.accounts, search: { open: 'new' } },
  { label: 'New GL account', icon: IconListTree, to: paths.glAccounts, search: { open: 'new' } },
  { label: 'Set an FX rate', icon: IconArrowsExchange, to: paths.fx, search: { open: 'new' } },
  { label: 'Capture a snapshot', icon: IconCamera, to: paths.snapshots, search: { open: 'new' } },
] as const;

/** The first steps of the day. */
export function QuickActions() {
  return (
    <Panel title="Quick actions">
      <Stack gap={6}>
        {actions.map(({ label, icon: Icon, to, search }) => (
          <Button
            key={label}
            variant="default"
            fullWidth
            justify="flex-start"
            leftSection={<Icon size={ICON_SIZE} stroke={1.7} aria-hidden />}
            renderRoot={(props) => <Link {...props} to={to} search={search} />}
          >
            {label}
          </Button>
        ))}
      </Stack>
    </Panel>
  );
}
