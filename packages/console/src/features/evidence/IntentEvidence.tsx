import { Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { paths } from '../../lib/screen/paths.ts';
import { showBytes } from '../../lib/values/bytes.ts';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';
import { AnchorState } from './AnchorState.tsx';
import { bundlesOfIntent } from './queries.ts';
import { Trouble } from './Trouble.tsx';

/** The bundle of an intent. One that still waits for approval has none. */
export function IntentEvidence({ intentId }: { readonly intentId: string }) {
  const source = useQuery(bundlesOfIntent(intentId));
  const [bundle] = source.data?.evidence ?? [];
  return (
    <Panel title="Evidence">
      {source.isError ? (
        <ErrorState title="Could not load the evidence" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={90} aria-label="Loading" />
      ) : bundle === undefined ? (
        <>
          <Trouble waiting={source.data.waiting} failure={source.data.failure} />
          <Text size="sm" c="dimmed">
            No bundle yet. It is written as soon as the intent is executed or rejected.
          </Text>
        </>
      ) : (
        <Facts
          facts={[
            [
              'Bundle',
              <TextLink key="b" to={paths.evidence} search={{ open: bundle.id }}>
                Open and verify
              </TextLink>,
            ],
            ['Written', <Timestamp key="w" at={bundle.created_at} />],
            ['Content', `${bundle.content_type}, ${showBytes(bundle.size)}`],
            ['SHA-256', <Hash key="h" value={bundle.content_sha256} what="SHA-256 of the bundle" whole />],
            ['Anchor', <AnchorState key="a" bundle={bundle} />],
          ]}
        />
      )}
    </Panel>
  );
}
