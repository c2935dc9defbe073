import type { SloViolation } from '@countinghouse/contract/features/performance';
import { Table } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { EmptyState } from '../../ui/page/EmptyState.tsx';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { showFigure, showTarget, titleOf } from './figures.ts';

const MIN_WIDTH_PX = 480;

/** The targets that are missed. */
export function Violations({ violations }: { readonly violations: readonly SloViolation[] }) {
  return (
    <Panel title="SLO violations" flush>
      {violations.length === 0 ? (
        <EmptyState icon={IconCircleCheck} title="No violations">
          Everything that was measured keeps its target.
        </EmptyState>
      ) : (
        <TableScroll minWidth={MIN_WIDTH_PX} label="SLO violations">
          <Table aria-label="SLO violations">
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Metric</Table.Th>
                <Table.Th>Status</Table.Th>
                <Table.Th ta="right">Value</Table.Th>
                <Table.Th ta="right">Target</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {violations.map((v) => (
                <Table.Tr key={v.metric}>
                  <Table.Td fw={600}>{titleOf[v.metric]}</Table.Td>
                  <Table.Td>
                    <StatusBadge status="missed" />
                  </Table.Td>
                  <Table.Td ta="right" className="numbers">
                    {showFigure(v.value, v)}
                  </Table.Td>
                  <Table.Td ta="right" className="numbers">
                    {showTarget(v)}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </TableScroll>
      )}
    </Panel>
  );
}
