import { Button, Group, Text, Textarea } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatJson, readJsonObject } from '../../../lib/values/text/json-text.ts';

interface JsonFieldProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly error?: ReactNode;
  readonly disabled?: boolean;
}

const ROWS_MIN = 8;
const ROWS_MAX = 18;

/** Where a text of JSON stands: in order, or which line breaks it. */
function standOf(text: string): string {
  const read = readJsonObject(text);
  if ('value' in read) return 'Valid JSON';
  return read.at === null ? 'JSON, but not an object: begin with {' : `Not JSON at line ${read.at.line}, column ${read.at.column}`;
}

/** A field for a JSON object: says where it breaks while it is typed, and lays it out on demand. */
export function JsonField({ label, description, value, onChange, error, disabled = false }: JsonFieldProps) {
  const read = readJsonObject(value);
  return (
    <div>
      <Textarea
        label={label}
        description={description}
        withAsterisk
        autosize
        minRows={ROWS_MIN}
        maxRows={ROWS_MAX}
        spellCheck={false}
        autoComplete="off"
        disabled={disabled}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontVariantLigatures: 'none' } }}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <Group justify="space-between" gap="xs" mt={4}>
        <Text size="xs" c="dimmed" role="status">
          {standOf(value)}
        </Text>
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={disabled || !('value' in read)}
          onClick={() => {
            if ('value' in read) onChange(formatJson(read.value));
          }}
        >
          Format
        </Button>
      </Group>
    </div>
  );
}
