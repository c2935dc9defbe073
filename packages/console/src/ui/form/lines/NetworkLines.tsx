// Addresses and networks that calls are taken from: a line each, an empty one at the end to add to.
import { ALLOWED_NETWORKS_MAX, NETWORK_LENGTH_MAX, NETWORK_NOTE_LENGTH_MAX } from '@countinghouse/contract/features/allow-lists';
import { ActionIcon, Group, Stack, TextInput, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { NetworkLine } from '../../../lib/values/text/networks.ts';

interface NetworkLinesProps {
  readonly lines: readonly NetworkLine[];
  /** What is wrong with a line, by its place. */
  readonly faultOf: (index: number) => string | undefined;
  readonly disabled?: boolean;
  readonly onChange: (lines: NetworkLine[]) => void;
}

const nothing: NetworkLine = { network: '', note: '' };

export function NetworkLines({ lines, faultOf, disabled = false, onChange }: NetworkLinesProps) {
  const shown = lines.length < ALLOWED_NETWORKS_MAX && !disabled ? [...lines, nothing] : lines;
  const put = (at: number, line: NetworkLine): void => onChange(at === lines.length ? [...lines, line] : lines.with(at, line));
  return (
    <Stack gap={6}>
      {shown.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is known by its place, which no other takes while it is written
        <Group key={index} gap={6} wrap="nowrap" align="flex-start">
          <TextInput
            aria-label={`Network ${index + 1}`}
            placeholder="203.0.113.0/24"
            flex={1}
            miw={0}
            autoComplete="off"
            spellCheck={false}
            maxLength={NETWORK_LENGTH_MAX}
            disabled={disabled}
            value={line.network}
            error={faultOf(index)}
            onChange={(event) => put(index, { ...line, network: event.currentTarget.value })}
          />
          <TextInput
            aria-label={`Note ${index + 1}`}
            placeholder="Note"
            flex={1}
            miw={0}
            autoComplete="off"
            maxLength={NETWORK_NOTE_LENGTH_MAX}
            disabled={disabled}
            value={line.note}
            onChange={(event) => put(index, { ...line, note: event.currentTarget.value })}
          />
          <Tooltip label="Remove network">
            <ActionIcon
              mt={2}
              aria-label={`Remove network ${index + 1}`}
              disabled={disabled || index === lines.length}
              onClick={() => onChange(lines.toSpliced(index, 1))}
            >
              <IconTrash size={15} />
            </ActionIcon>
          </Tooltip>
        </Group>
      ))}
    </Stack>
  );
}
