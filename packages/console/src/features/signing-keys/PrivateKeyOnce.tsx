import { Alert, Button, CopyButton, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { download } from '../../lib/csv.ts';
import classes from './PrivateKeyOnce.module.css';

interface PrivateKeyOnceProps {
  readonly made: { readonly kid: string; readonly jwk: Readonly<Record<string, string>> } | null;
  readonly onClose: () => void;
}

const FILE_NAME_SHOWN = 8;

/** The private part of a key that was just generated. Neither Escape nor a stray click takes it away: it cannot be shown again. */
export function PrivateKeyOnce({ made, onClose }: PrivateKeyOnceProps) {
  const text = made === null ? '' : JSON.stringify(made.jwk, null, 2);
  return (
    <Modal
      opened={made !== null}
      title="Private key, shown once"
      size={560}
      onClose={onClose}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="orange" icon={<IconAlertTriangle size={16} />} title="Keep it now">
          Nobody can show it again: the server has forgotten it already. Whoever has it can sign intents in your name, so keep it where only
          you, or your program, can read it.
        </Alert>
        <section aria-label="Private key">
          <pre className={classes['jwk']}>{text}</pre>
        </section>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            <Button
              leftSection={<IconDownload size={14} />}
              onClick={() =>
                download(`countinghouse-key-${made?.kid.slice(0, FILE_NAME_SHOWN) ?? ''}.jwk.json`, 'application/json', `${text}\n`)
              }
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
          <Button variant="default" onClick={onClose}>
            I have kept it
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
