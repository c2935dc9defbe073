import type { Icon } from '@tabler/icons-react';

export interface PaletteEntry {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly hint?: string;
  readonly icon?: Icon;
  readonly run: () => void;
}

export interface PaletteGroup {
  readonly group: string;
  readonly entries: readonly PaletteEntry[];
}
