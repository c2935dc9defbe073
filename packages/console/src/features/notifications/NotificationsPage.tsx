import { notifications } from '@countinghouse/contract/features/notifications';
import { Button, Group, Skeleton } from '@mantine/core';
import { IconBell, IconChevronRight, IconChevronsLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { placeOf } from '../../lib/screen/place-of.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { Views } from '../../ui/list/Views.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { NotificationList } from './NotificationList.tsx';
import { NotificationsSearch } from './search.ts';
import { useLatest, useMarks } from './use-notifications.ts';

const PAGE_SIZE = 50;

/** The notification centre: all that concerned the reader, or everybody. */
export function NotificationsPage() {
  const [{ view = 'mine', before }, set] = useUrlState(NotificationsSearch);
  const source = useQuery(q(notifications.list, { query: { view, limit: PAGE_SIZE, ...(before === undefined ? {} : { before }) } }));
  const newest = useLatest('mine').data;
  const { markOne, markAll, marking } = useMarks();
  const { data } = source;
  const next = placeOf(data);
  const [latest] = newest?.notifications ?? [];
  const unread = newest?.unread ?? 0;
  return (
    <Page>
      <PageHeader
        title="Notifications"
        description="What waits for you, what became of what you asked for, and who mentions you."
        actions={
          <Button
            variant="default"
            disabled={unread === 0 || latest === undefined}
            loading={marking}
            onClick={() => latest !== undefined && markAll(latest)}
          >
            Mark all read
          </Button>
        }
      />
      <Views
        label="Views of notifications"
        views={[
          { name: 'For me', count: unread, current: view === 'mine', show: () => set({ view: undefined, before: undefined }) },
          { name: 'Everything', current: view === 'everything', show: () => set({ view: 'everything', before: undefined }) },
        ]}
      />
      <Panel title={view === 'mine' ? 'For me' : 'Everything'} flush>
        {source.isError ? (
          <ErrorState title="Could not load the notifications" error={source.error} onRetry={() => void source.refetch()} />
        ) : data === undefined ? (
          <Skeleton height={180} />
        ) : data.notifications.length === 0 ? (
          <EmptyState icon={IconBell} title={view === 'mine' ? 'Nothing concerns you yet' : 'Nothing has happened yet'}>
            Approvals, comments and the close of periods appear here.
          </EmptyState>
        ) : (
          <NotificationList notifications={data.notifications} mine={view === 'mine'} onOpen={markOne} />
        )}
      </Panel>
      {before === undefined && next === undefined ? null : (
        <Group justify="flex-end" mt="sm">
          <Button.Group>
            <Button
              variant="default"
              leftSection={<IconChevronsLeft size={14} />}
              disabled={before === undefined}
              onClick={() => set({ before: undefined })}
            >
              Newest
            </Button>
            <Button
              variant="default"
              rightSection={<IconChevronRight size={14} />}
              disabled={next === undefined}
              onClick={() => set({ before: next })}
            >
              Older
            </Button>
          </Button.Group>
        </Group>
      )}
    </Page>
  );
}
