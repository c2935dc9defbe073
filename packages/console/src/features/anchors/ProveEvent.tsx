import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './AuditPage.module.css';

interface ProveEventProps {
  readonly seq: number | undefined;
  readonly isProving: boolean;
  readonly onProve: (seq: number) => void;
}

/** Asks for an event by its seq. */
export function ProveEvent({ seq, isProving, onProve }: ProveEventProps) {
  const [asked, setAsked] = useState<number | string>(seq ?? '');
  return (
    <Panel title="Prove an event">
      <Stack gap="sm">
        <form
          className={classes['ask']}
          onSubmit={(event) => {
            event.preventDefault();
            if (typeof asked === 'number') onProve(asked);
          }}
        >
          <NumberInput label="Seq of the event" min={1} allowDecimal={false} hideControls value={asked} onChange={setAsked} w={160} />
          <Button type="submit" leftSection={<IconShieldCheck size={14} />} loading={isProving} disabled={typeof asked !== 'number'}>
            Prove
          </Button>
        </form>
        <Text size="sm" c="dimmed">
          The server sends the path from the event to the root of the log’s Merkle tree. This browser derives the root from it and compares.
        </Text>
      </Stack>
    </Panel>
  );
}
