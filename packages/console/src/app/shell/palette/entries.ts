import { IconBuilding, IconKeyboard, IconLogout, IconPencilPlus, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { toastError } from '../../../lib/calls/toast.tsx';
import { useAccountSearch, useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { innerScreens, paths, screens } from '../../../lib/screen/paths.ts';
import { tenantsQuery } from '../../../lib/session/context.ts';
import { switchTenant } from '../../../lib/session/session.ts';
import { useActiveTenant, useCapabilities } from '../../../lib/session/use-tenant.ts';
import { isNamedTwice, maySee } from '../../navigation.ts';
import { useSignOut } from '../use-sign-out.ts';
import type { PaletteEntry, PaletteGroup } from './entry.ts';
import { useGuideEntries } from './guide-entries.ts';
import { useIntentEntries } from './intent-entries.ts';
import { useOrganisationEntries } from './organisation-entries.ts';

interface PaletteOptions {
  readonly query: string;
  readonly opened: boolean;
  readonly onNewOrganisation: () => void;
  readonly onShortcuts: () => void;
}

/** From how many letters on a word is looked for among accounts, intents and organisations. */
const WORD_LENGTH_MIN = 2;
const accountId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export function usePaletteEntries({ query, opened, onNewOrganisation, onShortcuts }: PaletteOptions): readonly PaletteGroup[] {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const capabilities = useCapabilities();
  const tenant = useActiveTenant();
  const enabled = opened && tenant !== null;
  const tenants = useQuery(tenantsQuery).data?.tenants ?? [];

  const word = query.trim().toLowerCase();
  const matches = (...texts: readonly (string | null)[]): boolean => texts.some((text) => text?.toLowerCase().includes(word) === true);
  const deep = word.length >= WORD_LENGTH_MIN;
  const named = useAccountsNamed(enabled && accountId.test(word) ? [word] : []);
  const found = useAccountSearch({ words: query, enabled: enabled && deep }).found;
  const accounts = named.length > 0 ? named : found;
  const organisation = useOrganisationEntries(query, opened);
  const guide = useGuideEntries(query, opened);
  const intents = useIntentEntries(query, opened);
  const actions: readonly PaletteEntry[] = [
    { id: 'post', label: 'Post an intent', icon: IconPencilPlus, run: () => void navigate({ to: paths.postIntent }) },
    ...organisation.actions,
    { id: 'new-organisation', label: 'New organisation', icon: IconPlus, run: onNewOrganisation },
    { id: 'shortcuts', label: 'Keyboard shortcuts', icon: IconKeyboard, hint: '?', run: onShortcuts },
    { id: 'sign-out', label: 'Sign out', icon: IconLogout, run: signOut },
  ];

  return [
    {
      group: 'Screens',
      entries: [
        ...screens
          .filter((s) => maySee(s, capabilities) && !isNamedTwice(s) && matches(s.title, s.menuLabel ?? '', s.section))
          .map((s) => ({
            id: s.path,
            label: s.title,
            ...(s.key === undefined ? {} : { hint: `G ${s.key}` }),
            icon: s.icon,
            run: () => void navigate({ to: s.path }),
          })),
        ...innerScreens
          .filter((s) => s.standsAlone === true && maySee(s, capabilities) && matches(s.title, s.section))
          .map((s) => ({ id: s.path, label: s.title, run: () => void navigate({ to: s.path }) })),
      ],
    },
    { group: 'Actions', entries: actions.filter((a) => matches(a.label)) },
    ...organisation.known,
    guide,
    {
      group: 'Organisations',
      entries: deep
        ? tenants
            .filter((t) => t.id !== tenant?.id && matches(t.name))
            .map((t) => ({
              id: t.id,
              label: `Switch to ${t.name}`,
              icon: IconBuilding,
              run: () =>
                void switchTenant(t.id).then(
                  () => navigate({ to: '.', search: {} }),
                  (error: unknown) => toastError(error),
                ),
            }))
        : [],
    },
    // What the server is asked for comes last: what is shown already does not move when it arrives.
    {
      group: 'Accounts',
      entries: deep
        ? accounts.map((a) => ({
            id: a.id,
            label: a.code,
            description: `${a.currency} · ${a.glCode} ${a.glTitle}`,
            run: () => void navigate({ to: paths.account, params: { accountId: a.id } }),
          }))
        : [],
    },
    ...organisation.searched,
    intents,
  ];
}
