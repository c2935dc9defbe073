import { type Webhook, webhooks } from '@countinghouse/contract/features/webhooks';
import { Paper } from '@mantine/core';
import { IconWebhook } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { given, q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { OlderPager } from '../../ui/list/OlderPager.tsx';
import { useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { deliveryColumns } from './columns.tsx';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import { WebhookSearch } from './search.ts';
import { WebhookActs } from './WebhookActs.tsx';
import { WebhookState } from './WebhookState.tsx';
import { wanted } from './words.ts';

const MIN_WIDTH_PX = 1000;
/** How often it is looked at: while something is on its way, and else. */
const SENDING_MS = 2_000;
const SENT_MS = 15_000;

/** One endpoint: how it is, and what was sent to it. */
export function WebhookPage() {
  const { webhookId } = useParams({ strict: false });
  const id = webhookId ?? '';
  const [search, setSearch] = useUrlState(WebhookSearch);
  const { only, before, open } = search;
  const source = useQuery({
    ...q(webhooks.get, { params: { id } }),
    refetchInterval: ({ state: { data } }) =>
      data?.webhook.state === 'sending' || data?.replays.some((r) => r.finished_at === null) === true ? SENDING_MS : SENT_MS,
  });
  const webhook = source.data?.webhook;
  const isSending = webhook?.state === 'sending' || source.data?.replays.some((r) => r.finished_at === null) === true;
  const deliveries = useQuery({
    ...q(webhooks.deliveries, { params: { id }, query: given({ only, after: before }) }),
    placeholderData: keepPreviousData,
    refetchInterval: isSending ? SENDING_MS : SENT_MS,
  });
  const list = useList({
    id: 'webhook-deliveries',
    columns: deliveryColumns,
    source: deliveries,
    rows: deliveries.data?.deliveries,
    rowId: (d) => d.id,
    search,
    setSearch,
    filters: ['only', 'before'],
  });
  if (source.error !== null)
    return (
      <Page>
        <PageHeader title="Webhook" />
        <Paper>
          <ErrorState title="Could not load the webhook endpoint" error={source.error} onRetry={() => void source.refetch()} />
        </Paper>
      </Page>
    );
  const older = deliveries.data?.next ?? undefined;
  return (
    <ListPage
      list={list}
      title={webhook?.name ?? 'Webhook'}
      fileName="webhook-deliveries.csv"
      description={webhook === undefined ? '' : <Described webhook={webhook} />}
      actions={
        webhook === undefined ? null : (
          <WebhookActs webhook={webhook} onTested={(delivery) => setSearch({ open: delivery, only: undefined, before: undefined })} />
        )
      }
      above={source.data === undefined ? null : <WebhookState shown={source.data} />}
      label="Deliveries"
      failed="Could not load the deliveries"
      minWidth={MIN_WIDTH_PX}
      empty={
        <EmptyState icon={IconWebhook} title="Nothing was sent yet">
          Events that it wants are sent as they happen. Send a test to see that its receiver answers.
        </EmptyState>
      }
      choices={
        <Choice
          list={list}
          name="only"
          label="Outcome"
          all="All deliveries"
          width={150}
          options={[{ value: 'failed', label: 'Not taken' }]}
        />
      }
      counts={{ sentence: 'The last 1,000 of the last 30 days' }}
      footer={before === undefined && older === undefined ? null : <OlderPager list={list} last={older} />}
      panel={open === undefined ? null : <DeliveryPanel webhookId={id} deliveryId={open} onClose={() => setSearch({ open: undefined })} />}
    />
  );
}

/** What is sent where, and who says so. */
function Described({ webhook }: { readonly webhook: Webhook }) {
  const sent = `${wanted(webhook)}, to ${webhook.url}`;
  if (webhook.purpose === 'events') return sent;
  return (
    <>
      {sent}. Part of the{' '}
      <TextLink to={paths.auditExport} inText>
        audit export
      </TextLink>
      , where its address is set.
    </>
  );
}
