import { anchors } from '@countinghouse/contract/features/anchors';
import { Button, NumberInput, Stack, Text } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../lib/calls/client.ts';
import { keyOf } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { Verdict } from '../../ui/value/Verdict.tsx';
import classes from './AuditPage.module.css';
import { checkInclusion, readAgainst, readEvent, wordsOf } from './check.ts';
import { holderOf } from './holder.ts';

interface ProveEventProps {
  readonly tenantId: string;
  readonly seq: number | undefined;
  readonly onProve: (seq: number) => void;
}

/** Fetches the proof of an event and checks it here. */
export function ProveEvent({ tenantId, seq, onProve }: ProveEventProps) {
  const [asked, setAsked] = useState<number | string>(seq ?? '');
  const source = useQuery({
    queryKey: [...keyOf(anchors.proof), seq],
    enabled: seq !== undefined,
    queryFn: async () => {
      const proof = await call(anchors.proof, { params: { seq: seq ?? 0 }, query: {} });
      return { proof, verdict: await checkInclusion(proof, await readEvent(proof.seq), await readAgainst(tenantId)) };
    },
  });
  const result = seq === undefined ? undefined : source.data;
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
          <Button
            type="submit"
            leftSection={<IconShieldCheck size={14} />}
            loading={source.isFetching}
            disabled={typeof asked !== 'number'}
          >
            Prove
          </Button>
        </form>
        {source.isError ? (
          <ErrorState title="Could not prove the event" error={source.error} onRetry={() => void source.refetch()} />
        ) : result === undefined ? (
          <Text size="sm" c="dimmed">
            The server sends the path from the event to the root of the log’s Merkle tree. This browser derives the root from it and
            compares.
          </Text>
        ) : (
          <>
            <Verdict
              holds={result.verdict !== 'refused'}
              yes={
                result.verdict === 'refused'
                  ? ''
                  : wordsOf(result.verdict, `the log of ${result.proof.tree_size} events holds event ${result.proof.seq}.`)
              }
              no="The proof does not hold: what the server sent is not the log that was anchored."
            />
            <Facts
              facts={[
                [
                  'Event',
                  <Link key="e" to={paths.events} search={{ open: result.proof.seq }}>
                    {result.proof.seq}
                  </Link>,
                ],
                ['Event hash', <Hash key="h" value={result.proof.event_hash} what="event hash" whole />],
                ['Root', <Hash key="r" value={result.proof.root_hash} what="root" whole />],
                [
                  'Anchor',
                  result.proof.anchor === null
                    ? 'None covers it yet: proven against the log as it is now.'
                    : `Events 1 to ${result.proof.anchor.to_seq}, ${holderOf(result.proof.anchor)}`,
                ],
                ['Hashes in the path', result.proof.path.length],
              ]}
            />
          </>
        )}
      </Stack>
    </Panel>
  );
}
