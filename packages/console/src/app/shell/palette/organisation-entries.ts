// What the palette offers of the organisation itself: people, entities, GL accounts and parties. Parties are searched by the server.
import { entities } from '@countinghouse/contract/features/entities';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { parties } from '@countinghouse/contract/features/parties';
import { people } from '@countinghouse/contract/features/people';
import { useDebouncedValue } from '@mantine/hooks';
import { IconAddressBook, IconBuildingCommunity, IconListTree, IconMailForward, IconUser } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { q } from '../../../lib/calls/query.ts';
import { toastError } from '../../../lib/calls/toast.tsx';
import { paths } from '../../../lib/screen/paths.ts';
import { entitiesQuery } from '../../../lib/session/context.ts';
import { switchEntity } from '../../../lib/session/session.ts';
import { useActiveTenant, useWritePermission } from '../../../lib/session/use-tenant.ts';
import type { PaletteEntry, PaletteGroup } from './entry.ts';

const WORD_LENGTH_MIN = 2;
const PARTIES_SHOWN = 8;
const TYPING_MS = 200;

interface OrganisationEntries {
  readonly actions: readonly PaletteEntry[];
  /** What is here already, and what the server is asked for. */
  readonly known: readonly PaletteGroup[];
  readonly searched: readonly PaletteGroup[];
}

export function useOrganisationEntries(query: string, opened: boolean): OrganisationEntries {
  const navigate = useNavigate();
  const tenant = useActiveTenant();
  const enabled = opened && tenant !== null;
  const mayInvite = useWritePermission(people.invite).allowed;
  const mayMakeEntity = useWritePermission(entities.create).allowed;
  const mayMakeParty = useWritePermission(parties.create).allowed;
  const word = query.trim().toLowerCase();
  const deep = word.length >= WORD_LENGTH_MIN;
  const [asked] = useDebouncedValue(query.trim(), TYPING_MS);
  const list = useQuery({ ...entitiesQuery, enabled }).data;
  const members = useQuery({ ...q(people.names), enabled }).data?.people ?? [];
  const chart = useQuery({ ...q(glAccounts.list), enabled }).data;
  const found =
    useQuery({
      ...q(parties.search, { query: { q: asked, page_size: PARTIES_SHOWN } }),
      enabled: enabled && asked.length >= WORD_LENGTH_MIN,
    }).data?.parties ?? [];
  const switchTo = (id: string | null) => () =>
    void switchEntity(id).catch((error: unknown) => toastError(error, 'Failed to switch entity'));

  const matching = deep ? (list?.entities ?? []).filter((e) => `${e.code} ${e.name} ${e.id}`.toLowerCase().includes(word)) : [];
  const actions: PaletteEntry[] = [];
  if (mayInvite)
    actions.push({
      id: 'invite',
      label: 'Invite a person',
      icon: IconMailForward,
      run: () => void navigate({ to: paths.people, search: { ask: 'invite' } }),
    });
  if (mayMakeEntity)
    actions.push({ id: 'new-entity', label: 'New entity', icon: IconBuildingCommunity, run: () => void navigate({ to: paths.newEntity }) });
  if (mayMakeParty)
    actions.push({ id: 'new-party', label: 'New party', icon: IconAddressBook, run: () => void navigate({ to: paths.newParty }) });
  if (list !== undefined && list.currentId !== null)
    actions.push({ id: 'all-entities', label: 'Show all entities', icon: IconBuildingCommunity, run: switchTo(null) });
  for (const e of matching)
    if (e.active && e.id !== list?.currentId)
      actions.push({ id: `switch-${e.id}`, label: `Make ${e.code} ${e.name} active`, icon: IconBuildingCommunity, run: switchTo(e.id) });

  return {
    actions,
    known: [
      {
        group: 'Entities',
        entries: matching.map((e) => ({
          id: e.id,
          label: e.code,
          description: `${e.name} · ${e.baseCurrency}`,
          icon: IconBuildingCommunity,
          run: () => void navigate({ to: paths.entities, search: { open: e.id } }),
        })),
      },
      {
        group: 'GL accounts',
        entries: deep
          ? (chart?.gl ?? [])
              .filter((gl) => `${gl.code} ${gl.title}`.toLowerCase().includes(word))
              .map((gl) => ({
                id: gl.id,
                label: `${gl.code} ${gl.title}`,
                icon: IconListTree,
                run: () => void navigate({ to: paths.glAccounts, search: { q: gl.code } }),
              }))
          : [],
      },
      {
        group: 'People',
        entries: deep
          ? members
              .filter(({ name }) => name?.toLowerCase().includes(word) === true)
              .map(({ id, name }) => ({
                id,
                label: name ?? '',
                description: 'What they asked for',
                icon: IconUser,
                run: () => void navigate({ to: paths.intents, search: { actor: id } }),
              }))
          : [],
      },
    ],
    searched: [
      {
        group: 'Parties',
        entries: deep
          ? found.map((p) => ({
              id: p.id,
              label: p.label,
              description: [p.kind, p.externalRef].filter(Boolean).join(' · '),
              icon: IconAddressBook,
              run: () => void navigate({ to: paths.partyDetail, search: { party: p.id } }),
            }))
          : [],
      },
    ],
  };
}
