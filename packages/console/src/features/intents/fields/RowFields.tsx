import type { Account } from '@countinghouse/contract/features/accounts';
import { NARRATIVE_LENGTH_MAX } from '@countinghouse/contract/features/intents';
import { ActionIcon, Autocomplete, TextInput, Tooltip } from '@mantine/core';
import { DateInput } from '@mantine/dates';
import { IconCopyPlus, IconTrash } from '@tabler/icons-react';
import { AccountPicker } from '../../../ui/form/AccountPicker.tsx';
import type { DraftRow } from '../post/draft.ts';
import classes from './RowsEditor.module.css';

const CURRENCY_LENGTH = 3;

interface RowFieldsProps {
  readonly row: DraftRow;
  readonly index: number;
  /** Those that the rows name. */
  readonly accounts: readonly Account[];
  readonly currencies: readonly string[];
  /** The intent's value date, which holds where the row has none. */
  readonly valueDate: string;
  readonly faultOf: (field: string) => string | undefined;
  readonly removable: boolean;
  readonly onChange: (change: Partial<DraftRow>) => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

export function RowFields({
  row,
  index,
  accounts,
  currencies,
  valueDate,
  faultOf,
  removable,
  onChange,
  onDuplicate,
  onRemove,
}: RowFieldsProps) {
  const name = `Row ${index + 1}`;
  const choose = (side: 'debitAccount' | 'creditAccount') => (account: Account | null) =>
    onChange({ [side]: account?.id ?? '', ...(row.currency === '' && account !== null ? { currency: account.currency } : {}) });
  const foreign = [row.debitAccount, row.creditAccount]
    .map((id) => accounts.find((a) => a.id === id))
    .find((a) => a !== undefined && row.currency.length === CURRENCY_LENGTH && a.currency !== row.currency);
  return (
    <fieldset className={classes['row']} aria-label={name}>
      <AccountPicker
        label="Debit account"
        placeholder="Account"
        by="id"
        allowDeselect={false}
        value={row.debitAccount}
        error={faultOf('debitAccount')}
        onChange={choose('debitAccount')}
      />
      <AccountPicker
        label="Credit account"
        placeholder="Account"
        by="id"
        allowDeselect={false}
        value={row.creditAccount}
        error={faultOf('creditAccount')}
        onChange={choose('creditAccount')}
      />
      <TextInput
        label="Amount"
        className={classes['amount'] ?? ''}
        inputMode="decimal"
        data-amount
        autoComplete="off"
        placeholder="0.00"
        value={row.amount}
        error={faultOf('amount')}
        onChange={(event) => onChange({ amount: event.currentTarget.value })}
      />
      <Autocomplete
        label="Currency"
        className={classes['currency'] ?? ''}
        placeholder="CUR"
        maxLength={CURRENCY_LENGTH}
        data={[...currencies]}
        value={row.currency}
        error={faultOf('currency') ?? (foreign === undefined ? undefined : `${foreign.code} is in ${foreign.currency}`)}
        onChange={(value) => onChange({ currency: value.toUpperCase() })}
      />
      <DateInput
        label="Value date"
        placeholder={valueDate === '' ? 'Value date' : valueDate}
        clearable
        clearButtonProps={{ 'aria-label': `Clear value date of row ${index + 1}` }}
        value={row.valueDate === '' ? null : row.valueDate}
        error={faultOf('valueDate')}
        onChange={(value) => onChange({ valueDate: value ?? '' })}
      />
      <TextInput
        label="Narrative"
        className={classes['narrative'] ?? ''}
        placeholder="Narrative"
        maxLength={NARRATIVE_LENGTH_MAX}
        value={row.narrative}
        error={faultOf('narrative')}
        onChange={(event) => onChange({ narrative: event.currentTarget.value })}
      />
      <div className={classes['buttons']}>
        <Tooltip label="Duplicate row">
          <ActionIcon aria-label={`Duplicate row ${index + 1}`} onClick={onDuplicate}>
            <IconCopyPlus size={15} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label="Remove row">
          <ActionIcon aria-label={`Remove row ${index + 1}`} disabled={!removable} onClick={onRemove}>
            <IconTrash size={15} />
          </ActionIcon>
        </Tooltip>
      </div>
    </fieldset>
  );
}
