import type { FiscalYear } from '@countinghouse/contract/features/year-ends';
import { Table } from '@mantine/core';
import { paths } from '../../lib/screen/paths.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { IntentLinks } from '../../ui/value/IntentLinks.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

const MIN_WIDTH_PX = 680;

/** What was done with the year, the last first. */
export function Acts({ acts }: Pick<FiscalYear, 'acts'>) {
  return (
    <Panel title="History" flush>
      <TableScroll label="History of the year" minWidth={MIN_WIDTH_PX}>
        <Table aria-label="History of the year" fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>What</Table.Th>
              <Table.Th>When</Table.Th>
              <Table.Th>By</Table.Th>
              <Table.Th ta="right">Accounts</Table.Th>
              <Table.Th>Intent</Table.Th>
              <Table.Th>Taken back by</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {acts.map((a) => (
              <Table.Tr key={a.seq}>
                <Table.Td>{a.act === 'closed' ? `Closed, run ${a.run}` : 'Taken back'}</Table.Td>
                <Table.Td>
                  <Timestamp at={a.done_at} absolute />,{' '}
                  <TextLink to={paths.events} search={{ open: String(a.seq) }} inText>
                    event {a.seq}
                  </TextLink>
                </Table.Td>
                <Table.Td>
                  <Actor id={a.done_by} />
                </Table.Td>
                <Table.Td ta="right">{a.act === 'closed' ? a.accounts : '—'}</Table.Td>
                <Table.Td>
                  <IntentLinks ids={a.intents.map((i) => i.intent_id)} />
                </Table.Td>
                <Table.Td>
                  <IntentLinks ids={a.intents.map((i) => i.reversed_by)} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </TableScroll>
    </Panel>
  );
}
