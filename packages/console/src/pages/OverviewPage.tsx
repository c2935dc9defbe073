import { messageOf } from '@countinghouse/contract/errors';
import { Button, Group, Text } from '@mantine/core';
import { IconBuildingBank, IconPlus } from '@tabler/icons-react';
import { BalancesPreview } from '../features/balances/BalancesPreview.tsx';
import { Mentions } from '../features/comments/Mentions.tsx';
import { LatestEvents } from '../features/events/LatestEvents.tsx';
import { NewOrganisationModal } from '../features/tenants/NewOrganisationModal.tsx';
import { OrganisationsTable } from '../features/tenants/OrganisationsTable.tsx';
import { useShortcut } from '../lib/screen/shortcuts.ts';
import { useUrlState } from '../lib/screen/url-state.ts';
import { roleWord, useActiveTenant } from '../lib/session/use-tenant.ts';
import { EmptyState } from '../ui/page/EmptyState.tsx';
import { Page } from '../ui/page/Page.tsx';
import { PageHeader } from '../ui/page/PageHeader.tsx';
import { Panel } from '../ui/page/Panel.tsx';
import { StatCard } from '../ui/page/StatCard.tsx';
import { StatusBadge } from '../ui/value/StatusBadge.tsx';
import { OrganisationLinks } from './OrganisationLinks.tsx';
import classes from './OverviewPage.module.css';
import { OverviewSearch } from './overview-search.ts';
import { QuickActions } from './QuickActions.tsx';

export function OverviewPage() {
  const [search, setSearch] = useUrlState(OverviewSearch);
  const tenant = useActiveTenant();
  const openNew = (): void => setSearch({ open: 'new' });
  useShortcut('N', { name: 'New organisation', group: 'This screen' }, openNew);
  return (
    <Page>
      <PageHeader
        title="Organisation overview"
        description={tenant?.name}
        actions={
          <Button leftSection={<IconPlus size={14} />} onClick={openNew}>
            New organisation
          </Button>
        }
      />
      {tenant === null ? (
        <EmptyState icon={IconBuildingBank} title={messageOf('NO_ORGANISATION')}>
          An organisation has its own accounts, people and log.
        </EmptyState>
      ) : (
        <>
          <div className={classes['stats']}>
            <StatCard
              label="Active organisation"
              value={tenant.name}
              note={
                <Group gap={8}>
                  <Text size="xs">{roleWord[tenant.role]}</Text>
                  <StatusBadge status={tenant.readOnly ? 'readOnly' : 'active'} />
                </Group>
              }
            />
            <StatCard label="Members" value={tenant.members} note="People with access" />
            <StatCard label="Owners" value={tenant.owners} note="People who may change everything" />
            <StatCard label="Reporting currency" value={tenant.reportingCurrency} note={`Signing mode ${tenant.signingMode}`} />
          </div>
          <OrganisationLinks />
          <div className={classes['columns']}>
            <div className={classes['column']}>
              <LatestEvents />
              <Panel title="Your organisations" flush>
                <OrganisationsTable search={search} onChange={setSearch} />
              </Panel>
            </div>
            <div className={classes['column']}>
              <Mentions />
              <BalancesPreview />
              <QuickActions />
            </div>
          </div>
        </>
      )}
      <NewOrganisationModal opened={search.open === 'new'} onClose={() => setSearch({ open: undefined })} />
    </Page>
  );
}
