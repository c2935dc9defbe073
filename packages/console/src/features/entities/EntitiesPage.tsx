import { ENTITIES_PAGE_SIZE, type Entity, entities, SELECT_ENTITY } from '@countinghouse/contract/features/entities';
import { Alert } from '@mantine/core';
import { IconBuildingCommunity, IconInfoCircle, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useAct } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useShortcut } from '../../lib/screen/shortcuts.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { entitiesQuery } from '../../lib/session/context.ts';
import { switchEntity } from '../../lib/session/session.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { FilterInput } from '../../ui/form/FilterInput.tsx';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { DataGrid } from '../../ui/grid/DataGrid.tsx';
import { useGrid } from '../../ui/grid/use-grid.ts';
import { RefreshButton } from '../../ui/list/RefreshButton.tsx';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Page, Split } from '../../ui/page/Page.tsx';
import { PageHeader } from '../../ui/page/PageHeader.tsx';
import { useEntityColumns } from './columns.tsx';
import { type ActsOnOne, EntityActs } from './EntityActs.tsx';
import { RenameEntity } from './RenameEntity.tsx';
import { StopEntity } from './StopEntity.tsx';
import { EntitiesSearch } from './search.ts';
import { TrialBalancePanel } from './TrialBalancePanel.tsx';
import { useOnlyEntity } from './use-only-entity.ts';

const MIN_WIDTH_PX = 1040;
const MIN_WIDTH_BESIDE_PX = 600;
const none: readonly Entity[] = [];
const textOf = (e: Entity): string => `${e.code} ${e.name} ${e.baseCurrency}`.toLowerCase();

export function EntitiesPage() {
  const [{ q = '', sort, page, select, open, rename, stop }, setSearch] = useUrlState(EntitiesSearch);
  const navigate = useNavigate();
  const permission = useWritePermission(entities.create);
  const source = useQuery(entitiesQuery);
  const switching = useAct(switchEntity, {
    literal: 'Failed to switch entity',
  });
  const { mutate, isPending, variables } = switching;
  const all = source.data?.entities ?? none;
  const currentId = source.data?.currentId ?? null;
  useOnlyEntity(select === '1' ? source.data : undefined, mutate, () => setSearch({ select: undefined }, { replace: true }));
  const shown = useMemo(() => all.filter((e) => textOf(e).includes(q.trim().toLowerCase())), [all, q]);
  const byId = (id: string | undefined): Entity | undefined => all.find((e) => e.id === id);
  const opened = byId(open);
  const acts: ActsOnOne = { onRename: (id) => setSearch({ rename: id }), onStop: (id) => setSearch({ stop: id }) };
  const columns = useEntityColumns({
    ...acts,
    beside: opened !== undefined,
    currentId,
    busyId: isPending ? variables : null,
    onActivate: mutate,
  });
  const grid = useGrid({
    id: 'entities',
    columns,
    rows: shown,
    rowId: (e) => e.id,
    sort,
    onSort: (next) => setSearch({ sort: next }, { replace: true }),
  });
  const openNew = (): void => void navigate({ to: paths.newEntity });
  useShortcut('N', { name: 'New entity', group: 'This screen' }, openNew, permission.allowed);
  const button = (
    <GuardedButton permission={permission} leftSection={<IconPlus size={14} />} onClick={openNew}>
      New entity
    </GuardedButton>
  );
  return (
    <Page fill>
      <PageHeader
        title="Entities"
        description="Legal entities of the organisation. The active one filters lists, and new accounts belong to it."
        actions={button}
      />
      {source.isSuccess && all.length > 0 && currentId === null ? (
        <Alert color="blue" role="status" icon={<IconInfoCircle size={16} />}>
          {SELECT_ENTITY}
        </Alert>
      ) : null}
      <Split>
        <DataGrid
          label="Entities"
          grid={grid}
          source={source}
          failed="Could not load the entities"
          minWidth={opened === undefined ? MIN_WIDTH_PX : MIN_WIDTH_BESIDE_PX}
          openId={open ?? null}
          onOpen={(entity, { follow }) => setSearch({ open: entity.id }, { replace: follow })}
          onClearFilters={q === '' ? undefined : () => setSearch({ q: undefined, page: undefined })}
          empty={
            <EmptyState icon={IconBuildingCommunity} title="No entities yet" action={button}>
              An entity keeps its own accounts and its own trial balance within the organisation.
            </EmptyState>
          }
          toolbar={
            <FilterInput
              label="Filter entities"
              placeholder="Filter by code, name or currency…"
              value={q}
              onChange={(next) => setSearch({ q: next || undefined, page: undefined }, { replace: true })}
            />
          }
          toolbarEnd={
            <>
              <span role="status">
                {shown.length} of {all.length} entities
              </span>
              <RefreshButton updatedAtMs={source.dataUpdatedAt} busy={source.isFetching} onRefresh={() => void source.refetch()} />
            </>
          }
          paging={{ page: page ?? 1, pageSize: ENTITIES_PAGE_SIZE, onPage: (next) => setSearch({ page: next === 1 ? undefined : next }) }}
        />
        {opened === undefined ? null : (
          <TrialBalancePanel
            entity={opened}
            acts={<EntityActs entity={opened} {...acts} />}
            onClose={() => setSearch({ open: undefined })}
          />
        )}
      </Split>
      <RenameEntity entity={byId(rename)} onClose={() => setSearch({ rename: undefined })} />
      <StopEntity entity={byId(stop)} onClose={() => setSearch({ stop: undefined })} />
    </Page>
  );
}
