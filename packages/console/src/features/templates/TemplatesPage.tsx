import { type Template, templates } from '@countinghouse/contract/features/templates';
import { Button } from '@mantine/core';
import { IconPencilPlus, IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { wordOfUseCase } from '../../lib/values/use-case.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { columns } from './columns.tsx';
import { RemoveTemplate } from './RemoveTemplate.tsx';
import { TemplatesSearch } from './search.ts';
import { TemplatePanel } from './TemplatePanel.tsx';

const MIN_WIDTH_PX = 860;
const keep = (t: Template, { q: typed }: TemplatesSearch): boolean => says(typed, t.name, wordOfUseCase(t.use_case));

/** Rows saved under a name. They are saved on the page that posts. */
export function TemplatesPage() {
  const [search, setSearch] = useUrlState(TemplatesSearch);
  const source = useQuery(q(templates.list, { query: {} }));
  const list = useList({ id: 'templates', columns, source, rows: source.data?.templates, rowId: (t) => t.id, search, setSearch, keep });
  const opened = list.all.find((t) => t.id === search.open);
  const button = (
    <Button leftSection={<IconPencilPlus size={14} />} renderRoot={(props) => <Link {...props} to={paths.postIntent} />}>
      Write an intent
    </Button>
  );
  return (
    <ListPage
      list={list}
      title="Intent templates"
      description="Rows saved under a name: to fill in and post, or to recur."
      fileName="templates.csv"
      actions={button}
      label="Templates"
      failed="Could not load the templates"
      minWidth={MIN_WIDTH_PX}
      empty={
        <EmptyState icon={IconTemplate} title="No templates yet" action={button}>
          Write an intent, then choose “Save as template” instead of posting it.
        </EmptyState>
      }
      filter={{ label: 'Filter templates', placeholder: 'Filter by name or use case…' }}
      counts="templates"
      panel={
        opened === undefined ? null : (
          <TemplatePanel
            template={opened}
            onClose={() => setSearch({ open: undefined })}
            onRemove={() => setSearch({ remove: opened.id })}
          />
        )
      }
    >
      <RemoveTemplate template={list.all.find((t) => t.id === search.remove)} onClose={() => setSearch({ remove: undefined })} />
    </ListPage>
  );
}
