import type { PerformanceSummary } from '@countinghouse/contract/features/performance';
import { Text } from '@mantine/core';
import { IconAnchor } from '@tabler/icons-react';
import { paths } from '../../lib/screen/paths.ts';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { AnchorsTable } from '../../ui/table/AnchorsTable.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';

export function LatestAnchors({ anchors }: { readonly anchors: PerformanceSummary['anchors'] }) {
  return (
    <Panel
      title="Merkle anchors"
      flush
      aside={
        <Text size="sm" pr={8}>
          <TextLink to={paths.audit}>Audit trail</TextLink>
        </Text>
      }
    >
      {anchors.length === 0 ? (
        <EmptyState icon={IconAnchor} title="No anchors yet">
          The first is made within the hour, or at once on the audit trail.
        </EmptyState>
      ) : (
        <AnchorsTable label="Merkle anchors" anchors={anchors} />
      )}
    </Panel>
  );
}
