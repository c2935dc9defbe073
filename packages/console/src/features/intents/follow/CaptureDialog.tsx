import type { Hold } from '@countinghouse/contract/features/holds';
import { CAPTURE_USE_CASE } from '@countinghouse/contract/features/intents';
import { Checkbox, Stack, Table, TextInput } from '@mantine/core';
import { useCallback } from 'react';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { minorUnitsIn } from '../../../lib/values/money.ts';
import { DayField } from '../../../ui/form/day/DayField.tsx';
import { Money } from '../../../ui/money/Money.tsx';
import { TableScroll } from '../../../ui/table/TableScroll.tsx';
import { captureFaultOf, captureSums, captureToSend, heldE8, newCapture, refusalOfCapture } from './capture.ts';
import classes from './FollowDialog.module.css';
import { FollowDialog } from './FollowDialog.tsx';
import { useFollower } from './use-follower.ts';

/** Posts all or part of what a hold still reserves. Amounts begin with all of it and can only be lowered; the rest stays held, or is let go. */
export function CaptureDialog({ hold, onClose }: { readonly hold: Hold; readonly onClose: () => void }) {
  const currencies = useCurrencies();
  const minorUnitsOf = useCallback((currency: string) => minorUnitsIn(currencies, currency), [currencies]);
  const begin = useCallback((now: Date) => newCapture(hold, minorUnitsOf, now), [hold, minorUnitsOf]);
  const follower = useFollower(CAPTURE_USE_CASE, hold.intent_id, begin);
  const { draft, change } = follower;
  const several = hold.rows.length > 1;
  return (
    <FollowDialog
      title="Capture hold"
      submitLabel="Capture"
      follower={follower}
      toSend={captureToSend(draft, hold)}
      own={refusalOfCapture(draft.rows, hold)}
      onClose={onClose}
    >
      <TableScroll minWidth={480} label="Rows to capture">
        <Table aria-label="Rows to capture" verticalSpacing={6}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Debit</Table.Th>
              <Table.Th>Credit</Table.Th>
              <Table.Th ta="right">Held</Table.Th>
              <Table.Th ta="right">Capture</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {hold.rows.map((held, index) =>
              heldE8(held) === 0n ? null : (
                <Table.Tr key={held.line}>
                  <Table.Td>
                    <strong>{held.debit_code}</strong>
                    {held.narrative === '' ? null : <div className="dimmed">{held.narrative}</div>}
                  </Table.Td>
                  <Table.Td fw={600}>{held.credit_code}</Table.Td>
                  <Table.Td ta="right">
                    <Money amountE8={heldE8(held)} minorUnits={minorUnitsOf(held.currency)} currency={held.currency} showCurrency />
                  </Table.Td>
                  <Table.Td>
                    <TextInput
                      className={classes['amount'] ?? ''}
                      ml="auto"
                      aria-label={several ? `Amount of row ${index + 1}` : 'Amount'}
                      inputMode="decimal"
                      autoComplete="off"
                      data-autofocus={index === 0 ? true : undefined}
                      value={draft.rows[index]?.amount ?? ''}
                      error={captureFaultOf(draft.rows[index], held, minorUnitsOf(held.currency))}
                      onChange={(event) => {
                        const row = draft.rows[index];
                        if (row !== undefined) change({ rows: draft.rows.with(index, { ...row, amount: event.currentTarget.value }) });
                      }}
                    />
                  </Table.Td>
                </Table.Tr>
              ),
            )}
          </Table.Tbody>
        </Table>
      </TableScroll>
      <ul className={classes['sums']} aria-label="Of held" aria-live="polite">
        {captureSums(draft.rows, hold).map((sum) => {
          const money = (amountE8: bigint) => <Money amountE8={amountE8} minorUnits={minorUnitsOf(sum.currency)} currency={sum.currency} />;
          return (
            <li key={sum.currency}>
              <strong>{sum.currency}</strong> {money(sum.capturedE8)} of {money(sum.heldE8)} held
              {sum.capturedE8 < sum.heldE8 ? (
                <span className="dimmed">
                  {' '}
                  · {money(sum.heldE8 - sum.capturedE8)} {draft.releaseRest ? 'is let go' : 'stays held'}
                </span>
              ) : null}
            </li>
          );
        })}
      </ul>
      <Stack gap={6}>
        <DayField
          label="Value date"
          withAsterisk
          w={170}
          value={draft.valueDate}
          error={follower.refusal !== null && draft.valueDate === '' ? 'Choose a date' : undefined}
          onChange={(value) => change({ valueDate: value ?? '' })}
        />
        <Checkbox
          label="Let the rest go"
          description="Else it stays held until it is captured, voided or past its time."
          checked={draft.releaseRest}
          onChange={(event) => change({ releaseRest: event.currentTarget.checked })}
        />
      </Stack>
    </FollowDialog>
  );
}
