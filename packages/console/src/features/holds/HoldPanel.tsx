import type { Hold } from '@countinghouse/contract/features/holds';
import { intents } from '@countinghouse/contract/features/intents';
import { Group, Skeleton, Stack, Table, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { q } from '../../lib/calls/query.ts';
import { useCurrencies } from '../../lib/calls/use-lists.ts';
import { paths } from '../../lib/screen/paths.ts';
import { minorUnitsIn, readAmountE8 } from '../../lib/values/money.ts';
import { showDay } from '../../lib/values/time.ts';
import { Money } from '../../ui/money/Money.tsx';
import { ErrorState } from '../../ui/page/ErrorState.tsx';
import { SidePanel } from '../../ui/page/SidePanel.tsx';
import { Facts } from '../../ui/table/Facts.tsx';
import { TableScroll } from '../../ui/table/TableScroll.tsx';
import { Actor } from '../../ui/value/Actor.tsx';
import { Hash } from '../../ui/value/Hash.tsx';
import { IntentLink } from '../../ui/value/IntentLink.tsx';
import { OpenPage } from '../../ui/value/OpenPage.tsx';
import { StatusBadge } from '../../ui/value/StatusBadge.tsx';
import { TextLink } from '../../ui/value/TextLink.tsx';
import { Timestamp } from '../../ui/value/Timestamp.tsx';

function HeldRows({ hold }: { readonly hold: Hold }) {
  const currencies = useCurrencies();
  return (
    <TableScroll minWidth={360} label="Held rows">
      <Table aria-label="Held rows" horizontalSpacing="xs">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Debit</Table.Th>
            <Table.Th>Credit</Table.Th>
            <Table.Th ta="right">Held</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {hold.rows.map((row) => (
            <Table.Tr key={row.line}>
              <Table.Td>
                <strong>{row.debit_code}</strong>
                {row.narrative === '' ? null : <div className="dimmed">{row.narrative}</div>}
              </Table.Td>
              <Table.Td fw={600} className="nowrap">
                {row.credit_code}
              </Table.Td>
              <Table.Td ta="right">
                <Money
                  amountE8={readAmountE8(row.amount)}
                  minorUnits={minorUnitsIn(currencies, row.currency)}
                  currency={row.currency}
                  showCurrency
                />
                {hold.status !== 'open' || row.rest === row.amount ? null : (
                  <div className="dimmed">
                    <Money amountE8={readAmountE8(row.rest)} minorUnits={minorUnitsIn(currencies, row.currency)} currency={row.currency} />{' '}
                    left
                  </div>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </TableScroll>
  );
}

function Details({ hold, acts }: { readonly hold: Hold; readonly acts: ReactNode }) {
  return (
    <Stack gap="md">
      <Group gap="xs">{acts}</Group>
      <Facts
        facts={[
          ['Status', <StatusBadge key="s" status={hold.status} />],
          ['Intent id', <Hash key="i" value={hold.intent_id} what="intent id" whole />],
          [
            'Captured by',
            hold.captured_by.length === 0 ? null : (
              <Group key="c" gap="xs">
                {hold.captured_by.map((id) => (
                  <IntentLink key={id} id={id} />
                ))}
              </Group>
            ),
          ],
          ['Voided by', hold.status === 'voided' && hold.closed_by !== null ? <IntentLink key="v" id={hold.closed_by} /> : null],
          ['Held until', <Timestamp key="u" at={hold.expires_at} />],
          ['Value date', showDay(hold.value_date)],
          ['Placed', <Timestamp key="p" at={hold.placed_at} />],
          [
            'Event',
            <TextLink key="e" to={paths.events} search={{ open: String(hold.placed_seq) }}>
              seq {hold.placed_seq}
            </TextLink>,
          ],
          ['Actor', <Actor key="a" id={hold.actor_id} />],
        ]}
      />
      <HeldRows hold={hold} />
    </Stack>
  );
}

interface HoldPanelProps {
  readonly intentId: string;
  /** What can be done with the hold. */
  readonly actsOf: (hold: Hold) => ReactNode;
  readonly onClose: () => void;
}

/** One hold beside the list, read by itself: it stays when what was done to it takes it out of the list. */
export function HoldPanel({ intentId, actsOf, onClose }: HoldPanelProps) {
  const source = useQuery(q(intents.get, { params: { intent_id: intentId } }));
  const hold = source.data?.intent.hold ?? null;
  return (
    <SidePanel title="Hold" actions={<OpenPage to={paths.intent} params={{ intentId }} />} onClose={onClose}>
      {source.isError ? (
        <ErrorState title="Could not load the hold" error={source.error} onRetry={() => void source.refetch()} />
      ) : source.isPending ? (
        <Skeleton height={320} />
      ) : hold === null ? (
        <Text size="sm">This intent has no hold.</Text>
      ) : (
        <Details key={hold.intent_id} hold={hold} acts={actsOf(hold)} />
      )}
    </SidePanel>
  );
}
