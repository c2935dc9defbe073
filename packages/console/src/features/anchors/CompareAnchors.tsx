import { type Anchor, anchors } from '@countinghouse/contract/features/anchors';
import { Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../lib/calls/client.ts';
import { keyOf } from '../../lib/calls/query.ts';
import { useTimeZone } from '../../lib/screen/preferences.ts';
import { showInstant } from '../../lib/values/time.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Verdict } from '../../ui/value/verdict/Verdict.tsx';
import classes from './AuditPage.module.css';
import { verdictIs } from './answer.ts';
import { type Consistency, checkConsistency, type ProofVerdict, readAgainst } from './check.ts';

interface CompareAnchorsProps {
  readonly tenantId: string;
  /** Newest first. */
  readonly all: readonly Anchor[];
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly onChoose: (which: { readonly from?: string; readonly to?: string }) => void;
}

function grewIn({ proof, verdict }: { readonly proof: Consistency; readonly verdict: ProofVerdict }): string {
  if (verdict === 'refused') return 'The proof does not hold: the later log is not the earlier one with events added.';
  const grew = `The log of ${proof.from.to_seq} events only grew, to ${proof.to.to_seq}`;
  return verdict === 'proven'
    ? `${grew}: both are signed under the key you pinned.`
    : `${grew}: both are signed under a key that came with the log itself.`;
}

/** Shows that the log only grew between two anchors. */
export function CompareAnchors({ tenantId, all, from, to, onChoose }: CompareAnchorsProps) {
  const [zone] = useTimeZone();
  const chosen = [from, to].map((id) => all.find((a) => a.id === id));
  const [earlier, later] = chosen.toSorted((a, b) => (a?.to_seq ?? 0) - (b?.to_seq ?? 0));
  const source = useQuery({
    queryKey: [...keyOf(anchors.consistency), earlier?.id, later?.id],
    enabled: earlier !== undefined && later !== undefined,
    queryFn: async () => {
      const proof = await call(anchors.consistency, { query: { from: earlier?.id ?? '', to: later?.id ?? '' } });
      return { proof, verdict: await checkConsistency(proof, await readAgainst(tenantId)) };
    },
  });
  const data = all.map((a) => ({ value: a.id, label: `Events 1 to ${a.to_seq} · ${showInstant(a.created_at, zone)}` }));
  return (
    <Panel title="Compare two anchors">
      <Stack gap="sm">
        <div className={classes['ask']}>
          {(['from', 'to'] as const).map((which, i) => (
            <Select
              key={which}
              className={classes['anchor'] ?? ''}
              label={which === 'from' ? 'Earlier anchor' : 'Later anchor'}
              placeholder={all.length < 2 ? 'There are fewer than two' : 'Choose'}
              disabled={all.length < 2}
              searchable
              data={data}
              value={chosen[i]?.id ?? null}
              onChange={(id) => onChoose({ [which]: id ?? undefined })}
            />
          ))}
        </div>
        {source.isError ? (
          <ErrorState title="Could not compare the anchors" error={source.error} onRetry={() => void source.refetch()} />
        ) : source.data === undefined ? (
          <Text size="sm" c="dimmed">
            Whatever was in the log at the earlier anchor must still be there, unchanged and in its place, at the later one.
          </Text>
        ) : (
          <Verdict is={verdictIs(source.data.verdict)}>{grewIn(source.data)}</Verdict>
        )}
      </Stack>
    </Panel>
  );
}
