import type { BankRow } from '@countinghouse/contract/recon-shapes';
import { Alert, Group } from '@mantine/core';
import { IconBuildingBank } from '@tabler/icons-react';
import { useCurrencies } from '../../../../lib/calls/use-lists.ts';
import { paths } from '../../../../lib/screen/paths.ts';
import { minorUnitsIn, readAmountE8 } from '../../../../lib/values/money.ts';
import { showDay } from '../../../../lib/values/time.ts';
import { Money } from '../../../../ui/money/Money.tsx';
import { TextLink } from '../../../../ui/value/TextLink.tsx';

/** Which row of the bank the form is filled from, and the way back. */
export function BankRowNote({ row, isSettled }: { readonly row: BankRow; readonly isSettled: boolean }) {
  const { amount, currency, account_id, account_code, posted_on, counterparty, description } = row;
  const minorUnits = minorUnitsIn(useCurrencies(), currency);
  const words = [counterparty, description].filter((w) => w !== '').join(', ');
  return (
    <Alert color="brand" icon={<IconBuildingBank size={16} />} role="note" aria-label="Statement row">
      <Group justify="space-between" gap="xs">
        <span>
          Books what the bank told on {showDay(posted_on)}
          {words === '' ? '' : ` (${words})`}:{' '}
          <Money amountE8={readAmountE8(amount)} minorUnits={minorUnits} currency={currency} showCurrency plus /> on {account_code}.{' '}
          {isSettled ? 'It is still open.' : 'Once posted, the two are matched.'}
        </span>
        <TextLink to={paths.riskRecon} search={{ view: 'match', account: account_id }} inText>
          Back to the reconciliation
        </TextLink>
      </Group>
    </Alert>
  );
}
