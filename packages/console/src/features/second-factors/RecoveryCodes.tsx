import { Alert, Button, CopyButton, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { download } from '../../lib/values/csv.ts';
import classes from './RecoveryCodes.module.css';

/** Recovery codes, this once: with ways to keep them. */
export function RecoveryCodes({ codes, onKept }: { readonly codes: readonly string[]; readonly onKept: () => void }) {
  const text = codes.join('\n');
  return (
    <Stack gap="md">
      <Alert color="orange" icon={<IconAlertTriangle size={16} />} title="Keep them now">
        They are not shown again. Each signs in once in place of a code of the app: they are the way in when the app is lost. Keep them
        apart from your password.
      </Alert>
      <ul className={classes['codes']} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ul>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Button
            leftSection={<IconDownload size={14} />}
            onClick={() => download('countinghouse-recovery-codes.txt', 'text/plain', `${text}\n`)}
          >
            Download
          </Button>
          <CopyButton value={text}>
            {({ copied, copy }) => (
              <Button variant="default" leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />} onClick={copy}>
                {copied ? 'Copied' : 'Copy'}
              </Button>
            )}
          </CopyButton>
        </Group>
        <Button variant="default" onClick={onKept}>
          I have kept them
        </Button>
      </Group>
    </Stack>
  );
}
