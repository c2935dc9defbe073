// The palette: screens, actions, accounts, intents, parties, people and the guide in one place, only what the role may see. What is of the organisation
// the server searches.
import { Spotlight } from '@mantine/spotlight';
import { IconBuildingBank, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { usePaletteEntries } from './entries.ts';
import { FIELD_LABEL, keepTyped, letGo } from './open-palette.ts';

const PER_GROUP_MAX = 12;
const ICON_SIZE = 16;
const icons = { Accounts: IconBuildingBank } as const;

export function Palette({ onNewOrganisation, onShortcuts }: { readonly onNewOrganisation: () => void; readonly onShortcuts: () => void }) {
  const [query, setQuery] = useState('');
  const [opened, setOpened] = useState(false);
  useEffect(() => keepTyped(setQuery), []);
  const groups = usePaletteEntries({ query, opened, onNewOrganisation, onShortcuts });
  const none = groups.every((g) => g.entries.length === 0);
  return (
    <Spotlight.Root
      query={query}
      onQueryChange={setQuery}
      shortcut={null}
      title={FIELD_LABEL}
      centered={false}
      yOffset="12vh"
      scrollable
      maxHeight={440}
      onSpotlightOpen={() => setOpened(true)}
      onSpotlightClose={() => {
        letGo();
        setOpened(false);
      }}
    >
      <Spotlight.Search
        placeholder="Search screens, accounts, intents, amounts, parties, people, help…"
        aria-label={FIELD_LABEL}
        leftSection={<IconSearch size={17} stroke={1.7} aria-hidden />}
      />
      <Spotlight.ActionsList>
        {groups.map(({ group, entries }) =>
          entries.length === 0 ? null : (
            <Spotlight.ActionsGroup key={group} label={group}>
              {entries.slice(0, PER_GROUP_MAX).map((entry) => {
                const EntryIcon = entry.icon ?? icons[group as keyof typeof icons] ?? IconSearch;
                return (
                  <Spotlight.Action
                    key={entry.id}
                    label={entry.label}
                    {...(entry.description === undefined ? {} : { description: entry.description })}
                    highlightQuery
                    leftSection={<EntryIcon size={ICON_SIZE} stroke={1.7} aria-hidden />}
                    rightSection={entry.end ?? entry.hint}
                    onClick={entry.run}
                  />
                );
              })}
            </Spotlight.ActionsGroup>
          ),
        )}
        {none ? <Spotlight.Empty>Nothing found</Spotlight.Empty> : null}
      </Spotlight.ActionsList>
    </Spotlight.Root>
  );
}
