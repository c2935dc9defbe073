import { type Health, health } from '@countinghouse/contract/features/health';
import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { q } from '../../lib/calls/query.ts';
import { paths } from '../../lib/screen/paths.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const figure = (n: number): string => n.toLocaleString('en-GB');

/** How far signed heads cover the log, and where it first contradicts itself. */
export function Coverage({ report: { coverage } }: { readonly report: Health }) {
  const { through, first_contradiction: first } = coverage;
  const proven = through === 0 ? 'Nothing proven' : `Proven through ${figure(through)}`;
  return <>{first === null ? proven : `${proven}; first contradiction at ${figure(first)}`}</>;
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
        <Text size="sm">
          <Coverage report={report} />, by the signed heads of the system. Checked <Timestamp at={report.checked.at} />:{' '}
          <TextLink inText to={paths.health}>
            what is checked
          </TextLink>
          .
        </Text>
      )}
    </Panel>
  );
}
