import { type Schedule, ScheduleStatus, schedules } from '@countinghouse/contract/features/schedules';
import { templates } from '@countinghouse/contract/features/templates';
import { IconRepeat } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { wordOfUseCase } from '../../lib/values/use-case.ts';
import { Choice } from '../../ui/list/Choice.tsx';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columns, compactRow } from './columns.tsx';
import { EndSchedule } from './EndSchedule.tsx';
import { NewScheduleModal } from './NewScheduleModal.tsx';
import { SchedulePanel } from './SchedulePanel.tsx';
import { SchedulesSearch } from './search.ts';

const NEW = 'new';
const COMPACT_BELOW_PX = 560;
const MIN_WIDTH_PX = 1060;
const keep = (s: Schedule, { q: typed, status }: SchedulesSearch): boolean =>
  (status === undefined || s.status === status) && says(typed, s.name, wordOfUseCase(s.use_case));

/** Intents that post by themselves. */
export function SchedulesPage() {
  const [search, setSearch] = useUrlState(SchedulesSearch);
  const { open, template, end } = search;
  const source = useQuery(q(schedules.list, { query: {} }));
  const saved = useQuery(q(templates.list, { query: {} })).data?.templates ?? [];
  const list = useList({
    id: 'schedules',
    columns,
    source,
    rows: source.data?.schedules,
    rowId: (s) => s.id,
    search,
    setSearch,
    keep,
    filters: ['q', 'status'],
  });
  const opened = list.all.find((s) => s.id === open);
  const button = useFirstAction({
    label: 'New recurring intent',
    permission: useWritePermission(schedules.create),
    run: () => setSearch({ open: NEW }),
  });
  return (
    <ListPage
      list={list}
      title="Recurring intents"
      description="They post on their days, each day once, and catch up after a server was down."
      fileName="recurring-intents.csv"
      actions={button}
      label="Recurring intents"
      failed="Could not load the recurring intents"
      minWidth={MIN_WIDTH_PX}
      compact={{ belowPx: COMPACT_BELOW_PX, row: compactRow }}
      empty={
        <EmptyState icon={IconRepeat} title="No recurring intents yet" action={button}>
          Save a template on the page that posts, then let it recur.
        </EmptyState>
      }
      filter={{ label: 'Filter recurring intents', placeholder: 'Filter by name or use case…' }}
      choices={<Choice list={list} name="status" label="Status" all="All statuses" width={130} options={[...ScheduleStatus.options]} />}
      counts="recurring intents"
      panel={
        opened === undefined ? null : (
          <SchedulePanel schedule={opened} onClose={() => setSearch({ open: undefined })} onEnd={() => setSearch({ end: opened.id })} />
        )
      }
    >
      <NewScheduleModal
        opened={open === NEW}
        templates={saved}
        templateId={template}
        onClose={() => setSearch({ open: undefined, template: undefined })}
      />
      <EndSchedule schedule={list.all.find((s) => s.id === end)} onClose={() => setSearch({ end: undefined })} />
    </ListPage>
  );
}
