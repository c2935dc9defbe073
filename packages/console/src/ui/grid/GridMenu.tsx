import { ActionIcon, Button, Checkbox, Popover, SegmentedControl, Stack, Text, Tooltip } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { type Density, useDensity } from '../../lib/screen/preferences.ts';
import type { Grid } from './use-grid.ts';

const densities: { value: Density; label: string }[] = [
  { value: 'compact', label: 'Compact' },
  { value: 'normal', label: 'Normal' },
  { value: 'relaxed', label: 'Relaxed' },
];

/** How a list is shown: the height of its rows, for all lists, and its columns. */
export function GridMenu<T>({ grid }: { readonly grid: Grid<T> }) {
  const [density, setDensity] = useDensity();
  return (
    <Popover position="bottom-end" width={260} trapFocus>
      <Popover.Target>
        <Tooltip label="Table settings">
          <ActionIcon aria-label="Table settings">
            <IconAdjustmentsHorizontal size={16} />
          </ActionIcon>
        </Tooltip>
      </Popover.Target>
      <Popover.Dropdown aria-label="Table settings">
        <Stack gap="xs">
          <Text size="xs" fw={600} c="dimmed">
            Row height
          </Text>
          <SegmentedControl
            fullWidth
            aria-label="Row height"
            data={densities}
            value={density}
            onChange={(value) => setDensity(value as Density)}
          />
          <Text size="xs" fw={600} c="dimmed" mt={4}>
            Columns
          </Text>
          {grid.allColumns.map((column) =>
            column.head !== undefined ? null : (
              <Checkbox
                key={column.id}
                size="xs"
                label={column.header}
                checked={grid.isShown(column.id)}
                disabled={column.fixed === true}
                onChange={(event) => grid.show(column.id, event.currentTarget.checked)}
              />
            ),
          )}
          <Button variant="default" onClick={grid.showDefault}>
            Default columns
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
