import { Alert, Button, CopyButton, Group, Modal, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './SecretOnce.module.css';

interface SecretOnceProps {
  readonly opened: boolean;
  readonly title: string;
  /** What it is, for whoever cannot see where it stands. */
  readonly what: string;
  readonly secret: string;
  /** What whoever has it can do. */
  readonly warning: ReactNode;
  /** Saves it as a file; absent where copying is enough. */
  readonly onDownload?: () => void;
  readonly onClose: () => void;
}

/** A secret that was just made. Neither Escape nor a stray click takes it away: it cannot be shown again. */
export function SecretOnce({ opened, title, what, secret, warning, onDownload, onClose }: SecretOnceProps) {
  return (
    <Modal
      opened={opened}
      title={title}
      size={560}
      onClose={onClose}
      closeOnEscape={false}
      closeOnClickOutside={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="orange" icon={<IconAlertTriangle size={16} />} title="Keep it now">
          {warning}
        </Alert>
        <section aria-label={what}>
          <pre className={classes['secret']}>{secret}</pre>
        </section>
        <Group justify="space-between" gap="xs">
          <Group gap="xs">
            {onDownload === undefined ? null : (
              <Button leftSection={<IconDownload size={14} />} onClick={onDownload}>
                Download
              </Button>
            )}
            <CopyButton value={secret}>
              {({ copied, copy }) => (
                <Button
                  variant={onDownload === undefined ? 'filled' : 'default'}
                  leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                  onClick={copy}
                >
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
