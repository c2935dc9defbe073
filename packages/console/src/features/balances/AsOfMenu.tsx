import { Button, Group, NumberInput, Popover, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconCalendarTime, IconChevronDown } from '@tabler/icons-react';
import { useState } from 'react';
import { showDay } from '../../lib/values/time.ts';
import { DayField } from '../../ui/form/day/DayField.tsx';
import { InstantField } from '../../ui/form/day/InstantField.tsx';
import { type AsOfChoice, type AsOfMode, modeOf, nothing } from './as-of.ts';
import { SnapshotSelect } from './SnapshotSelect.tsx';

const modes = [
  { value: 'now', label: 'Now' },
  { value: 'snapshot', label: 'Snapshot' },
  { value: 'seq', label: 'Seq' },
  { value: 'day', label: 'Value date' },
] as const;

interface AsOfMenuProps {
  readonly choice: AsOfChoice;
  readonly onChange: (choice: AsOfChoice) => void;
}

/** Chooses which balances are shown: those of now, or of a point in the log or in time. */
export function AsOfMenu({ choice, onChange }: AsOfMenuProps) {
  const chosen = modeOf(choice);
  // A mode that was picked and not filled in yet.
  const [picked, setPicked] = useState<AsOfMode | null>(null);
  const mode = picked ?? chosen;
  const choose = (next: AsOfChoice): void => {
    setPicked(null);
    onChange({ ...nothing, ...next });
  };
  const pick = (next: AsOfMode): void => {
    if (next === 'now') choose({});
    else setPicked(next);
  };
  return (
    <Popover width={360} position="bottom-start" trapFocus onClose={() => setPicked(null)}>
      <Popover.Target>
        <Button
          variant="default"
          fw={chosen === 'now' ? 400 : 600}
          leftSection={<IconCalendarTime size={14} />}
          rightSection={<IconChevronDown size={12} />}
        >
          As of {labelOf(choice)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="As of">
        <Stack gap="sm">
          <SegmentedControl aria-label="As of" fullWidth data={[...modes]} value={mode} onChange={(next) => pick(next as AsOfMode)} />
          {mode === 'now' ? (
            <Text size="sm" c="dimmed">
              Everything that was posted, whatever its value date.
            </Text>
          ) : null}
          {mode === 'snapshot' ? <SnapshotSelect value={choice.asOf} onChange={(asOf) => choose({ asOf })} /> : null}
          {mode === 'seq' ? <SeqField seq={choice.seq} onChange={(seq) => choose({ seq })} /> : null}
          {mode === 'day' ? (
            <>
              <DayField
                label="Value date, up to"
                placeholder="Every value date"
                clearLabel="Clear the value date"
                inPopover
                value={choice.day}
                onChange={(day) => choose({ day, knownAt: choice.knownAt })}
              />
              <InstantField
                label="As it was known at"
                placeholder="As it is known now"
                clearLabel="As it is known now"
                dayMeans="end"
                inPopover
                w="100%"
                value={choice.knownAt ?? null}
                onChange={(knownAt) => choose({ day: choice.day, knownAt: knownAt ?? undefined })}
              />
            </>
          ) : null}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}

function labelOf(choice: AsOfChoice): string {
  switch (modeOf(choice)) {
    case 'now':
      return 'now';
    case 'snapshot':
      return 'a snapshot';
    case 'seq':
      return `seq ${choice.seq}`;
    case 'day':
      return choice.day === undefined ? 'then' : `${showDay(choice.day)}${choice.knownAt === undefined ? '' : ', as known then'}`;
  }
}

/** A seq is asked for once it is whole: not with every digit. */
function SeqField({ seq, onChange }: { readonly seq: number | undefined; readonly onChange: (seq: number | undefined) => void }) {
  const [typed, setTyped] = useState<string | number>(seq ?? '');
  const value = Number(typed);
  const isWhole = Number.isInteger(value) && value >= 1;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isWhole) onChange(value);
      }}
    >
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <NumberInput
          label="Seq of the last event"
          size="xs"
          flex={1}
          min={1}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          value={typed}
          onChange={setTyped}
        />
        <Button type="submit" disabled={!isWhole}>
          Show
        </Button>
      </Group>
    </form>
  );
}
