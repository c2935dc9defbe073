import { ARCHIVE_ADDRESS_SECONDS, auditExport } from '@countinghouse/contract/features/audit-export';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconArchive, IconDownload } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useWrite } from '../../lib/calls/use-write.ts';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { readInstant } from '../../lib/values/time.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { CopyButton } from '../../ui/value/CopyButton.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const SECONDS_A_MINUTE = 60;

export function ArchivePanel() {
  const permission = useWritePermission(auditExport.archive);
  const prepare = useWrite(auditExport.archive, {
    input: () => ({ body: {} }),
    touches: [auditExport],
  });
  const isOver = useIsOver(prepare.data?.expires_at ?? null);
  return (
    <Panel title="Prepare archive">
      <Stack gap="sm" align="flex-start">
        <Text size="sm" c="dimmed">
          The whole log as it is now in one file, which the verifier proves without this server. Its address opens for{' '}
          {ARCHIVE_ADDRESS_SECONDS / SECONDS_A_MINUTE} minutes, for anyone who has it.
        </Text>
        <GuardedButton
          permission={permission}
          variant="default"
          leftSection={<IconArchive size={14} />}
          loading={prepare.isPending}
          onClick={() => prepare.mutate()}
        >
          Prepare archive
        </GuardedButton>
        {prepare.data === undefined ? null : (
          <section aria-label="Archive">
            <Stack gap="sm" align="flex-start">
              <Facts
                facts={[
                  ['Events', showCount(prepare.data.count)],
                  [
                    'Path',
                    <span key="p" className="mono">
                      {prepare.data.path}
                    </span>,
                  ],
                  [isOver ? 'Expired' : 'Good until', <Timestamp key="t" at={prepare.data.expires_at} absolute />],
                ]}
              />
              {isOver ? (
                <Text size="sm">This download link has expired. Prepare the archive again.</Text>
              ) : (
                <Group gap="xs">
                  <Button component="a" href={prepare.data.uploadUrl} download leftSection={<IconDownload size={14} />}>
                    Download
                  </Button>
                  <CopyButton value={prepare.data.uploadUrl} what="address of the archive" />
                </Group>
              )}
            </Stack>
          </section>
        )}
      </Stack>
    </Panel>
  );
}

function useIsOver(at: string | null): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    setOver(false);
    if (at === null) return;
    const timer = setTimeout(() => setOver(true), Math.max(0, readInstant(at).getTime() - Date.now()));
    return () => clearTimeout(timer);
  }, [at]);
  return over;
}
