import { approvals } from '@countinghouse/contract/features/approvals';
import { Badge, NavLink, ScrollArea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useCapabilities } from '../../lib/session/use-tenant.ts';
import { isHub, menuOf, parentOf, screenAt } from '../navigation.ts';
import classes from './Shell.module.css';

const ICON_SIZE = 16;
/** How often the badge of the queue looks whether something waits. */
const WAITING_EVERY_MS = 30_000;

/** How many approvals wait for the person; nothing where none does. */
function Waiting() {
  const waiting =
    useQuery({ ...q(approvals.list, { query: { status: 'pending', limit: 1 } }), refetchInterval: WAITING_EVERY_MS }).data?.waiting ?? 0;
  if (waiting === 0) return null;
  return (
    <Badge size="sm" color="orange" title={`${waiting} ${waiting === 1 ? 'waits' : 'wait'} for you`}>
      {waiting}
    </Badge>
  );
}

/** The menu, from the census of screens. */
export function Sidebar({ onNavigate }: { readonly onNavigate: () => void }) {
  const capabilities = useCapabilities();
  const { pathname } = useLocation();
  const here = screenAt(pathname);
  // A hub is exact: the screens below it that the menu does not list are still its own.
  const hub = here === undefined ? undefined : parentOf(here)?.path;
  const menu = useRef<HTMLElement>(null);
  // Whoever comes by a link or a shortcut sees where they are, also where the menu is longer than the window.
  useEffect(() => {
    if (pathname !== '') menu.current?.querySelector('[data-active]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return (
    <ScrollArea type="hover" scrollbarSize={6} flex={1}>
      <nav aria-label="Main" ref={menu}>
        {menuOf(capabilities).map(({ section, screens }) => (
          <div key={section} className={classes['section']}>
            <h2 className={classes['sectionTitle']}>{section}</h2>
            {screens.map(({ title, path, icon: Icon }) => (
              <NavLink
                key={path}
                label={title}
                className={classes['link'] ?? ''}
                leftSection={<Icon size={ICON_SIZE} stroke={1.7} aria-hidden />}
                rightSection={path === paths.approvals ? <Waiting /> : null}
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
            ))}
          </div>
        ))}
      </nav>
    </ScrollArea>
  );
}
