// What menu, palette, breadcrumbs and titles ask of the table of screens (lib/screen/menu-screens.ts, inner-screens.ts).
import type { Capability } from '@countinghouse/contract/permissions';
import { type InnerScreen, innerScreens, type Screen, screens } from '../lib/screen/paths.ts';
import type { Section } from '../lib/screen/screen.ts';

const sections: readonly Section[] = [
  'Money',
  'Accounts',
  'Reconcile & close',
  'Reports',
  'Parties & entities',
  'Proof & control',
  'Settings',
];

/** Whether a role sees a screen. An auditor sees every one, to look at. */
export const maySee = (screen: Pick<Screen, 'capability'>, capabilities: readonly Capability[]): boolean =>
  screen.capability === undefined || capabilities.includes(screen.capability) || capabilities.includes('tenant:auditor');

/** The screens that the menu lists for a role: each once, whatever other names it has. */
export const listed = (capabilities: readonly Capability[]): readonly Screen[] =>
  screens.filter((s) => s.aliasOf === undefined && maySee(s, capabilities));

/** Whether a screen is another name of one that has the same title: where titles alone are listed it would stand there twice. */
export const isNamedTwice = (screen: Screen): boolean =>
  screen.aliasOf !== undefined && screens.some((s) => s.aliasOf === undefined && s.title === screen.title);

/** The groups of the menu in their order, without empty ones. What belongs to none stands above them. */
export const menuOf = (capabilities: readonly Capability[]): readonly { section: Section; screens: readonly Screen[] }[] =>
  sections
    .map((section) => ({ section, screens: listed(capabilities).filter((s) => s.section === section) }))
    .filter((group) => group.screens.length > 0);

/** Whether an address is that of a path, whose `$name` parts stand for any text. */
const isAt = (path: string, pathname: string): boolean => {
  const [parts, given] = [path.split('/'), pathname.split('/')];
  return parts.length === given.length && parts.every((part, index) => part.startsWith('$') || part === given[index]);
};

export const screenAt = (pathname: string): Screen | InnerScreen | undefined => {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  // A name of its own goes before one that stands for any text: `/period-close/years` is no period.
  const all = [...screens, ...innerScreens];
  return all.find((s) => s.path === path) ?? innerScreens.find((s) => isAt(s.path, path));
};

/** The screen of the menu that an inner one belongs to. */
export const parentOf = (screen: Screen | InnerScreen): Screen | undefined =>
  'parent' in screen ? screens.find((s) => s.path === screen.parent) : undefined;

/** Where the menu has a screen that it does not list: at its parent, or at the screen that it is another name of. */
export function entryOf(screen: Screen | InnerScreen): Screen | undefined {
  const parent = parentOf(screen);
  const { aliasOf } = parent ?? ('icon' in screen ? screen : {});
  return aliasOf === undefined ? parent : screens.find((s) => s.path === aliasOf);
}

/** Whether other screens of the menu lie below this one: then only its own address is the active one. */
export const isHub = (path: Screen['path']): boolean => screens.some((s) => s.path.startsWith(`${path}/`));
