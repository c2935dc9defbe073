import { ActionIcon, Button, Menu, Tooltip } from '@mantine/core';
import { IconChevronDown, IconDownload } from '@tabler/icons-react';
import { exportCsv, type Grid } from '../grid/use-grid.ts';

interface ExportButtonProps<T> {
  readonly grid: Grid<T>;
  readonly fileName: string;
  /** Takes away everything that the filters leave, on whatever page it is. Left out: what is shown is all there is to take. */
  readonly whole?: { readonly of: string; readonly busy: boolean; readonly save: (format: 'csv' | 'ndjson') => void };
}

/** Takes away what a list shows, where it is one of several things on a page. */
export function ExportIcon<T>({ grid, fileName }: Pick<ExportButtonProps<T>, 'grid' | 'fileName'>) {
  return (
    <Tooltip label="Export CSV">
      <ActionIcon aria-label="Export CSV" disabled={grid.rows.length === 0} onClick={() => exportCsv(grid, fileName)}>
        <IconDownload size={16} />
      </ActionIcon>
    </Tooltip>
  );
}

/** Takes away what a list shows, as it shows it, or the whole of it. */
export function ExportButton<T>({ grid, fileName, whole }: ExportButtonProps<T>) {
  const nothing = grid.rows.length === 0;
  const shown = (): void => exportCsv(grid, fileName);
  if (whole === undefined)
    return (
      <Button variant="default" leftSection={<IconDownload size={14} />} disabled={nothing} onClick={shown}>
        Export CSV
      </Button>
    );
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={14} />}
          rightSection={<IconChevronDown size={14} />}
          disabled={nothing}
          loading={whole.busy}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={shown}>This page, as shown (CSV)</Menu.Item>
        <Menu.Item onClick={() => whole.save('csv')}>{whole.of} (CSV)</Menu.Item>
        <Menu.Item onClick={() => whole.save('ndjson')}>{whole.of} (NDJSON)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
