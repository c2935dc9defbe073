import { HOLD_USE_CASE, INTENT_USE_CASE } from '@countinghouse/contract/features/intents';
import { Checkbox, SegmentedControl } from '@mantine/core';
import { InstantField } from '../../../ui/form/day/InstantField.tsx';
import { choiceOf, type Draft, type DraftChange } from '../post/draft.ts';

/** What has no label above it stands beside the fields that have one, also where one says below what is wrong with it. */
const BESIDE = { segments: { base: 0, xs: 'var(--label-height)' }, checkbox: { base: 7, xs: 'calc(var(--label-height) + 7px)' } };
const choices = [
  { value: INTENT_USE_CASE, label: 'Post now' },
  { value: HOLD_USE_CASE, label: 'Hold' },
];

interface HoldFieldsProps {
  readonly draft: Draft;
  readonly error: string | undefined;
  readonly onChange: (change: DraftChange) => void;
}

/** Whether the rows are posted now or reserved until a time, and whether they may overdraw what is available. */
export function HoldFields({ draft, error, onChange }: HoldFieldsProps) {
  return (
    <>
      <SegmentedControl
        size="xs"
        miw={170}
        mt={BESIDE.segments}
        aria-label="Post now or hold"
        data={choices}
        value={draft.useCase === HOLD_USE_CASE ? HOLD_USE_CASE : INTENT_USE_CASE}
        onChange={(value) => onChange(choiceOf(draft, value === HOLD_USE_CASE ? HOLD_USE_CASE : INTENT_USE_CASE, new Date()))}
      />
      {draft.useCase === HOLD_USE_CASE ? (
        <InstantField
          label="Held until"
          withAsterisk
          dayMeans="end"
          value={draft.holdUntil}
          error={error}
          onChange={(holdUntil) => onChange({ holdUntil })}
        />
      ) : null}
      <Checkbox
        size="xs"
        label="Only if it is available"
        title="Rejected where an account would fall below zero after what is held, whether or not it has a floor."
        mt={BESIDE.checkbox}
        checked={draft.requireAvailable}
        onChange={(event) => onChange({ requireAvailable: event.currentTarget.checked })}
      />
    </>
  );
}
