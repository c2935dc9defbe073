import { messageOf } from '@countinghouse/contract/errors';
import type { Receipt } from '@countinghouse/contract/features/intents';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleX, IconClock, IconPlus } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { paths } from '../../app/paths.ts';
import { ApiError, errorMessageOf } from '../../lib/api-error.ts';
import { Facts } from '../../ui/Facts.tsx';
import { Hash } from '../../ui/Hash.tsx';
import { JsonViewer } from '../../ui/JsonViewer.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import classes from './Outcome.module.css';

const ICON_SIZE = 18;

function ReceiptFacts({ receipt }: { readonly receipt: Receipt }) {
  return (
    <Facts
      facts={[
        [
          'Status',
          <Group key="s" gap={4}>
            <StatusBadge status={receipt.status} />
            {receipt.duplicate ? <StatusBadge status="duplicate" /> : null}
          </Group>,
        ],
        ['Seq', <Link key="q" to={paths.events} search={{ open: receipt.seq }}>{receipt.seq}</Link>],
        ['Event id', <Hash key="e" value={receipt.eventId} what="event id" whole />],
        ['Event hash', <Hash key="h" value={receipt.eventHash} what="event hash" whole />],
        ['Intent', <Link key="i" to={paths.intents} search={{ open: receipt.intentId }}>{receipt.intentId}</Link>],
        ['Approval', receipt.approvalId],
      ]}
    />
  );
}

/** What became of the intent: its receipt, or the Rejected box with the raw response. */
export function ReceiptBox({ receipt, rejection, onNew }: { readonly receipt: Receipt; readonly rejection: unknown; readonly onNew: () => void }) {
  const rejected = receipt.status === 'rejected';
  const held = receipt.status === 'proposed';
  return (
    <Alert
      className={classes['box'] ?? ''}
      role="status"
      color={rejected ? 'red' : held ? 'blue' : 'teal'}
      title={rejected ? 'Rejected' : 'Receipt'}
      icon={rejected ? <IconCircleX size={ICON_SIZE} /> : held ? <IconClock size={ICON_SIZE} /> : <IconCircleCheck size={ICON_SIZE} />}
    >
      <Stack gap="sm">
        {rejected ? (
          <Text size="sm">
            <span className="mono">{receipt.error}</span> {messageOf(receipt.error ?? 'UNKNOWN')}
          </Text>
        ) : (
          <Text size="sm">{receipt.duplicate ? 'This key was used before: nothing was posted again, this is the first receipt.' : held ? 'Held for approval.' : 'Posted once, and chained.'}</Text>
        )}
        <ReceiptFacts receipt={receipt} />
        {rejected ? <JsonViewer value={rejection ?? receipt} what="raw response" /> : null}
        <Group gap="xs">
          <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.events} search={{ open: receipt.seq }} />}>
            View event
          </Button>
          <Button variant="default" renderRoot={(props) => <Link {...props} to={paths.intents} search={{ open: receipt.intentId }} />}>
            View in log
          </Button>
          <Button variant="default" leftSection={<IconPlus size={14} />} onClick={onNew}>
            New intent
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}

/** A failure that settled nothing: the key is still good. */
export function FailureBox({ error }: { readonly error: unknown }) {
  const payload = error instanceof ApiError ? error.payload : null;
  return (
    <Alert className={classes['box'] ?? ''} role="alert" color="red" title="Intent failed" icon={<IconCircleX size={ICON_SIZE} />}>
      <Stack gap="sm">
        <Text size="sm">
          {error instanceof ApiError ? <span className="mono">{error.code} </span> : null}
          {errorMessageOf(error)}
        </Text>
        {payload === null ? null : <JsonViewer value={payload} what="raw response" />}
      </Stack>
    </Alert>
  );
}
