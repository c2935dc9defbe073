import { anchors } from '@countinghouse/contract/features/anchors';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { useAct, useDownload } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { proveEvent } from './answer.ts';
import { Sentence } from './ProofAnswer.tsx';

interface EventProofProps {
  readonly seq: number;
  readonly intentId: string;
}

/** Proves in this browser that the log holds the event of an intent, and hands out the receipt that proves it elsewhere. */
export function EventProof({ seq, intentId }: EventProofProps) {
  const save = useDownload(anchors.receipt, () => ({ params: { intent_id: intentId } }));
  const tenant = useActiveTenant();
  const prove = useAct(() => proveEvent(tenant?.id ?? '', seq));
  return (
    <Panel title="Proof">
      <Stack gap="sm" align="flex-start">
        {prove.data === undefined ? (
          <Text size="sm" c="dimmed">
            That the log holds this event, and since which anchor, can be derived in this browser.
          </Text>
        ) : (
          <Sentence answer={prove.data} />
        )}
        <Group gap="xs">
          <Button variant="default" leftSection={<IconShieldCheck size={14} />} loading={prove.isPending} onClick={() => prove.mutate()}>
            Prove event {seq}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={14} />} loading={save.isPending} onClick={() => save.mutate()}>
            Receipt with proof
          </Button>
        </Group>
        <Text size="xs" c="dimmed">
          The receipt proves itself: whoever has it checks it offline, or under{' '}
          <TextLink to={paths.verifyReceipt} inText>
            Check a receipt
          </TextLink>
          , without an account here.
        </Text>
        <TextLink to={paths.audit} search={{ seq: String(seq) }}>
          What it rests on, and what it leaves open
        </TextLink>
      </Stack>
    </Panel>
  );
}
