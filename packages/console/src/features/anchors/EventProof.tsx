import { anchors } from '@countinghouse/contract/features/anchors';
import { Button, Group, Stack, Text } from '@mantine/core';
import { IconDownload, IconShieldCheck } from '@tabler/icons-react';
import { call } from '../../lib/calls/client.ts';
import { useAct, useDownload } from '../../lib/calls/use-write.ts';
import { paths } from '../../lib/screen/paths.ts';
import { useActiveTenant } from '../../lib/session/use-tenant.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Verdict } from '../../ui/value/Verdict.tsx';
import { checkInclusion, readAgainst, readEvent, wordsOf } from './check.ts';
import { holderOf } from './holder.ts';

interface EventProofProps {
  readonly seq: number;
  readonly intentId: string;
}

/** Proves in this browser that the log holds the event of an intent, and hands out the receipt that proves it elsewhere. */
export function EventProof({ seq, intentId }: EventProofProps) {
  const save = useDownload(anchors.receipt, () => ({ params: { intent_id: intentId } }));
  const tenant = useActiveTenant();
  const prove = useAct(async () => {
    const proof = await call(anchors.proof, { params: { seq }, query: {} });
    return { proof, verdict: await checkInclusion(proof, await readEvent(seq), await readAgainst(tenant?.id ?? '')) };
  });
  return (
    <Panel title="Proof">
      <Stack gap="sm" align="flex-start">
        {prove.data === undefined ? (
          <Text size="sm" c="dimmed">
            That the log holds this event, and since which anchor, can be derived in this browser.
          </Text>
        ) : (
          <>
            <Verdict
              holds={prove.data.verdict !== 'refused'}
              yes={
                prove.data.verdict === 'refused'
                  ? ''
                  : wordsOf(prove.data.verdict, `the log of ${prove.data.proof.tree_size} events holds event ${seq}.`)
              }
              no="The proof does not hold: what the server sent is not the log that was anchored."
            />
            <Text size="xs" c="dimmed">
              {prove.data.proof.anchor === null
                ? 'No anchor covers it yet: proven against the log as it is now.'
                : `Anchor over events 1 to ${prove.data.proof.anchor.to_seq}, ${holderOf(prove.data.proof.anchor)}.`}
            </Text>
          </>
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
          Hashes and path on the audit trail
        </TextLink>
      </Stack>
    </Panel>
  );
}
