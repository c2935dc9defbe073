import { INTENT_ROWS_MAX } from '@countinghouse/contract/features/intents';
import { Button, Text } from '@mantine/core';
import { IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { minorUnitsIn, sumByCurrency, typedAmountE8 } from '../../../lib/values/money.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { type DraftRow, newRow } from '../post/draft.ts';
import { PasteRows } from './PasteRows.tsx';
import { RowFields } from './RowFields.tsx';
import classes from './RowsEditor.module.css';

const heads = ['', 'Debit account', ' ', 'Credit account', 'Amount', '  '] as const;

interface RowsEditorProps {
  readonly rows: readonly DraftRow[];
  readonly valueDate: string;
  readonly narrative: string;
  readonly faultOf: (index: number, field: string) => string | undefined;
  readonly onChange: (rows: DraftRow[]) => void;
  /** Rows that come from elsewhere, in place of all. */
  readonly onPaste: (rows: readonly DraftRow[]) => void;
}

/** Both sides of what is written so far: each row debits and credits the same amount, so each currency balances. */
function Balance({ rows }: { readonly rows: readonly DraftRow[] }) {
  const currencies = useCurrencies();
  const counted = rows.flatMap((r) => {
    const amountE8 = typedAmountE8(r.amount);
    return amountE8 === null || amountE8 === 0n || r.currency.length !== 3
      ? []
      : [{ currency: r.currency, amountE8: amountE8 < 0n ? -amountE8 : amountE8 }];
  });
  if (counted.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Totals appear as amounts are entered.
      </Text>
    );
  return (
    <ul className={classes['balanced']} aria-label="Totals per currency">
      {[...sumByCurrency(counted, (c) => c)].map(([currency, amountE8]) => {
        const amount = <Money amountE8={amountE8} minorUnits={minorUnitsIn(currencies, currency)} currency={currency} />;
        return (
          <li key={currency}>
            <strong>{currency}</strong> debit {amount} = credit {amount}
            <IconCircleCheck size={15} color="var(--good)" aria-label="balanced" role="img" />
          </li>
        );
      })}
    </ul>
  );
}

export function RowsEditor({ rows, valueDate, narrative, faultOf, onChange, onPaste }: RowsEditorProps) {
  const accounts = useAccountsNamed(rows.flatMap((r) => [r.debitAccount, r.creditAccount]));
  const full = rows.length >= INTENT_ROWS_MAX;
  const insert = (at: number, row: DraftRow): void => {
    if (!full) onChange(rows.toSpliced(at, 0, row));
  };
  return (
    <section aria-label="Rows">
      <div className={classes['heads']} aria-hidden>
        {heads.map((head) => (
          <span key={head}>{head}</span>
        ))}
      </div>
      {rows.map((row, index) => (
        <RowFields
          key={row.id}
          row={row}
          index={index}
          accounts={accounts}
          valueDate={valueDate}
          narrative={narrative}
          faultOf={(field) => faultOf(index, field)}
          removable={rows.length > 1}
          onChange={(change) => onChange(rows.with(index, { ...row, ...change }))}
          onDuplicate={() => insert(index + 1, newRow(row))}
          onRemove={() => onChange(rows.toSpliced(index, 1))}
        />
      ))}
      <div className={classes['foot']}>
        <div className={classes['more']}>
          <Button
            variant="subtle"
            leftSection={<IconPlus size={14} />}
            disabled={full}
            onClick={() => insert(rows.length, newRow({ currency: rows.at(-1)?.currency ?? '' }))}
          >
            Add row
          </Button>
          <PasteRows onRows={onPaste} />
        </div>
        <Balance rows={rows} />
      </div>
    </section>
  );
}
