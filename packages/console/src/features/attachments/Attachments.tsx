import { ATTACHMENT_BYTES_MAX, attachments } from '@countinghouse/contract/features/attachments';
import { Alert, FileButton, Skeleton, Stack, Text, Title } from '@mantine/core';
import { IconPaperclip } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type DragEvent, useState } from 'react';
import { errorMessageOf } from '../../lib/calls/api-error.ts';
import { call } from '../../lib/calls/client.ts';
import { keys } from '../../lib/calls/queries.ts';
import { toastSuccess } from '../../lib/calls/toast.tsx';
import { useWritePermission } from '../../lib/session/use-tenant.ts';
import { showBytes } from '../../lib/values/bytes.ts';
import { GuardedButton } from '../../ui/form/GuardedButton.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { AttachmentLine } from './AttachmentLine.tsx';
import classes from './Attachments.module.css';

/** The files on an intent, and a place to drop more. */
export function Attachments({ intentId }: { readonly intentId: string }) {
  const queries = useQueryClient();
  const permission = useWritePermission(attachments.add);
  const [over, setOver] = useState(false);
  const params = { intent_id: intentId };
  const queryKey = [...keys.attachments, intentId];
  const source = useQuery({ queryKey, queryFn: ({ signal }) => call(attachments.list, { params }, { signal }) });
  const add = useMutation({
    // One after the other: the first that is refused stops the rest, and says so.
    mutationFn: async (files: readonly File[]) => {
      for (const file of files) {
        if (file.size > ATTACHMENT_BYTES_MAX)
          throw new Error(`${file.name} has ${showBytes(file.size)}. A file may have at most ${showBytes(ATTACHMENT_BYTES_MAX)}.`);
        await call(attachments.add, { params }, { file });
      }
      return files.length;
    },
    onSuccess: (count) => toastSuccess(count === 1 ? 'File attached' : `${count} files attached`),
    onSettled: () => Promise.all([queryKey, keys.events].map((key) => queries.invalidateQueries({ queryKey: key }))),
    meta: { quiet: true },
  });
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    const files = [...event.dataTransfer.files];
    if (permission.allowed && files.length > 0) add.mutate(files);
  };
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
    <Stack
      gap={6}
      component="section"
      aria-label="Attachments"
      className={`${classes['zone']} ${over ? classes['over'] : ''}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(permission.allowed);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <div className={classes['head']}>
        <Title order={3} size="xs" c="dimmed">
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
            <AttachmentLine key={file.sha256} intentId={intentId} file={file} />
          ))}
        </ul>
      )}
    </Stack>
  );
}
