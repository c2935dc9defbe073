import type { Account } from '@countinghouse/contract/features/accounts';
import { NARRATIVE_LENGTH_MAX } from '@countinghouse/contract/features/intents';
import { ActionIcon, TextInput, Tooltip } from '@mantine/core';
import { IconArrowRight, IconCopyPlus, IconNote, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { readMinorE8, typedAmountE8 } from '../../../lib/values/money.ts';
import { showDay } from '../../../lib/values/time.ts';
import { AccountPicker } from '../../../ui/form/AccountPicker.tsx';
import { DayField } from '../../../ui/form/day/DayField.tsx';
import { Money } from '../../../ui/money/Money.tsx';
import { type DraftRow, faultsOfRow } from '../post/draft.ts';
import classes from './RowsEditor.module.css';

/** As many characters have room: `912,406,118.27`. */
const LONG_AMOUNT = 14;

interface RowFieldsProps {
  readonly row: DraftRow;
  readonly index: number;
  /** Those that the rows name. */
  readonly accounts: readonly Account[];
  /** The intent's value date and narrative, which hold where the row has none. */
  readonly valueDate: string;
  readonly narrative: string;
  readonly faultOf: (field: string) => string | undefined;
  readonly removable: boolean;
  readonly onChange: (change: Partial<DraftRow>) => void;
  readonly onDuplicate: () => void;
  readonly onRemove: () => void;
}

/** What an account is and holds, below the field it was chosen in. */
function Held({ account }: { readonly account: Account | undefined }): ReactNode {
  if (account === undefined) return null;
  return (
    <span className={classes['held']}>
      <span title={account.glTitle}>{account.glTitle}</span>
      <Money
        amountE8={readMinorE8(account.balance, account.minorUnits)}
        minorUnits={account.minorUnits}
        currency={account.currency}
        side
        inControl
      />
    </span>
  );
}

/** Long ones are smaller, so that none is cut. */
const longOf = (amount: string): 'yes' | 'very' | undefined =>
  amount.length > LONG_AMOUNT * 1.2 ? 'very' : amount.length > LONG_AMOUNT ? 'yes' : undefined;

export function RowFields(props: RowFieldsProps) {
  const { row, index, accounts, valueDate, narrative, faultOf, removable, onChange, onDuplicate, onRemove } = props;
  const [noted, setNoted] = useState(row.narrative !== '' || row.valueDate !== '');
  /** The amount as it stood when its field was left. */
  const [left, setLeft] = useState('');
  const unreadable = left !== '' && left === row.amount && typedAmountE8(left) === null ? faultsOfRow(row).get('amount') : undefined;
  const name = `Row ${index + 1}`;
  const debit = accounts.find((a) => a.id === row.debitAccount);
  const credit = accounts.find((a) => a.id === row.creditAccount);
  // The currency is that of the accounts: the debit account says it, and the credit account is chosen among those in it.
  const chooseDebit = (account: Account | null): void =>
    onChange({
      debitAccount: account?.id ?? '',
      ...(account === null ? {} : { currency: account.currency }),
      ...(account !== null && credit !== undefined && credit.currency !== account.currency ? { creditAccount: '' } : {}),
    });
  const chooseCredit = (account: Account | null): void =>
    onChange({ creditAccount: account?.id ?? '', ...(account === null || debit !== undefined ? {} : { currency: account.currency }) });
  const foreign = [debit, credit].find((a) => a !== undefined && row.currency !== '' && a.currency !== row.currency);
  return (
    <fieldset className={classes['row']} aria-label={name}>
      <span className={classes['number']} aria-hidden>
        {index + 1}
      </span>
      <div>
        <AccountPicker
          label="Debit account"
          placeholder="Account"
          by="id"
          allowDeselect={false}
          value={row.debitAccount}
          error={faultOf('debitAccount')}
          onChange={chooseDebit}
        />
        <Held account={debit} />
      </div>
      <IconArrowRight className={classes['to'] ?? ''} size={14} aria-hidden />
      <div>
        <AccountPicker
          label="Credit account"
          placeholder="Account"
          by="id"
          allowDeselect={false}
          currency={debit?.currency}
          value={row.creditAccount}
          error={faultOf('creditAccount')}
          onChange={chooseCredit}
        />
        <Held account={credit} />
      </div>
      <TextInput
        label="Amount"
        className={classes['amount'] ?? ''}
        inputMode="decimal"
        data-amount
        data-long={longOf(row.amount)}
        autoComplete="off"
        placeholder="0.00"
        leftSection={row.currency === '' ? null : <span className={classes['currency']}>{row.currency}</span>}
        leftSectionWidth={44}
        value={row.amount}
        error={
          faultOf('amount') ??
          unreadable ??
          faultOf('currency') ??
          (foreign === undefined ? undefined : `${foreign.code} is in ${foreign.currency}`)
        }
        onBlur={() => setLeft(row.amount)}
        onChange={(event) => onChange({ amount: event.currentTarget.value })}
      />
      <div className={classes['buttons']}>
        <Tooltip label="Narrative and value date of this row">
          <ActionIcon
            aria-label={`Narrative and value date of row ${index + 1}`}
            aria-expanded={noted}
            onClick={() => {
              // What is folded away holds no longer.
              if (noted) onChange({ narrative: '', valueDate: '' });
              setNoted(!noted);
            }}
          >
            <IconNote size={15} />
          </ActionIcon>
        </Tooltip>
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
      {noted ? (
        <div className={classes['note']}>
          <TextInput
            label="Narrative"
            placeholder={narrative === '' ? 'Narrative' : narrative}
            maxLength={NARRATIVE_LENGTH_MAX}
            value={row.narrative}
            error={faultOf('narrative')}
            onChange={(event) => onChange({ narrative: event.currentTarget.value })}
          />
          <DayField
            label="Value date"
            placeholder={valueDate === '' ? 'Value date' : showDay(valueDate, '')}
            clearLabel={`Clear value date of row ${index + 1}`}
            value={row.valueDate}
            error={faultOf('valueDate')}
            onChange={(value) => onChange({ valueDate: value ?? '' })}
          />
        </div>
      ) : null}
    </fieldset>
  );
}
