import type { IntentView } from '@countinghouse/contract/features/intents';
import { Title } from '@mantine/core';
import { useAccountsNamed } from '../../../lib/calls/use-accounts.ts';
import { useCurrencies } from '../../../lib/calls/use-lists.ts';
import { amountsOf, type IntentPayload, rowsOf } from '../../../lib/values/intent/payload.ts';
import { titleOf } from '../../../lib/values/intent/title.ts';
import { minorUnitsIn, readAmountE8, sumByCurrency } from '../../../lib/values/money.ts';
import { showDay } from '../../../lib/values/time.ts';
import { Money } from '../../../ui/money/Money.tsx';
import { type Route, RouteLine } from '../../../ui/money/RouteLine.tsx';
import { useCodes } from '../log/use-codes.ts';
import { payloadOfIntent } from './IntentFacts.tsx';
import classes from './IntentPanel.module.css';

/** What an intent that posted nothing asked for, from where to where; the request names accounts by code or id. */
function useAskedRoute(payload: IntentPayload): Route | null {
  const rows = rowsOf(payload);
  const {
    debitAccount = '',
    creditAccount = '',
    debit_account_id: debit = debitAccount,
    credit_account_id: credit = creditAccount,
  } = rows[0] ?? {};
  const named = useAccountsNamed([debit, credit]);
  const codeOf = (reference: string): string => named.find((a) => a.id === reference)?.code ?? reference;
  return debit === '' || credit === '' ? null : { debit: codeOf(debit), credit: codeOf(credit), more: rows.length - 1 };
}

/** What it is about: its words, its amounts, from where to where; as posted or held, else as asked. */
export function IntentWords({ intent }: { readonly intent: IntentView }) {
  const currencies = useCurrencies();
  const payload = payloadOfIntent(intent) ?? {};
  const codeOf = useCodes([payload]);
  const rows = intent.postings.length > 0 ? intent.postings : (intent.hold?.rows ?? []);
  const asked = useAskedRoute(rows.length > 0 ? {} : payload);
  const [first] = rows;
  const route = first === undefined ? asked : { debit: first.debit_code, credit: first.credit_code, more: rows.length - 1 };
  const amounts = rows.length > 0 ? rows.map((r) => ({ currency: r.currency, amountE8: readAmountE8(r.amount) })) : amountsOf(payload);
  return (
    <div className={classes['words']}>
      <Title order={2} className={classes['title'] ?? ''}>
        {titleOf(payload, codeOf)}
      </Title>
      {[...sumByCurrency(amounts, (amount) => amount)].map(([currency, amountE8]) => (
        <div key={currency} className={classes['sum']}>
          <span>{currency}</span> <Money amountE8={amountE8} minorUnits={minorUnitsIn(currencies, currency)} currency={currency} fit />
        </div>
      ))}
      <div className={classes['route']}>
        {route === null ? null : <RouteLine route={route} />}
        <span className="dimmed">value {showDay(intent.value_date)}</span>
      </div>
    </div>
  );
}
