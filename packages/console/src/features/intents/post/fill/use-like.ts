// Fills a draft with the rows of an intent that the address names, once, and takes the name out of the address.

import { intents } from '@countinghouse/contract/features/intents';
import { formatAmountE8 } from '@countinghouse/kernel/money/amount';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { q } from '../../../../lib/calls/query.ts';
import { useAccountsNamed } from '../../../../lib/calls/use-accounts.ts';
import { payloadOf, rowsOf } from '../../../../lib/values/intent/payload.ts';
import { readAmountE8 } from '../../../../lib/values/money.ts';
import { type DraftChange, filledWith, newRow } from '../draft.ts';

const plain = (amount: string): string => formatAmountE8(readAmountE8(amount)).replace(/\.?0+$/, '');

export function useLike(intentId: string | undefined, onChange: (change: DraftChange) => void, onDone: () => void): void {
  const source = useQuery({
    ...q(intents.get, { params: { intent_id: intentId ?? '' } }),
    enabled: intentId !== undefined,
  });
  const intent = source.data?.intent;
  const asked = intent?.events.map(payloadOf).findLast((payload) => rowsOf(payload).length > 0);
  const rows = asked === undefined ? [] : rowsOf(asked);
  const references = rows.flatMap((r) => [r.debit_account_id ?? r.debitAccount ?? null, r.credit_account_id ?? r.creditAccount ?? null]);
  const accounts = useAccountsNamed(references);
  const known = source.isError || (intent !== undefined && (references.length === 0 || accounts.length > 0));
  // biome-ignore lint/correctness/useExhaustiveDependencies: it happens once for a name, with the draft as it is then
  useEffect(() => {
    if (intentId === undefined || !known) return;
    const idOf = (reference: string | undefined): string =>
      accounts.find((a) => a.id === reference || a.code === reference?.toUpperCase())?.id ?? '';
    if (rows.length > 0)
      onChange(
        filledWith(
          rows.map((r) =>
            newRow({
              debitAccount: idOf(r.debit_account_id ?? r.debitAccount),
              creditAccount: idOf(r.credit_account_id ?? r.creditAccount),
              amount: plain(r.amount ?? '0'),
              currency: r.currency ?? '',
              narrative: r.narrative ?? '',
            }),
          ),
        ),
      );
    onDone();
  }, [intentId, known]);
}
