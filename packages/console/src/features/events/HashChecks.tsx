import type { LedgerEvent } from '@countinghouse/contract/features/events';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconShieldCheck } from '@tabler/icons-react';
import { useAct } from '../../lib/calls/use-write.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { deriveHashes } from '../../lib/signing/hashing.ts';
import { Hash } from '../../ui/value/Hash.tsx';

/** Derives the hashes of an event again, in this browser, and says whether they hold. */
export function HashChecks({ event }: { readonly event: LedgerEvent }) {
  const tenantId = useActiveTenant()?.id ?? '';
  const check = useAct(() => deriveHashes(tenantId, event));
  return (
    <Stack gap={6}>
      <Group>
        <Button variant="default" leftSection={<IconShieldCheck size={14} />} loading={check.isPending} onClick={() => check.mutate()}>
          Check hashes in this browser
        </Button>
      </Group>
      <div role="status">
        {(check.data ?? []).map(({ what, found, derived }) => (
          <Group key={what} gap={6} wrap="nowrap">
            {found === derived ? (
              <IconCircleCheck size={15} color="var(--good)" aria-hidden />
            ) : (
              <IconCircleX size={15} color="var(--bad)" aria-hidden />
            )}
            <Text size="sm">{found === derived ? `The ${what} hash holds.` : `The ${what} hash does not hold: derived`}</Text>
            {found === derived ? null : <Hash value={derived} what={`derived ${what} hash`} />}
          </Group>
        ))}
      </div>
    </Stack>
  );
}
