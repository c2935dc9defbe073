// What a person prefers on this device: kept in localStorage, shared by every tab.
import { useLocalStorage } from '@mantine/hooks';
import type { TimeZoneSetting } from '../values/time.ts';

/** Row heights of every list, in pixels. Source: console.md, checklist 5. */
export const rowHeights = { compact: 28, normal: 34, relaxed: 44 } as const;
export type Density = keyof typeof rowHeights;

const oneOf = <T extends string>(values: readonly T[], fallback: T) => ({
  defaultValue: fallback,
  serialize: (value: T) => value,
  deserialize: (kept: string | undefined) => values.find((v) => v === kept) ?? fallback,
  getInitialValueInEffect: false,
});

const timeZone = oneOf<TimeZoneSetting>(['local', 'utc'], 'local');
const density = oneOf<Density>(['compact', 'normal', 'relaxed'], 'normal');

export const useTimeZone = () => useLocalStorage<TimeZoneSetting>({ key: 'time-zone', ...timeZone });

export const useDensity = () => useLocalStorage<Density>({ key: 'density', ...density });

/** The columns a person has hidden or shown in one table, by column id. */
export const useColumnChoice = (tableId: string) =>
  useLocalStorage<Readonly<Record<string, boolean>>>({ key: `columns:${tableId}`, defaultValue: {}, getInitialValueInEffect: false });

const switchOf = oneOf<'on' | 'off'>(['on', 'off'], 'on');

/** Whether single keys and G-sequences act at all (WCAG 2.1.4: they can be switched off). */
export const useSingleKeys = () => useLocalStorage<'on' | 'off'>({ key: 'single-keys', ...switchOf });

/** Whether amounts are blurred until the pointer rests on them: for a screen that others can see. */
export const useHiddenAmounts = () => useLocalStorage<'on' | 'off'>({ key: 'hide-amounts', ...oneOf<'on' | 'off'>(['on', 'off'], 'off') });

/** The groups of the menu that are open, by name. */
export const useOpenGroups = () =>
  useLocalStorage<readonly string[]>({ key: 'menu:open', defaultValue: ['Money', 'Reconcile & close'], getInitialValueInEffect: false });

/** The screens that stand above the groups of the menu, by path, in the order in which they were chosen. */
export const useFavourites = () =>
  useLocalStorage<readonly string[]>({ key: 'menu:favourites', defaultValue: [], getInitialValueInEffect: false });

/** Whether the first steps of an organisation are done with. */
export const useSetUpOver = (tenantId: string) =>
  useLocalStorage<'on' | 'off'>({ key: `set-up-over:${tenantId}`, ...oneOf<'on' | 'off'>(['on', 'off'], 'off') });
