import { Button, Stack, TextInput } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { CopyButton } from '../../../ui/value/CopyButton.tsx';

interface KeyFieldsProps {
  readonly idemKey: string;
  readonly intentId: string;
  readonly onRegenerate: () => void;
}

/** The key under which this act happens at most once, and the intent's id. Both are made here; a retry keeps them. */
export function KeyFields({ idemKey, intentId, onRegenerate }: KeyFieldsProps) {
  return (
    <Stack gap="xs">
      <TextInput
        label="Idempotency key"
        description="Kept while you retry: repeating it never posts twice."
        readOnly
        className="mono-input"
        value={idemKey}
        rightSection={<CopyButton value={idemKey} what="idempotency key" />}
      />
      <TextInput
        label="Intent id"
        readOnly
        className="mono-input"
        value={intentId}
        rightSection={<CopyButton value={intentId} what="intent id" />}
      />
      <Button variant="default" leftSection={<IconRefresh size={14} />} onClick={onRegenerate}>
        Regenerate
      </Button>
    </Stack>
  );
}
