// The shell's shortcuts: G and a letter goes to a screen, ? opens the sheet, Ctrl/⌘ K the palette (anywhere, also in fields).

import { type Hotkey, useHotkey, useHotkeySequences } from '@tanstack/react-hotkeys';
import { useNavigate } from '@tanstack/react-router';
import { screens } from '../../lib/screen/paths.ts';
import { useSingleKeys } from '../../lib/screen/preferences.ts';
import { dialogIsOpen } from '../../lib/screen/shortcuts.ts';
import { useCapabilities } from '../../lib/session/use-tenant.ts';
import { maySee } from '../navigation.ts';
import { openPalette } from './palette/open-palette.ts';

const SEQUENCE_MS = 1200;
const quiet = { preventDefault: false, stopPropagation: false, ignoreInputs: true, conflictBehavior: 'allow' } as const;

/** Those with which a person asks for something here. Draws nothing. */
export function ShellShortcuts({ openSheet }: { readonly openSheet: () => void }): null {
  const [singleKeys] = useSingleKeys();
  const enabled = singleKeys === 'on';
  useHotkey('Mod+K', openPalette, {
    ignoreInputs: false,
    preventDefault: true,
    meta: { name: 'Search or jump to…', group: 'Anywhere' },
  });
  useHotkey(
    '?',
    () => {
      if (!dialogIsOpen()) openSheet();
    },
    { ...quiet, enabled, meta: { name: 'Keyboard shortcuts', group: 'Anywhere' } },
  );
  return null;
}

/** Those that lead to a screen. Draws nothing. */
export function GoToShortcuts(): null {
  const navigate = useNavigate();
  const capabilities = useCapabilities();
  const [singleKeys] = useSingleKeys();
  const enabled = singleKeys === 'on';
  useHotkeySequences(
    screens.flatMap((screen) =>
      screen.key === undefined || !maySee(screen, capabilities)
        ? []
        : {
            sequence: ['G', screen.key] as Hotkey[],
            callback: () => {
              if (!dialogIsOpen()) void navigate({ to: screen.path });
            },
            options: {
              ...quiet,
              timeout: SEQUENCE_MS,
              enabled,
              meta: { name: screen.title, group: 'Go to' },
            },
          },
    ),
  );
  return null;
}
