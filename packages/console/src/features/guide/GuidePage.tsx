import { pages } from 'virtual:guide';
import { Anchor, Stack } from '@mantine/core';
import { IconBook } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { Columns } from '../../ui/page/Columns.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './Prose.module.css';
import { Prose } from './Prose.tsx';
import { GuideSearch } from './search.ts';

/** The pages of docs/guide, to read beside the work. */
export function GuidePage() {
  const [{ page = pages[0]?.name }] = useUrlState(GuideSearch);
  const shown = pages.find(({ name }) => name === page);
  return (
    <Page>
      <PageHeader title={shown?.title ?? 'Guide'} />
      <Columns
        main={
          <article className={classes['prose']}>
            {shown === undefined ? (
              <EmptyState icon={IconBook} title="The guide has no such page">
                Choose one from the list.
              </EmptyState>
            ) : (
              <Prose blocks={shown.blocks} />
            )}
          </article>
        }
        side={
          <Panel title="Guide">
            <Stack component="nav" aria-label="Guide" gap={6}>
              {pages.map(({ name, title }) => (
                <Anchor
                  key={name}
                  size="sm"
                  fw={name === page ? 600 : 400}
                  renderRoot={(props) => (
                    <Link {...props} to={paths.guide} search={{ page: name }} aria-current={name === page ? 'page' : undefined} />
                  )}
                >
                  {title}
                </Anchor>
              ))}
            </Stack>
          </Panel>
        }
      />
    </Page>
  );
}
