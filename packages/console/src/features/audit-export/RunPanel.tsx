import { auditExport, type DestinationState } from '@countinghouse/contract/features/audit-export';
import { webhooks } from '@countinghouse/contract/features/webhooks';
import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconSend } from '@tabler/icons-react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { type Permission, useWritePermission } from '../../lib/session/use-tenant.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';

const nowhere: Permission = { allowed: false, reason: 'Save a primary destination first.' };

export function RunPanel({ destinations }: { readonly destinations: readonly DestinationState[] }) {
  const permission = useWritePermission(auditExport.run);
  const run = useWrite(auditExport.run, {
    input: () => ({ body: {} }),
    said: ({ exported }) => `${showCount(exported)} ${exported === 1 ? 'event' : 'events'} exported`,
    touches: [auditExport, webhooks],
  });
  return (
    <Panel title="Run export">
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          Sends now, for at most 15 seconds, and tells what was taken. The rest follows by itself.
        </Text>
        <GuardedButton
          permission={permission.allowed && destinations.length === 0 ? nowhere : permission}
          leftSection={<IconSend size={14} />}
          loading={run.isPending}
          onClick={() => run.mutate()}
        >
          Run export
        </GuardedButton>
        {run.data === undefined ? null : (
          <section aria-label="Result of the run">
            <Facts
              facts={[
                ['Exported', showCount(run.data.exported)],
                ['Last seq', String(run.data.lastSeq)],
              ]}
            />
          </section>
        )}
        {run.data?.destinations.map(({ destination, error }) =>
          error === null ? null : (
            <Alert key={destination} color="orange" icon={<IconAlertTriangle size={16} />} title={`The ${destination} destination waits`}>
              {error}
            </Alert>
          ),
        )}
      </Stack>
    </Panel>
  );
}
