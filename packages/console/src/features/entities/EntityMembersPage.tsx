import { approvals } from '@countinghouse/contract/features/approvals';
import { entities, SELECT_ENTITY } from '@countinghouse/contract/features/entities';
import { events } from '@countinghouse/contract/features/events';
import { people } from '@countinghouse/contract/features/people';
import { tenants } from '@countinghouse/contract/features/tenants';
import { Button } from '@mantine/core';
import { IconArrowLeft, IconBuildingCommunity } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useWrite } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { entitiesQuery } from '../../lib/session/context.ts';
import { Columns } from '../../ui/page/Columns.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Page } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { AddFromOrganisation } from './AddFromOrganisation.tsx';
import { EntityMembersTable } from './EntityMembersTable.tsx';
import { entityMembersQuery, type RoleChange } from './members.ts';
import { RemoveEntityMember } from './RemoveEntityMember.tsx';
import { EntityMembersSearch } from './search.ts';

const back = (
  <Button variant="default" leftSection={<IconArrowLeft size={14} />} renderRoot={(props) => <Link {...props} to={paths.entities} />}>
    Back to entities
  </Button>
);

/** Who works in one entity, in which role, and who of the organisation could. */
export function EntityMembersPage() {
  const [search, setSearch] = useUrlState(EntityMembersSearch);
  const list = useQuery(entitiesQuery);
  const entity = list.data?.entities.find((e) => e.id === (search.entity ?? list.data.currentId));
  const source = useQuery({ ...entityMembersQuery(entity?.id ?? ''), enabled: entity !== undefined });
  const change = useWrite(entities.setRole, {
    input: ({ entityId, userId, role }: RoleChange) => ({ body: { entityId, userId, entity_role: role } }),
    said: (_answer, { isNew }) => (isNew ? 'Member added' : 'Role updated'),
    touches: [people, entities, tenants, events, approvals],
  });
  if (entity === undefined)
    return (
      <Page>
        <PageHeader title="Entity members" actions={back} />
        {list.isError ? (
          <ErrorState title="Could not load the entities" error={list.error} onRetry={() => void list.refetch()} />
        ) : list.isPending ? null : (
          <EmptyState icon={IconBuildingCommunity} title={SELECT_ENTITY} />
        )}
      </Page>
    );
  const busyId = change.isPending ? change.variables.userId : null;
  const setRole = (userId: string, role: RoleChange['role'], isNew: boolean): void =>
    change.mutate({ entityId: entity.id, userId, role, isNew });
  return (
    <Page>
      <PageHeader title="Entity members" description={`${entity.code} · ${entity.name}`} actions={back} />
      <Columns
        main={
          <EntityMembersTable
            entity={entity}
            source={source}
            search={search}
            busyId={busyId}
            onSearch={setSearch}
            onRole={(id, role) => setRole(id, role, false)}
          />
        }
        side={
          <AddFromOrganisation
            entity={entity}
            source={source}
            search={search}
            busyId={busyId}
            onSearch={setSearch}
            onAdd={(id) => setRole(id, 'entity_member', true)}
          />
        }
      />
      <RemoveEntityMember
        entity={entity}
        member={source.data?.members.find((m) => m.id === search.remove)}
        onClose={() => setSearch({ remove: undefined })}
      />
    </Page>
  );
}
