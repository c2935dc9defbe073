import type { Attestation, ControlVersion } from '@countinghouse/contract/features/controls';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { paths } from '../../lib/screen/paths.ts';
import { EarlierVersions } from '../../ui/table/EarlierVersions.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import classes from './ControlHistory.module.css';

interface ControlHistoryProps {
  /** Newest first; not there while they are loaded. */
  readonly attestations: readonly Attestation[] | undefined;
  readonly versions: readonly ControlVersion[] | undefined;
}

/** What was attested, and what the control said before. */
export function ControlHistory({ attestations, versions }: ControlHistoryProps) {
  if (attestations === undefined || versions === undefined) return <Skeleton height={120} />;
  const earlier = versions.slice(1);
  return (
    <Stack gap="md">
      <section aria-label="Attestations">
        <Title order={3} size="h6" fz="xs" mb={6}>
          Attestations
        </Title>
        {attestations.length === 0 ? (
          <Text size="sm" c="dimmed">
            Nobody attested it yet.
          </Text>
        ) : (
          <ol className={classes['list']}>
            {attestations.map((a) => (
              <li key={a.seq} className={classes['entry']}>
                <div className={classes['head']}>
                  <StatusBadge status={a.status} />
                  <Timestamp at={a.attested_at} absolute />
                </div>
                {a.evidence === '' ? null : <p className={classes['evidence']}>{a.evidence}</p>}
                <Text size="xs" c="dimmed" component="div">
                  <Actor id={a.attested_by} /> · version {a.version} ·{' '}
                  <TextLink inText to={paths.events} search={{ open: String(a.seq) }}>
                    event {a.seq}
                  </TextLink>
                </Text>
              </li>
            ))}
          </ol>
        )}
      </section>
      <EarlierVersions versions={earlier} />
    </Stack>
  );
}
