import { NavLink, ScrollArea } from '@mantine/core';
import { Link, useLocation } from '@tanstack/react-router';
import { useCapabilities } from '../lib/use-tenant.ts';
import { isHub, menuOf, parentOf, screenAt } from './navigation.ts';
import classes from './Shell.module.css';

const ICON_SIZE = 16;

/** The menu, from the census of screens. */
export function Sidebar({ onNavigate }: { readonly onNavigate: () => void }) {
  const capabilities = useCapabilities();
  const here = screenAt(useLocation().pathname);
  // A hub is exact: the screens below it that the menu does not list are still its own.
  const hub = here === undefined ? undefined : parentOf(here)?.path;
  return (
    <ScrollArea type="hover" scrollbarSize={6} flex={1}>
      <nav aria-label="Main">
        {menuOf(capabilities).map(({ section, screens }) => (
          <div key={section} className={classes['section']}>
            <h2 className={classes['sectionTitle']}>{section}</h2>
            {screens.map(({ title, path, icon: Icon }) => (
              <NavLink
                key={path}
                label={title}
                className={classes['link'] ?? ''}
                leftSection={<Icon size={ICON_SIZE} stroke={1.7} aria-hidden />}
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
