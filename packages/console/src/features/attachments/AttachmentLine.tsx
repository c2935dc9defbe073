import type { Attachment } from '@countinghouse/contract/features/attachments';
import { ActionIcon, Badge, Text, Tooltip } from '@mantine/core';
import { IconAlertTriangle, IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { errorMessageOf } from '../../lib/calls/api-error.ts';
import { useAct } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { sha256HexOf } from '../../lib/signing/hashing.ts';
import { showBytes } from '../../lib/values/bytes.ts';
import { saveFile } from '../../lib/values/csv.ts';
import { Hash } from '../../ui/value/Hash.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './Attachments.module.css';
import { type Attached, callsOf } from './attached.ts';

/** One file: its name, size and hash. Downloading hashes it again in this browser; only what matches is saved. */
export function AttachmentLine({ of, file }: { readonly of: Attached; readonly file: Attachment }) {
  const download = useAct(
    async () => {
      const { content } = await callsOf(of).content(file.sha256);
      const sha256 = await sha256HexOf(await content.arrayBuffer());
      if (sha256 !== file.sha256) throw new Error(`${file.name} arrived altered: its SHA-256 is ${sha256}. It was not saved.`);
      saveFile(file.name, content);
    },
    {
      quiet: true,
    },
  );
  return (
    <li className={classes['file']}>
      <div className={classes['words']}>
        <span className={classes['name']} title={file.name}>
          {file.name}
        </span>
        <span className={classes['facts']}>
          <span className="numbers">{showBytes(file.size)}</span> · <Timestamp at={file.added_at} absolute /> ·{' '}
          <Link to={paths.events} search={{ open: file.seq }}>
            seq {file.seq}
          </Link>
        </span>
        <span className={classes['facts']}>
          SHA-256 <Hash value={file.sha256} what={`SHA-256 of ${file.name}`} />
          {download.isSuccess ? (
            <Badge color="teal" leftSection={<IconShieldCheck size={11} aria-hidden />}>
              Hash checked
            </Badge>
          ) : null}
          {file.stored ? null : (
            <Badge color="red" leftSection={<IconAlertTriangle size={11} aria-hidden />}>
              Content missing
            </Badge>
          )}
        </span>
        {download.isError ? (
          <Text size="xs" c="var(--bad)" role="alert">
            {errorMessageOf(download.error)}
          </Text>
        ) : null}
      </div>
      <Tooltip label="Download and check the hash">
        <ActionIcon aria-label={`Download ${file.name}`} loading={download.isPending} onClick={() => download.mutate()}>
          <IconDownload size={16} />
        </ActionIcon>
      </Tooltip>
    </li>
  );
}
