import { type Webhook, webhooks } from '@countinghouse/contract/features/webhooks';
import { Paper } from '@mantine/core';
import { IconLock, IconWebhook } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useNeed, useWritePermission } from '../../lib/session/use-tenant.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { endpointColumns } from './columns.tsx';
import { NewWebhook } from './NewWebhook.tsx';
import { WebhooksSearch } from './search.ts';
import { wanted } from './words.ts';

const NEW = 'new';
const MIN_WIDTH_PX = 1150;
const TITLE = 'Webhooks';
const DESCRIPTION = 'Programs that are told of events as they happen: signed, in order and at least once. Personal data is not in them.';
const keep = (w: Webhook, { q: typed }: WebhooksSearch): boolean => says(typed, w.name, w.url, wanted(w));

export function WebhooksPage() {
  const owner = useNeed('owner');
  return owner.allowed ? (
    <ForOwners />
  ) : (
    <Page>
      <PageHeader title={TITLE} description={DESCRIPTION} />
      <Paper>
        <EmptyState icon={IconLock} title={owner.reason}>
          Where events go is for owners alone.
        </EmptyState>
      </Paper>
    </Page>
  );
}

function ForOwners() {
  const [search, setSearch] = useUrlState(WebhooksSearch);
  const source = useQuery(q(webhooks.list));
  const list = useList({
    id: 'webhooks',
    columns: endpointColumns,
    source,
    rows: source.data?.webhooks,
    rowId: (w) => w.id,
    search,
    setSearch,
    keep,
  });
  const addButton = useFirstAction({
    label: 'Add endpoint',
    permission: useWritePermission(webhooks.create),
    run: () => setSearch({ open: NEW }),
  });
  return (
    <ListPage
      list={list}
      title={TITLE}
      description={DESCRIPTION}
      fileName="webhooks.csv"
      actions={addButton}
      label="Webhook endpoints"
      failed="Could not load the webhook endpoints"
      minWidth={MIN_WIDTH_PX}
      leadsTo={(row) => ({ to: paths.webhook, params: { webhookId: row.id } })}
      empty={
        <EmptyState icon={IconWebhook} title="No webhook endpoints yet" action={addButton}>
          Add the address of a program of yours: it is sent what happens from then on.
        </EmptyState>
      }
      filter={{ label: 'Filter webhook endpoints', placeholder: 'Filter by name, address or events…' }}
      counts="endpoints"
    >
      <NewWebhook
        opened={search.open === NEW}
        onClose={() => setSearch({ open: undefined })}
        onMade={(made) => list.go({ to: paths.webhook, params: { webhookId: made.id } })}
      />
    </ListPage>
  );
}
