// Shortcuts of screens and lists. The shell's own are in app/shortcuts.ts; all carry a name, and the `?` sheet lists whatever
// is registered. None fires while a person types, while a dialog is open, or once single keys are switched off (WCAG 2.1.4).
import { type RegisterableHotkey, useHotkey } from '@tanstack/react-hotkeys';
import { useSingleKeys } from './preferences.ts';

export interface Shortcut {
  readonly name: string;
  readonly group: string;
}

export const dialogIsOpen = (): boolean => document.querySelector('[role="dialog"][aria-modal="true"]') !== null;

/** Registers a single key for as long as the component is there. */
export function useShortcut(key: RegisterableHotkey, meta: Shortcut, run: () => void, enabled = true): void {
  const [singleKeys] = useSingleKeys();
  useHotkey(
    key,
    (event) => {
      if (dialogIsOpen()) return;
      event.preventDefault();
      run();
    },
    {
      enabled: enabled && singleKeys === 'on',
      ignoreInputs: true,
      preventDefault: false,
      stopPropagation: false,
      conflictBehavior: 'allow',
      meta: { ...meta },
    },
  );
}
