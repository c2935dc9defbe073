// What an intent is made from, between the wire and the log.

import type { IntentContent as WireContent } from '@countinghouse/contract/features/templates';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { formatAmountE8, parseAmountE8 } from '@countinghouse/kernel/money/amount';
import type { IntentContent, TemplateRow } from '@countinghouse/kernel/templates/events';

/** `nameOf`: what an account is named by in the log. */
export function toContent({ use_case, constraints, rows }: WireContent, nameOf: (name: string) => string): IntentContent {
  return {
    use_case,
    constraints: constraints as JsonObject,
    rows: rows.map(({ debitAccount, creditAccount, amount, currency, narrative }): TemplateRow => {
      const amountE8 = amount === null || amount === undefined ? null : parseAmountE8(amount);
      return {
        debit_account: nameOf(debitAccount),
        credit_account: nameOf(creditAccount),
        amount: amountE8 === null ? null : formatAmountE8(amountE8),
        currency,
        narrative,
      };
    }),
  };
}

/** From the canonical text that a projection keeps. */
export function toWireContent(stored: string) {
  const { use_case, constraints, rows } = JSON.parse(stored) as IntentContent;
  return {
    use_case,
    constraints,
    rows: rows.map((r) => ({
      debitAccount: r.debit_account,
      creditAccount: r.credit_account,
      amount: r.amount,
      currency: r.currency,
      narrative: r.narrative,
    })),
  };
}
