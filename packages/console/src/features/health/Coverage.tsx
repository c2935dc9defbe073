import { type Health, health } from '@countinghouse/contract/features/health';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { showCount } from '../../lib/values/numbers.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { Verdict } from '../../ui/value/verdict/Verdict.tsx';

/** How far signed heads cover the log, and where it first contradicts itself. */
export function Coverage({ report: { coverage } }: { readonly report: Health }) {
  const { through, first_contradiction: first } = coverage;
  const proven = through === 0 ? 'Nothing proven' : `Proven through ${showCount(through)}`;
  return <>{first === null ? proven : `${proven}; first contradiction at ${showCount(first)}`}</>;
}

/** The same in a sentence. */
export function wholeOf({ coverage, counts }: Pick<Health, 'coverage' | 'counts'>): string {
  const { through, first_contradiction: first } = coverage;
  if (first !== null)
    return `Events 1 to ${showCount(through)} agree with what was signed; the first contradiction is at event ${showCount(first)}.`;
  if (through === 0) return 'Nothing of the log is signed yet.';
  if (through >= counts.events)
    return `All ${showCount(through)} events agree with each other and with what was signed when they were written.`;
  return `Events 1 to ${showCount(through)} of ${showCount(counts.events)} agree with each other and with what was signed; the others are not signed yet.`;
}

/** Who outside has the log. */
export function seenBy(witnesses: Health['witnesses']): string {
  const by = witnesses.filter(({ state }) => state === 'current').map(({ name }) => name);
  if (witnesses.length === 0) return 'Nobody outside has seen it.';
  return by.length === 0 ? 'None of its witnesses has seen its last anchor.' : `Its last anchor was seen by ${by.join(', ')}.`;
}

/** The same on its own, with when it was looked at. */
export function CoveragePanel() {
  const source = useQuery(q(health.get));
  const report = source.data;
  return (
    <Panel title="The log as a whole">
      {source.isError ? (
        <ErrorState title="Could not check the log" error={source.error} onRetry={() => void source.refetch()} />
      ) : report === undefined ? (
        <Skeleton height={20} />
      ) : (
        <Verdict is={report.coverage.first_contradiction === null ? 'consistent' : 'contradicted'}>
          {wholeOf(report)} {seenBy(report.witnesses)}
          <Text size="xs" c="dimmed" component="div">
            Checked by this server <Timestamp at={report.checked.at} />, against its own keys:{' '}
            <TextLink inText to={paths.health}>
              what is checked
            </TextLink>
            . Whoever does not trust the server checks an archive of the log offline.
          </Text>
        </Verdict>
      )}
    </Panel>
  );
}
