import { DISK_ALARM_PERCENTS, type Health } from '@countinghouse/contract/features/health';
import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';

/** A disk that fills; nothing while there is room. */
export function DiskAlarm({ disk }: { readonly disk: Health['disk'] }) {
  const { used_percent: used, full_percent: full } = disk;
  if (used < DISK_ALARM_PERCENTS[0] && used < full) return null;
  const isFull = used >= full;
  return (
    <Alert color={isFull ? 'red' : 'orange'} icon={<IconAlertTriangle size={16} />} title={`The server’s disk is ${used} % full`}>
      {isFull
        ? 'Nothing can be written until there is room again; reading goes on. Whoever runs the server has to make room.'
        : `From ${full} % on nothing can be written. Whoever runs the server has to make room.`}
    </Alert>
  );
}
