// The frame around every screen behind the sign-in: menu, organisation, breadcrumbs, search, theme, account. It keeps the
// document's title and moves the focus to the content when another screen opens.

import { messageOf } from '@countinghouse/contract/messages';
import { ActionIcon, AppShell, Burger, Button, Kbd, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconClockExclamation, IconEye, IconEyeOff, IconKeyboard, IconSearch } from '@tabler/icons-react';
import { formatForDisplay } from '@tanstack/react-hotkeys';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { Bell } from '../../features/notifications/Bell.tsx';
import { NewOrganisationModal } from '../../features/tenants/NewOrganisationModal.tsx';
import { useReplicaAge } from '../../lib/calls/replica-age.ts';
import { Later } from '../../lib/screen/later.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useHiddenAmounts } from '../../lib/screen/preferences.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Gate } from '../Gate.tsx';
import { screenAt } from '../navigation.ts';
import { Breadcrumbs } from './Breadcrumbs.tsx';
import { EntityChip } from './EntityChip.tsx';
import { OrganisationSwitcher } from './OrganisationSwitcher.tsx';
import { openPalette } from './palette/open-palette.ts';
import { Palette } from './palette/Palette.tsx';
import classes from './Shell.module.css';
import { ShortcutSheet } from './ShortcutSheet.tsx';
import { Sidebar } from './Sidebar.tsx';
import { GoToShortcuts, ShellShortcuts } from './shortcuts.ts';
import { ThemeSwitch } from './ThemeSwitch.tsx';
import { UserMenu } from './UserMenu.tsx';

/** Ctrl K, or ⌘K on a Mac. */
const searchKeys = formatForDisplay('Mod+K').replace('+', ' ');
const HEADER_PX = 48;
const NAVBAR_PX = 228;

function useScreenFocus() {
  const main = useRef<HTMLDivElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  const first = useRef(true);
  useEffect(() => {
    document.title = `${screenAt(pathname)?.title ?? 'Not found'} · Countinghouse`;
    if (first.current) first.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

export function Shell() {
  const [menuOpen, menu] = useDisclosure();
  const [sheetOpen, sheet] = useDisclosure();
  const [newOpen, newOrganisation] = useDisclosure();
  const tenant = useActiveTenant();
  const main = useScreenFocus();
  const ageSeconds = useReplicaAge();
  const [hidden, setHidden] = useHiddenAmounts();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-hide-amounts', hidden === 'on');
  }, [hidden]);
  return (
    <AppShell
      layout="alt"
      header={{ height: HEADER_PX }}
      navbar={{ width: NAVBAR_PX, breakpoint: 'sm', collapsed: { mobile: !menuOpen } }}
      padding={0}
    >
      <a href="#content" className={classes['skip']}>
        Skip to content
      </a>
      <AppShell.Navbar className={`${classes['navbar']} no-print`}>
        <div style={{ display: 'flex', alignItems: 'center' }}>
          <OrganisationSwitcher onNew={newOrganisation.open} />
          <Burger hiddenFrom="sm" opened onClick={menu.close} size="sm" mx={8} aria-label="Close menu" />
        </div>
        <Later>
          <Sidebar onNavigate={menu.close} />
        </Later>
      </AppShell.Navbar>
      <AppShell.Header className={`${classes['header']} no-print`}>
        <div className={classes['headerRow']}>
          <Burger hiddenFrom="sm" opened={false} onClick={menu.open} size="sm" aria-label="Open menu" aria-expanded={menuOpen} />
          <Breadcrumbs />
          <EntityChip />
          <UnstyledButton className={classes['search'] ?? ''} onClick={openPalette}>
            <IconSearch size={15} aria-hidden />
            <span>Search or jump to…</span>
            <Kbd aria-hidden>{searchKeys}</Kbd>
          </UnstyledButton>
          {hidden === 'on' ? (
            <Button
              variant="light"
              color="orange"
              size="compact-sm"
              leftSection={<IconEyeOff size={14} aria-hidden />}
              title="Show amounts"
              onClick={() => setHidden('off')}
            >
              Amounts hidden
            </Button>
          ) : null}
          <ActionIcon visibleFrom="sm" size={30} aria-label="Keyboard shortcuts" onClick={sheet.open}>
            <IconKeyboard size={17} stroke={1.7} />
          </ActionIcon>
          <ThemeSwitch />
          {tenant === null ? null : <Bell />}
          <UserMenu onShortcuts={sheet.open} />
        </div>
      </AppShell.Header>
      <AppShell.Main className={classes['main'] ?? ''}>
        {tenant?.readOnly === true ? (
          <div className={classes['banner']} role="status">
            <IconEye size={16} aria-hidden /> {messageOf('TENANT_READONLY')}
            {tenant.broken ? (
              <span>
                A check found that the ledger is not what its log says.{' '}
                <TextLink inText to={paths.health}>
                  See what was found
                </TextLink>
              </span>
            ) : null}
          </div>
        ) : null}
        {tenant?.role === 'auditor' ? (
          <div className={classes['banner']} role="status">
            <IconEye size={16} aria-hidden /> You are an auditor of {tenant.name}: you see everything, and change nothing.
          </div>
        ) : null}
        {ageSeconds === null ? null : (
          <div className={classes['banner']} role="status">
            <IconClockExclamation size={16} aria-hidden /> What you see may be {ageSeconds} seconds old: it is read from a replica of the
            database.
          </div>
        )}
        <div id="content" ref={main} tabIndex={-1} className={classes['content']}>
          {/* After the menu; what has no place of its own after the screen, and what leads elsewhere last. */}
          <Later>
            <Later>
              <Gate onNewOrganisation={newOrganisation.open} />
            </Later>
          </Later>
        </div>
      </AppShell.Main>
      <Later>
        <Later>
          <Later>
            <NewOrganisationModal opened={newOpen} onClose={newOrganisation.close} />
            <ShortcutSheet opened={sheetOpen} onClose={sheet.close} />
            <Palette onNewOrganisation={newOrganisation.open} onShortcuts={sheet.open} />
            <ShellShortcuts openSheet={sheet.open} />
            <Later>
              <GoToShortcuts />
            </Later>
          </Later>
        </Later>
      </Later>
    </AppShell>
  );
}
