// The census of screens: menu, palette, breadcrumbs, titles and G-shortcuts are all read from this one table.
// A screen that is not built is not in it. Sections and order: specification §2.
import type { Capability } from '@countinghouse/contract/permissions';
import {
  type Icon,
  IconActivityHeartbeat,
  IconArrowsExchange,
  IconBook2,
  IconCamera,
  IconFileCheck,
  IconLayoutDashboard,
  IconLink,
  IconListTree,
  IconPencilPlus,
  IconScale,
  IconWallet,
} from '@tabler/icons-react';
import { paths } from './paths.ts';

export type Section = 'Overview' | 'Ledger' | 'Governance' | 'Operations' | 'Settings';

export interface Screen {
  readonly section: Section;
  readonly title: string;
  readonly path: (typeof paths)[keyof typeof paths];
  readonly icon: Icon;
  /** What the role must have to see it; none: every member. */
  readonly capability?: Capability;
  /** The second key of the sequence that begins with G. */
  readonly key: string;
}

export const screens: readonly Screen[] = [
  { section: 'Overview', title: 'Organisation overview', path: paths.overview, icon: IconLayoutDashboard, key: 'O' },
  { section: 'Overview', title: 'Kernel Health', path: paths.health, icon: IconActivityHeartbeat, key: 'H' },
  { section: 'Ledger', title: 'Signed intents log', path: paths.intents, icon: IconFileCheck, key: 'I' },
  { section: 'Ledger', title: 'Post Kernel Intent', path: paths.postIntent, icon: IconPencilPlus, key: 'P' },
  { section: 'Ledger', title: 'Accounts & Balances', path: paths.balances, icon: IconScale, key: 'B' },
  { section: 'Ledger', title: 'Ledger hub', path: paths.ledger, icon: IconBook2, key: 'L' },
  { section: 'Ledger', title: 'Ledger accounts', path: paths.accounts, icon: IconWallet, key: 'A' },
  { section: 'Ledger', title: 'Ledger FX overrides', path: paths.fx, icon: IconArrowsExchange, key: 'F' },
  { section: 'Ledger', title: 'Chart of accounts', path: paths.glAccounts, icon: IconListTree, key: 'C' },
  { section: 'Ledger', title: 'Events stream', path: paths.events, icon: IconLink, key: 'E' },
  { section: 'Ledger', title: 'Snapshots', path: paths.snapshots, icon: IconCamera, key: 'S' },
];

const sections: readonly Section[] = ['Overview', 'Ledger', 'Governance', 'Operations', 'Settings'];

export const maySee = (screen: Screen, capabilities: readonly Capability[]): boolean =>
  screen.capability === undefined || capabilities.includes(screen.capability);

/** The menu: sections in order, without what the role may not see and without empty ones. */
export const menuOf = (capabilities: readonly Capability[]): readonly { section: Section; screens: readonly Screen[] }[] =>
  sections
    .map((section) => ({ section, screens: screens.filter((s) => s.section === section && maySee(s, capabilities)) }))
    .filter((group) => group.screens.length > 0);

export const screenAt = (pathname: string): Screen | undefined => {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  return screens.find((s) => s.path === path);
};
