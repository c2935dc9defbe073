// From the records of a file to intents. What a row cannot be made an intent of is told for that row; the others go on.
// Keys and ids follow from the content alone, so that the same file, or the same row in another file, is the same business act.

import { createHash } from 'node:crypto';
import type { NewImport } from '@countinghouse/contract/features/imports';
import { CONSENT_LIFE_SECONDS, INTENT_ROWS_MAX, Intent } from '@countinghouse/contract/features/intents';
import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type * as z from 'zod';
import type { CsvRecord } from './read-csv.ts';

export interface ReadIntent {
  readonly line: number;
  readonly lines: number;
  readonly reference: string;
  readonly summary: string;
  /** The body of the intent, its FX snapshot still to be named; or what is wrong. */
  readonly request: JsonObject | null;
  readonly fault: string | null;
}

export interface Context {
  readonly tenantId: string;
  /** Milliseconds since 1970: when the consent is given. */
  readonly nowMs: number;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
const OPENING_USE_CASE = 'opening_balance';
const ID_DIGITS = 40;

export function intentsOf(file: z.output<typeof NewImport>, records: readonly CsvRecord[], context: Context): readonly ReadIntent[] {
  return file.kind === 'intents' ? ofRows(file.decimal_comma, records, context) : ofBalances(file, records, context);
}

/** Rows of one reference are one intent; a row without one is an intent of its own, told from equal ones by counting them. */
function ofRows(decimalComma: boolean, records: readonly CsvRecord[], context: Context): readonly ReadIntent[] {
  const groups = new Map<string, CsvRecord[]>();
  const seen = new Map<string, number>();
  for (const record of records) {
    const reference = record.fields['reference'] ?? '';
    let key = `reference:${reference}`;
    if (reference === '') {
      const content = digest(JSON.stringify(Object.entries(record.fields).sort(([a], [b]) => (a < b ? -1 : 1))));
      const nth = (seen.get(content) ?? 0) + 1;
      seen.set(content, nth);
      key = `row:${content}:${nth}`;
    }
    const group = groups.get(key) ?? [];
    group.push(record);
    groups.set(key, group);
  }
  return [...groups].map(([key, group]) => {
    const [first] = group as [CsvRecord, ...CsvRecord[]];
    const { value_date: valueDate = '', use_case: useCase = '', reference = '' } = first.fields;
    const rows = group.map(({ fields: f }) => ({
      debitAccount: f['debit_account'] ?? '',
      creditAccount: f['credit_account'] ?? '',
      amount: toDecimal(f['amount'] ?? '', decimalComma),
      currency: (f['currency'] ?? '').toUpperCase(),
      valueDate: f['value_date'] ?? '',
      narrative: f['narrative'] ?? '',
    }));
    const summary = rows.map((r) => `${r.debitAccount} / ${r.creditAccount} ${r.amount} ${r.currency}`);
    const intent = makeIntent(context, `import:${key}`, useCase === '' ? 'import' : useCase, valueDate, rows);
    return finish(first.line, group.length, reference, summary, intent);
  });
}

/** An account's balance, debit-positive, against the account for its currency. */
function ofBalances(
  file: Extract<z.output<typeof NewImport>, { kind: 'opening_balances' }>,
  records: readonly CsvRecord[],
  context: Context,
): readonly ReadIntent[] {
  const currencies = Object.keys(file.counter_accounts);
  return records.map(({ line, fields }) => {
    const { account = '', balance = '', narrative = '' } = fields;
    const currency = (fields['currency'] ?? (currencies.length === 1 ? currencies[0] : '') ?? '').toUpperCase();
    const counter = file.counter_accounts[currency];
    const amount = toDecimal(balance, file.decimal_comma);
    const summary = [`${account} ${amount} ${currency}`];
    if (counter === undefined) {
      const fault =
        currency === '' ? 'Say the currency of this row.' : `No account is named against which balances in ${currency} are posted.`;
      return { line, lines: 1, reference: account, summary: summary.join(''), request: null, fault };
    }
    const rows = [
      { debitAccount: account, creditAccount: counter, amount, currency, narrative: narrative === '' ? 'Opening balance' : narrative },
    ];
    const key = `opening:${file.value_date}:${account.toUpperCase()}:${currency}`;
    return finish(line, 1, account, summary, makeIntent(context, key, OPENING_USE_CASE, file.value_date, rows));
  });
}

function makeIntent(context: Context, key: string, useCase: string, valueDate: string, rows: readonly JsonObject[]): JsonObject {
  const idemKey = key.length > 190 ? `import:${digest(key)}` : key;
  return {
    intent_id: `import-${digest(key).slice(0, ID_DIGITS)}`,
    tenant_id: context.tenantId,
    use_case: useCase,
    idem_key: idemKey,
    value_date: valueDate,
    constraints: {},
    proposed_actions: rows,
    snapshot_ids: {},
    consent: {
      scope: ['ledger:post'],
      reference: 'import',
      granted_at: new Date(context.nowMs).toISOString(),
      expires_at: new Date(context.nowMs + CONSENT_LIFE_SECONDS * 1000).toISOString(),
    },
  };
}

const SHOWN_MAX = 3;
function finish(line: number, lines: number, reference: string, rows: readonly string[], intent: JsonObject): ReadIntent {
  const more = rows.length > SHOWN_MAX ? `; and ${rows.length - SHOWN_MAX} more` : '';
  const told = { line, lines, reference, summary: rows.slice(0, SHOWN_MAX).join('; ') + more };
  if (lines > INTENT_ROWS_MAX) return { ...told, request: null, fault: `Use at most ${INTENT_ROWS_MAX} rows a reference.` };
  const parsed = Intent.safeParse(intent);
  if (parsed.success) return { ...told, request: intent, fault: null };
  const [issue] = parsed.error.issues;
  return { ...told, request: null, fault: `${columnOf(issue?.path ?? [])}: ${issue?.message ?? 'wrong'}` };
}

/** What the file calls the field that a schema found wrong. */
function columnOf(path: readonly PropertyKey[]): string {
  const names: Readonly<Record<string, string>> = {
    debitAccount: 'debit_account',
    creditAccount: 'credit_account',
    valueDate: 'value_date',
  };
  const last = String(path.at(-1) ?? 'row');
  return names[last] ?? last;
}

/** `1.234,56` and `1234,56` as `1234.56` where the file says so; blanks that group digits are taken out. What it cannot read it leaves. */
function toDecimal(text: string, decimalComma: boolean): string {
  const plain = text.replace(/(?<=\d)[\s'\u00a0\u202f](?=\d{3})/g, '').replace('−', '-');
  if (decimalComma)
    return /^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$|^[+-]?\d+(,\d+)?$/.test(plain) ? plain.replaceAll('.', '').replace(',', '.') : text;
  return /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/.test(plain) ? plain.replaceAll(',', '') : plain;
}
