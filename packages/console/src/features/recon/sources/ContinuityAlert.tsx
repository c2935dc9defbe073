import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** What whoever imported a file should look into. It stays until it is closed or the next file is chosen; the rows are in all the same. */
export function ContinuityAlert({ warnings, onClose }: { readonly warnings: readonly string[]; readonly onClose: () => void }) {
  if (warnings.length === 0) return null;
  return (
    <Alert
      color="orange"
      role="status"
      icon={<IconAlertTriangle size={16} />}
      title="Please check"
      withCloseButton
      closeButtonLabel="Close what to check"
      onClose={onClose}
    >
      <Stack gap="xs">
        {warnings.map((sentence) => (
          <Text key={sentence} size="sm">
            {sentence}
          </Text>
        ))}
      </Stack>
    </Alert>
  );
}
