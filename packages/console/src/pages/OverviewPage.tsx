import { intents } from '@countinghouse/contract/features/intents';
import { messageOf } from '@countinghouse/contract/messages';
import { Button, Skeleton } from '@mantine/core';
import { IconBuildingBank, IconPencilPlus, IconPlus } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Mentions } from '../features/comments/Mentions.tsx';
import { LatestIntents } from '../features/intents/log/LatestIntents.tsx';
import { CashCards } from '../features/reports/cash/CashCards.tsx';
import { CashOverTime } from '../features/reports/cash/CashOverTime.tsx';
import { FlowsAhead } from '../features/reports/cash/FlowsAhead.tsx';
import { NewOrganisationModal } from '../features/tenants/NewOrganisationModal.tsx';
import { OrganisationsTable } from '../features/tenants/OrganisationsTable.tsx';
import { Later } from '../lib/screen/later.ts';
import { paths } from '../lib/screen/paths.ts';
import { useShortcut } from '../lib/screen/shortcuts.ts';
import { useUrlState } from '../lib/screen/url-state.ts';
import { useActiveTenant, useWritePermission } from '../lib/session/use-tenant.ts';
import { GuardedButton } from '../ui/form/GuardedButton.tsx';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { Page } from '../ui/page/Page.tsx';
import { PageHeader } from '../ui/page/PageHeader.tsx';
import { Panel } from '../ui/page/Panel.tsx';
import classes from './home/Home.module.css';
import { Organisation } from './home/Organisation.tsx';
import { useSetUp } from './home/set-up/use-set-up.ts';
import { Tasks } from './home/Tasks.tsx';
import { Work } from './home/Work.tsx';
import { OverviewSearch } from './overview-search.ts';
import { QuickActions } from './QuickActions.tsx';

/** The first steps, with the forms that they need: who has taken them does not load them again. */
const FirstSteps = lazy(() => import('./home/set-up/FirstSteps.tsx').then(({ FirstSteps: found }) => ({ default: found })));
const waiting = <Skeleton height={480} />;

export function OverviewPage() {
  const [search, setSearch] = useUrlState(OverviewSearch);
  const tenant = useActiveTenant();
  const navigate = useNavigate();
  const setUp = useSetUp(tenant);
  const hasBooks = setUp.is === 'over' || setUp.posted > 0;
  const posting = useWritePermission(intents.execute);
  const openNew = (): void => setSearch({ open: 'new' });
  useShortcut('N', { name: 'New organisation', group: 'This screen' }, openNew);
  return (
    <Page>
      <PageHeader
        title="Organisation overview"
        description={tenant?.name}
        actions={
          tenant === null ? (
            <Button leftSection={<IconPlus size={14} />} onClick={openNew}>
              New organisation
            </Button>
          ) : setUp.is === 'open' ? null : (
            <GuardedButton
              permission={posting}
              leftSection={<IconPencilPlus size={14} />}
              onClick={() => void navigate({ to: paths.postIntent })}
            >
              Post intent
            </GuardedButton>
          )
        }
      />
      {tenant === null ? (
        <EmptyState icon={IconBuildingBank} title={messageOf('NO_ORGANISATION')}>
          An organisation has its own accounts, people and log.
        </EmptyState>
      ) : setUp.is === 'unknown' ? (
        waiting
      ) : (
        <Suspense fallback={waiting}>
          {setUp.is === 'open' ? <FirstSteps tenant={tenant} posted={setUp.posted} onEnd={setUp.end} /> : null}
          {hasBooks ? (
            <>
              <div className={classes['row']}>
                <CashCards />
                <Work />
              </div>
              <div className={classes['row']}>
                <CashOverTime />
                <FlowsAhead />
              </div>
            </>
          ) : null}
          <Later>
            {hasBooks ? (
              <div className={classes['row']}>
                <LatestIntents />
                <div className={classes['column']}>
                  <Tasks />
                  <Mentions />
                  <QuickActions />
                </div>
              </div>
            ) : null}
            <Later>
              <div className={`${classes['row']} ${classes['even']}`}>
                <Organisation tenant={tenant} />
                <Panel
                  title="Your organisations"
                  flush
                  aside={
                    <Button variant="default" leftSection={<IconPlus size={14} />} onClick={openNew}>
                      New organisation
                    </Button>
                  }
                >
                  <OrganisationsTable search={search} onChange={setSearch} />
                </Panel>
              </div>
            </Later>
          </Later>
        </Suspense>
      )}
      <NewOrganisationModal opened={search.open === 'new'} onClose={() => setSearch({ open: undefined })} />
    </Page>
  );
}
