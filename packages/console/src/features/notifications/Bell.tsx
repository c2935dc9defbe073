import type { Notification } from '@countinghouse/contract/features/notifications';
import { ActionIcon, Button, Indicator, Popover, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useState } from 'react';
import { paths } from '../../lib/screen/paths.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { NotificationList } from './NotificationList.tsx';
import classes from './Notifications.module.css';
import { useLatest, useMarks } from './use-notifications.ts';

const SHOWN_MAX = 99;
type Tab = 'mine' | 'everything' | 'read';

const nothing: Readonly<Record<Tab, string>> = {
  mine: 'Nothing waits for you. Approvals, what became of your requests, and mentions appear here.',
  everything: 'Nothing has happened yet. Approvals, comments and the close appear here.',
  read: 'Nothing that you have read.',
};

/** How much is unread, and what it is, from everywhere. */
export function Bell() {
  const [opened, setOpened] = useState(false);
  const [tab, setTab] = useState<Tab>('mine');
  const mine = useLatest('mine');
  const everything = useLatest('everything', opened && tab === 'everything');
  const { markOne, markAll, marking } = useMarks();
  const unread = mine.data?.unread ?? 0;
  const count = unread > SHOWN_MAX ? `${SHOWN_MAX}+` : String(unread);
  const source = tab === 'everything' ? everything : mine;
  const all = source.data?.notifications;
  const shown = tab === 'read' ? all?.filter((n) => n.read) : all;
  const latest = mine.data?.notifications[0];
  const open = (notification: Notification): void => {
    markOne(notification);
    setOpened(false);
  };
  return (
    <Popover opened={opened} onChange={setOpened} position="bottom-end" width={420} trapFocus shadow="md" withinPortal>
      <Indicator
        label={count}
        disabled={unread === 0}
        size={16}
        offset={5}
        color="orange.8"
        classNames={{ indicator: classes['count'] ?? '' }}
      >
        <Popover.Target>
          <ActionIcon
            size={30}
            aria-label={unread === 0 ? 'Notifications' : `Notifications: ${count} unread`}
            onClick={() => setOpened(!opened)}
          >
            <IconBell size={17} stroke={1.7} />
          </ActionIcon>
        </Popover.Target>
      </Indicator>
      <Popover.Dropdown p={0} aria-label="Notifications" className={classes['panel'] ?? ''}>
        <div className={classes['head']}>
          <Text fw={600}>Notifications</Text>
          <Button
            variant="subtle"
            size="compact-sm"
            disabled={unread === 0 || latest === undefined}
            loading={marking}
            onClick={() => latest !== undefined && markAll(latest)}
          >
            Mark all read
          </Button>
        </div>
        <SegmentedControl
          fullWidth
          size="xs"
          mx={14}
          mb={10}
          aria-label="Which notifications"
          value={tab}
          onChange={(value) => setTab(value as Tab)}
          data={[
            { value: 'mine', label: unread === 0 ? 'For me' : `For me · ${count}` },
            { value: 'everything', label: 'Everything' },
            { value: 'read', label: 'Read' },
          ]}
        />
        <div className={classes['scroll']}>
          {source.isError ? (
            <ErrorState title="Could not load the notifications" error={source.error} onRetry={() => void source.refetch()} />
          ) : shown === undefined ? (
            <Skeleton height={120} m={14} w="auto" />
          ) : shown.length === 0 ? (
            <Text size="sm" c="dimmed" ta="center" px={28} py={36}>
              {nothing[tab]}
            </Text>
          ) : (
            <NotificationList notifications={shown} mine={tab !== 'everything'} onOpen={open} />
          )}
        </div>
        <div className={classes['foot']} onClickCapture={() => setOpened(false)}>
          <TextLink to={paths.notifications}>Open notification centre</TextLink>
          <span className="dimmed">Approvals and mentions are mailed too</span>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
