import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { exportCsv, type Grid } from '../grid/use-grid.ts';

/** Takes away what a list shows, as it shows it. */
export function ExportButton<T>({ grid, fileName }: { readonly grid: Grid<T>; readonly fileName: string }) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={14} />}
      disabled={grid.rows.length === 0}
      onClick={() => exportCsv(grid, fileName)}
    >
      Export CSV
    </Button>
  );
}
