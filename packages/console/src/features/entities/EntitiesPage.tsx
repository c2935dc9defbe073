import { ENTITIES_PAGE_SIZE, type Entity, entities, SELECT_ENTITY } from '@countinghouse/contract/features/entities';
import { Alert } from '@mantine/core';
import { IconBuildingCommunity, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useAct } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useUrlState } from '../../lib/screen/url-state.ts';
import { entitiesQuery } from '../../lib/session/context.ts';
import { switchEntity } from '../../lib/session/session.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { ListPage } from '../../ui/list/ListPage.tsx';
import { useFirstAction } from '../../ui/list/use-first-action.tsx';
import { says, useList } from '../../ui/list/use-list.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { useEntityColumns } from './columns.tsx';
import { type ActsOnOne, EntityActs } from './EntityActs.tsx';
import { RenameEntity } from './RenameEntity.tsx';
import { StopEntity } from './StopEntity.tsx';
import { EntitiesSearch } from './search.ts';
import { TrialBalancePanel } from './TrialBalancePanel.tsx';
import { useOnlyEntity } from './use-only-entity.ts';

const MIN_WIDTH_PX = 912;
const MIN_WIDTH_BESIDE_PX = 600;
const keep = (e: Entity, { q: typed }: EntitiesSearch): boolean => says(typed, e.code, e.name, e.baseCurrency);

/** `metadataOf`: what is said of the open one. */
export function EntitiesPage({ metadataOf }: { readonly metadataOf?: (entity: Entity) => ReactNode }) {
  const [search, setSearch] = useUrlState(EntitiesSearch);
  const { select, open, rename, stop } = search;
  const source = useQuery(entitiesQuery);
  const switching = useAct(switchEntity, {
    literal: 'Failed to switch entity',
  });
  const { mutate, isPending, variables } = switching;
  const all = source.data?.entities ?? [];
  const currentId = source.data?.currentId ?? null;
  useOnlyEntity(select === '1' ? source.data : undefined, mutate, () => setSearch({ select: undefined }, { replace: true }));
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
  const list = useList({ id: 'entities', columns, source, rows: source.data?.entities, rowId: (e) => e.id, search, setSearch, keep });
  const button = useFirstAction({
    label: 'New entity',
    permission: useWritePermission(entities.create),
    run: () => list.go({ to: paths.newEntity }),
  });
  return (
    <ListPage
      list={list}
      title="Entities"
      description="Legal entities of the organisation. The active one filters lists, and new accounts belong to it."
      fileName="entities.csv"
      actions={button}
      above={
        source.isSuccess && all.length > 0 && currentId === null ? (
          <Alert color="blue" role="status" icon={<IconInfoCircle size={16} />}>
            {SELECT_ENTITY}
          </Alert>
        ) : null
      }
      label="Entities"
      failed="Could not load the entities"
      minWidth={opened === undefined ? MIN_WIDTH_PX : MIN_WIDTH_BESIDE_PX}
      empty={
        <EmptyState icon={IconBuildingCommunity} title="No entities yet" action={button}>
          An entity keeps its own accounts and its own trial balance within the organisation.
        </EmptyState>
      }
      filter={{ label: 'Filter entities', placeholder: 'Filter by code, name or currency…' }}
      counts={{ sentence: `${list.shown.length} of ${all.length} entities` }}
      pages={{ size: ENTITIES_PAGE_SIZE }}
      panel={
        opened === undefined ? null : (
          <TrialBalancePanel
            entity={opened}
            acts={<EntityActs entity={opened} {...acts} />}
            metadata={metadataOf?.(opened)}
            onClose={() => setSearch({ open: undefined })}
          />
        )
      }
    >
      <RenameEntity entity={byId(rename)} onClose={() => setSearch({ rename: undefined })} />
      <StopEntity entity={byId(stop)} onClose={() => setSearch({ stop: undefined })} />
    </ListPage>
  );
}
