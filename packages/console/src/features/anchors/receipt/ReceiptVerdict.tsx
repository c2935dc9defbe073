import type { ProvenReceipt, ReceiptFault } from '@countinghouse/verifier/receipt';
import { Stack, Table, Text } from '@mantine/core';
import { readAmountE8 } from '../../../lib/values/money.ts';
import { showCount } from '../../../lib/values/numbers.ts';
import { showDay } from '../../../lib/values/time.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { Facts } from '../../../ui/table/Facts.tsx';
import { Hash, shorten } from '../../../ui/value/Hash.tsx';
import { Timestamp } from '../../../ui/value/Timestamp.tsx';
import { Verdict } from '../../../ui/value/verdict/Verdict.tsx';
import { type CheckedReceipt, rowsOf } from './check.ts';

const outcomes: Readonly<Record<string, string>> = {
  'intent.executed': 'was executed',
  'intent.rejected': 'was rejected',
  'intent.proposed': 'waited for approval',
};

/** Digits after the point, as the browser knows the currency: no organisation's list is at hand. */
const minorUnitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Who of the witnesses that the reader knows has seen this root, and no other history of the log. */
function Witnesses({ demanded, by }: { readonly demanded: string; readonly by: NonNullable<ProvenReceipt['witnesses']> }) {
  return (
    <>
      as your policy demands ({demanded})
      {by.map(({ name, at }) => (
        <div key={name}>
          {name}, <Timestamp at={at} />
        </div>
      ))}
    </>
  );
}

/** Why a receipt is refused, in a sentence. */
const refusal = ({ code, message }: ReceiptFault): string =>
  code === 'quorum'
    ? `This receipt does not meet your policy: ${message}.`
    : `This receipt does not hold: ${message}. Nothing in it is proven.`;

/** The verdict on a receipt in one sentence, then what the receipt says. */
export function ReceiptVerdict({ checked }: { readonly checked: CheckedReceipt }) {
  if (checked.fault !== null) return <Verdict is="contradicted">{refusal(checked.fault)}</Verdict>;
  const { receipt, isProven, demanded } = checked;
  const what = `Intent ${receipt.intentId ?? 'without an id'} ${outcomes[receipt.eventType] ?? receipt.eventType}`;
  const rows = rowsOf(receipt);
  return (
    <Stack gap="sm">
      <Verdict is={isProven ? 'proven' : 'consistent'}>
        {isProven
          ? `${what}, signed under the key that you gave.`
          : `${what}, signed under a key that came with the receipt itself. Give the organisation’s chain key to prove it.`}
      </Verdict>
      {rows.length === 0 ? null : (
        <Table aria-label="Posted">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Amount</Table.Th>
              <Table.Th>Value date</Table.Th>
              <Table.Th>Debit</Table.Th>
              <Table.Th>Credit</Table.Th>
              <Table.Th>Narrative</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row.line}>
                <Table.Td>
                  <Money amountE8={readAmountE8(row.amount)} minorUnits={minorUnitsOf(row.currency)} currency={row.currency} showCurrency />
                </Table.Td>
                <Table.Td className="nowrap">{showDay(row.value_date, '')}</Table.Td>
                <Table.Td title={row.debit_account_id}>{shorten(row.debitName)}</Table.Td>
                <Table.Td title={row.credit_account_id}>{shorten(row.creditName)}</Table.Td>
                <Table.Td>{row.narrative}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
      <Facts
        facts={[
          ['Decided', <Timestamp key="ts" at={receipt.eventTs} />],
          ['Reason', receipt.errorCode],
          ['Organisation', <Hash key="tenant" value={receipt.tenantId} what="organisation" whole />],
          ['Event', `${receipt.seq} of a log of ${showCount(receipt.treeSize)}`],
          ['Signed by', <Hash key="kid" value={receipt.thumbprint} what="thumbprint" whole />],
          ['Cosigned', demanded === null ? null : <Witnesses key="witnesses" demanded={demanded} by={receipt.witnesses ?? []} />],
          [
            'Not looked at',
            receipt.cosigners.length === 0 ? null : `signatures of ${receipt.cosigners.join(', ')}: your policy does not name them`,
          ],
        ]}
      />
      <Text size="xs" c="dimmed">
        What came later is not shown by it: a reversal has a receipt of its own. Accounts are named as the request named them.
      </Text>
    </Stack>
  );
}
