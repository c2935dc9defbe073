// Keys with values that a person writes: a line each, an empty one at the end to add to.
import { METADATA_KEY_LENGTH_MAX, METADATA_KEYS_MAX, METADATA_VALUE_LENGTH_MAX } from '@countinghouse/contract/metadata-fields';
import { ActionIcon, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';

export interface KeyValue {
  readonly key: string;
  readonly value: string;
}

interface KeyValuesProps {
  readonly pairs: readonly KeyValue[];
  /** What is wrong with a line, by its place. */
  readonly faultOf: (index: number) => string | undefined;
  readonly onChange: (pairs: readonly KeyValue[]) => void;
}

const nothing: KeyValue = { key: '', value: '' };

export function KeyValues({ pairs, faultOf, onChange }: KeyValuesProps) {
  const lines = pairs.length < METADATA_KEYS_MAX ? [...pairs, nothing] : pairs;
  const put = (at: number, pair: KeyValue): void => onChange(at === pairs.length ? [...pairs, pair] : pairs.with(at, pair));
  return (
    <Stack gap={6}>
      {lines.map((pair, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place, which no other takes while it is written
        <Group key={index} gap={6} wrap="nowrap" align="flex-start">
          <TextInput
            aria-label={`Key ${index + 1}`}
            placeholder="Key"
            flex={2}
            autoComplete="off"
            maxLength={METADATA_KEY_LENGTH_MAX}
            value={pair.key}
            error={faultOf(index)}
            onChange={(event) => put(index, { ...pair, key: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Value ${index + 1}`}
            placeholder="Value"
            flex={3}
            autoComplete="off"
            maxLength={METADATA_VALUE_LENGTH_MAX}
            value={pair.value}
            onChange={(event) => put(index, { ...pair, value: event.currentTarget.value })}
          />
          <Tooltip label="Remove key">
            <ActionIcon
              mt={5}
              aria-label={`Remove key ${index + 1}`}
              disabled={index === pairs.length}
              onClick={() => onChange(pairs.toSpliced(index, 1))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </Tooltip>
        </Group>
      ))}
      <Text size="xs" c="dimmed">
        Kept in the log for ever: erasing a person’s data does not reach it. Write nothing personal here.
      </Text>
    </Stack>
  );
}
