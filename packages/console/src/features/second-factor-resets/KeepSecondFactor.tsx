import { secondFactorResets } from '@countinghouse/contract/features/second-factor-resets';
import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { useWrite } from '../../lib/calls/use-write.ts';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

/** That owners agreed to remove the second factor of the person who looks, with the way to keep it. Nothing where they did not. */
export function KeepSecondFactor() {
  const resets = useQuery(q(secondFactorResets.mine)).data?.resets ?? [];
  const stop = useWrite(secondFactorResets.stop, {
    input: () => ({ body: {} }),
    said: 'You keep your second factor',
    touches: [secondFactorResets],
  });
  if (resets.length === 0) return null;
  return (
    <Alert color="orange" icon={<IconAlertTriangle size={16} />} title="Your second factor is to be removed">
      <Stack gap="sm" align="flex-start">
        {resets.map((r) => (
          <Text key={r.tenant_id} size="sm">
            Two owners of {r.organisation} agreed that you have lost it. It is removed from <Timestamp at={r.effective_at} absolute /> on.
          </Text>
        ))}
        <Text size="sm">If you have it, keep it: nothing is removed then.</Text>
        <Button loading={stop.isPending} onClick={() => stop.mutate()}>
          Keep it
        </Button>
      </Stack>
    </Alert>
  );
}
