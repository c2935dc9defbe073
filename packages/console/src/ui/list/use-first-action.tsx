import { type Icon, IconPlus } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { useShortcut } from '../../lib/screen/shortcuts.ts';
import type { Permission } from '../../lib/session/use-tenant.ts';
import { GuardedButton } from '../form/GuardedButton.tsx';

interface FirstAction {
  readonly label: string;
  /** What the sheet of shortcuts calls it, where that is not the label. */
  readonly name?: string;
  readonly icon?: Icon;
  readonly permission: Permission;
  readonly run: () => void;
}

/** The first thing to do on a screen: a button, for its head and for its empty state, and the key N. */
export function useFirstAction({ label, name = label, icon: Icon = IconPlus, permission, run }: FirstAction): ReactElement {
  useShortcut('N', { name, group: 'This screen' }, run, permission.allowed);
  return (
    <GuardedButton permission={permission} leftSection={<Icon size={14} />} onClick={run}>
      {label}
    </GuardedButton>
  );
}
