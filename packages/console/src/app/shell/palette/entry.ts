import type { Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly hint?: string;
  /** What stands at its end in place of a hint. */
  readonly end?: ReactNode;
  readonly icon?: Icon;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly group: string;
  readonly entries: readonly PaletteEntry[];
}
