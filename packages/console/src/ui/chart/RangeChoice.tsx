import { DAYS_BACK_CHOICES, type DaysBack } from '@countinghouse/contract/day-series';
import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';

const words: Readonly<Record<DaysBack, string>> = { 30: '30 d', 90: '90 d', 365: '1 y' };
const NARROW_PX = 640;

/** How far a chart looks back before anybody chose. */
export const firstRange = (): DaysBack => (window.innerWidth < NARROW_PX ? 30 : 90);

interface RangeChoiceProps {
  readonly range: DaysBack;
  readonly onRange: (range: DaysBack) => void;
  readonly asTable: boolean;
  readonly onAsTable: (asTable: boolean) => void;
}

/** How far back a chart looks, and whether it is a table. */
export function RangeChoice({ range, onRange, asTable, onAsTable }: RangeChoiceProps) {
  return (
    <>
      <SegmentedControl
        aria-label="Range"
        data={DAYS_BACK_CHOICES.map((days) => ({ value: String(days), label: words[days] }))}
        value={String(range)}
        onChange={(value) => onRange(Number(value) as DaysBack)}
      />
      <ActionIcon
        aria-label="Show as a table"
        aria-pressed={asTable}
        variant={asTable ? 'light' : 'subtle'}
        onClick={() => onAsTable(!asTable)}
      >
        <IconTable size={16} stroke={1.7} />
      </ActionIcon>
    </>
  );
}
