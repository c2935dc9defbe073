import type { RevaluationRun } from '@countinghouse/contract/features/revaluations';
import { Table } from '@mantine/core';
import { paths } from '../../lib/screen/paths.ts';
import { showDay } from '../../lib/values/time.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { IntentLinks } from '../../ui/value/IntentLinks.tsx';
import { sentenceCase } from '../../ui/value/status.ts';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const MIN_WIDTH_PX = 760;

/** What was posted, the last run first: each intent with the one that took it back. */
export function Runs({
  runs,
  day,
  dayAfter,
}: {
  readonly runs: readonly RevaluationRun[];
  readonly day: string;
  readonly dayAfter: string;
}) {
  return (
    <Panel title="Posted" flush>
      <TableScroll label="Revaluations posted" minWidth={MIN_WIDTH_PX}>
        <Table aria-label="Revaluations posted" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Run</Table.Th>
              <Table.Th>When</Table.Th>
              <Table.Th>By</Table.Th>
              <Table.Th ta="right">Accounts</Table.Th>
              <Table.Th>Valued by</Table.Th>
              <Table.Th>For {showDay(day)}</Table.Th>
              <Table.Th>Taken back {showDay(dayAfter)}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {runs.map((r) => (
              <Table.Tr key={r.run}>
                <Table.Td>{r.run}</Table.Td>
                <Table.Td>
                  <Timestamp at={r.posted_at} absolute />,{' '}
                  <TextLink to={paths.events} search={{ open: String(r.seq) }} inText>
                    event {r.seq}
                  </TextLink>
                </Table.Td>
                <Table.Td>
                  <Actor id={r.posted_by} />
                </Table.Td>
                <Table.Td ta="right">{r.accounts}</Table.Td>
                <Table.Td>
                  <TextLink to={paths.snapshots} search={{ open: r.valuation_snapshot_id }}>
                    {sentenceCase(r.snapshot_kind)} snapshot
                  </TextLink>
                </Table.Td>
                <Table.Td>
                  <IntentLinks ids={r.intents.map((i) => i.intent_id)} />
                </Table.Td>
                <Table.Td>
                  <IntentLinks ids={r.intents.map((i) => i.reversed_by)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScroll>
    </Panel>
  );
}
