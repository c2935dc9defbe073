import { Badge, Collapse, NavLink, ScrollArea, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconStar, IconStarFilled } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { Fragment, useEffect, useRef } from 'react';
import { paths, type Screen } from '../../lib/screen/paths.ts';
import { useFavourites, useOpenGroups } from '../../lib/screen/preferences.ts';
import { useCapabilities } from '../../lib/session/use-tenant.ts';
import { entryOf, isHub, listed, menuOf, screenAt } from '../navigation.ts';
import classes from './Shell.module.css';
import { type Badges, type MenuCount, useBadges } from './use-badges.ts';

const ICON_SIZE = 16;
const STAR_SIZE = 14;

/** How much waits behind an entry; nothing where none does. */
function MenuBadge({ badge }: { readonly badge: MenuCount | undefined }) {
  if (badge === undefined || badge.count === 0) return null;
  return (
    <Badge size="sm" color="orange" title={badge.said}>
      {badge.count}
    </Badge>
  );
}

interface EntryProps {
  readonly screen: Screen;
  /** The hub whose inner screen is shown. */
  readonly hub: Screen['path'] | undefined;
  readonly badges: Badges;
  readonly favourite: boolean;
  readonly onStar: () => void;
  readonly onNavigate: () => void;
}

/** A screen in the menu: while the pointer or the focus is on it a star in place of its badge. */
function Entry({ screen: { title, menuLabel = title, path, icon: Icon }, hub, badges, favourite, onStar, onNavigate }: EntryProps) {
  const Star = favourite ? IconStarFilled : IconStar;
  const label = favourite ? `Remove ${menuLabel} from favourites` : `Add ${menuLabel} to favourites`;
  return (
    <li className={classes['entry']}>
      <NavLink
        label={menuLabel}
        className={classes['link'] ?? ''}
        leftSection={<Icon size={ICON_SIZE} stroke={1.7} aria-hidden />}
        rightSection={<MenuBadge badge={badges.get(path)} />}
        onClick={onNavigate}
        renderRoot={(props) => (
          <Link
            {...props}
            {...(hub === path ? { 'data-active': true } : {})}
            to={path}
            activeOptions={{ exact: isHub(path), includeSearch: false }}
            activeProps={{ 'data-active': true }}
          />
        )}
      />
      <UnstyledButton className={classes['star'] ?? ''} aria-label={label} aria-pressed={favourite} title={label} onClick={onStar}>
        <Star size={STAR_SIZE} aria-hidden />
      </UnstyledButton>
    </li>
  );
}

/** The menu, from the census of screens: the overview, favourites, and groups that fold. The group of the present screen is open. */
export function Sidebar({ onNavigate }: { readonly onNavigate: () => void }) {
  const capabilities = useCapabilities();
  const { pathname } = useLocation();
  const [open, setOpen] = useOpenGroups();
  const [favourites, setFavourites] = useFavourites();
  const badges = useBadges();
  const here = screenAt(pathname);
  // A hub is exact: the screens below it that the menu does not list are still its own, as is what has another name.
  const hub = here === undefined ? undefined : entryOf(here)?.path;
  const menu = useRef<HTMLElement>(null);
  // Who comes by a link or a shortcut sees where they are, also where the menu is longer than the window.
  useEffect(() => {
    // With the frame that shows it: asked at once the browser would lay the page out twice.
    const frame = requestAnimationFrame(() => {
      if (pathname !== '') menu.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
    });
    return () => cancelAnimationFrame(frame);
  }, [pathname]);
  const all = listed(capabilities);
  const starred = favourites.flatMap((path) => all.find((s) => s.path === path) ?? []);
  const entry = (screen: Screen) => {
    const favourite = favourites.includes(screen.path);
    return (
      <Entry
        key={screen.path}
        screen={screen}
        hub={hub}
        badges={badges}
        favourite={favourite}
        onStar={() => setFavourites(favourite ? favourites.filter((path) => path !== screen.path) : [...favourites, screen.path])}
        onNavigate={onNavigate}
      />
    );
  };
  return (
    <ScrollArea type="hover" scrollbarSize={6} flex={1}>
      <nav aria-label="Main" ref={menu} className={classes['menu']}>
        <ul>{all.filter((s) => s.path === paths.overview).map(entry)}</ul>
        {starred.length === 0 ? null : (
          <>
            <h2 className={classes['sectionTitle']}>Favourites</h2>
            <ul aria-label="Favourites">{starred.map(entry)}</ul>
          </>
        )}
        {menuOf(capabilities).map(({ section, screens }) => {
          const current = here?.section === section;
          const isOpen = current || open.includes(section);
          const Chevron = isOpen ? IconChevronDown : IconChevronRight;
          const waiting = screens.reduce((sum, s) => sum + (badges.get(s.path)?.count ?? 0), 0);
          return (
            <Fragment key={section}>
              <h2 className={classes['sectionTitle']}>
                <UnstyledButton
                  className={classes['fold'] ?? ''}
                  aria-expanded={isOpen}
                  onClick={() => setOpen(isOpen ? open.filter((name) => name !== section) : [...open, section])}
                >
                  <span>{section}</span>
                  {isOpen || waiting === 0 ? null : <MenuBadge badge={{ count: waiting, said: `${waiting} to look at` }} />}
                  <Chevron size={STAR_SIZE} aria-hidden />
                </UnstyledButton>
              </h2>
              <Collapse expanded={isOpen} transitionDuration={0} keepMounted={false}>
                <ul aria-label={section}>{screens.map(entry)}</ul>
              </Collapse>
            </Fragment>
          );
        })}
      </nav>
    </ScrollArea>
  );
}
