import { ATTACHMENT_BYTES_MAX, attachments } from '@countinghouse/contract/features/attachments';
import { events } from '@countinghouse/contract/features/events';
import { Alert, FileButton, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { errorMessageOf } from '../../lib/calls/api-error.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { type Permission, useWritePermission } from '../../lib/session/use-tenant.ts';
import { showBytes } from '../../lib/values/bytes.ts';
import { useDropZone } from '../../ui/form/drop/use-drop-zone.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { AttachmentLine } from './AttachmentLine.tsx';
import classes from './Attachments.module.css';
import { type Attached, callsOf } from './attached.ts';

interface AttachmentsProps {
  readonly of: Attached;
  /** Where more than the role is asked for. */
  readonly permission?: Permission;
  readonly order?: 2 | 3;
}

/** The files on a thing, and a place to drop more. */
export function Attachments({ of, permission: given, order = 3 }: AttachmentsProps) {
  const calls = callsOf(of);
  const general = useWritePermission(calls.route);
  const permission = given ?? general;
  const source = useQuery(calls.list);
  const add = useAct(
    // One after the other: the first that is refused stops the rest, and says so.
    async (files: readonly File[]) => {
      for (const file of files) {
        if (file.size > ATTACHMENT_BYTES_MAX)
          throw new Error(`${file.name} has ${showBytes(file.size)}. A file may have at most ${showBytes(ATTACHMENT_BYTES_MAX)}.`);
        await calls.add(file);
      }
      return files.length;
    },
    {
      said: (count) => (count === 1 ? 'File attached' : `${count} files attached`),
      touches: [attachments, events],
      quiet: true,
    },
  );
  const zone = useDropZone({ allowed: permission.allowed, take: add.mutate });
  const files = source.data?.attachments ?? [];
  const attach = (props: { readonly onClick?: () => void }) => (
    <GuardedButton
      {...props}
      permission={permission}
      variant="default"
      size="compact-xs"
      leftSection={<IconPaperclip size={13} />}
      loading={add.isPending}
    >
      Attach files
    </GuardedButton>
  );
  return (
    <Stack gap={6} component="section" aria-label={of.is === 'intent' ? 'Attachments' : `Attachments of the ${of.is}`} {...zone}>
      <div className={classes['head']}>
        <Title order={order} size="xs" c="dimmed">
          Attachments
        </Title>
        {permission.allowed ? (
          <FileButton
            multiple
            onChange={(chosen) => chosen.length > 0 && add.mutate(chosen)}
            inputProps={{ 'aria-label': 'Files to attach' }}
          >
            {attach}
          </FileButton>
        ) : (
          attach({})
        )}
      </div>
      {add.isError ? (
        <Alert color="red" withCloseButton closeButtonLabel="Dismiss" onClose={() => add.reset()}>
          {errorMessageOf(add.error)}
        </Alert>
      ) : null}
      {source.isError ? (
        <ErrorState title="Could not load the attachments" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={34} />
      ) : files.length === 0 ? (
        <Text size="sm" c="dimmed">
          No files yet. {permission.allowed ? `Drop some here: up to ${showBytes(ATTACHMENT_BYTES_MAX)} each.` : ''}
        </Text>
      ) : (
        <ul className={classes['files']}>
          {files.map((file) => (
            <AttachmentLine key={file.sha256} of={of} file={file} />
          ))}
        </ul>
      )}
    </Stack>
  );
}
