// Whether what became of an intent is what its request asks for: row for row the same accounts, amounts, currencies, days and words.
// Which account a code names is known where accounts are: names and what they stand for are handed on.
// @ts-check

import { hash } from 'node:crypto';
import { askedE8, postedE8 } from './amounts.js';
import { KEY_BYTES } from './id-table.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */

/** The rows that a decision posts, reserves or proposes. @param {Line} payload @returns {readonly Line[]} */
export function rowsOf(payload) {
  const { hold, rows, approval } = payload;
  const { action, rows: reserved } = /** @type {Line} */ (hold ?? {});
  const { payload: proposed } = /** @type {{ readonly payload?: Line }} */ (approval ?? {});
  const found = action === 'place' ? reserved : (rows ?? proposed?.['rows']);
  return Array.isArray(found) ? found : [];
}

/**
 * Where the request names no rows (all of a hold, a reversal, an act of the system) there is nothing to compare.
 * @param {Line} request
 * @param {readonly Line[]} rows
 * @param {(asked: string, id: string) => void} onName called for each account that is named
 */
export function areAsAsked(request, rows, onName) {
  const asked = /** @type {readonly Line[]} */ (Array.isArray(request['proposed_actions']) ? request['proposed_actions'] : []);
  if (asked.length === 0) return true;
  return asked.length === rows.length && asked.every((row, i) => isRow(row, /** @type {Line} */ (rows[i]), request['value_date'], onName));
}

/** @param {Line} asked @param {Line} row @param {unknown} valueDate @param {(asked: string, id: string) => void} onName */
function isRow(asked, row, valueDate, onName) {
  const [amountE8, landedE8] = [askedE8(asked['amount']), postedE8(row['amount'])];
  if (amountE8 === null || landedE8 === null) return false;
  // A negative amount changes the sides over.
  const [debit, credit] = amountE8 < 0n ? [asked['creditAccount'], asked['debitAccount']] : [asked['debitAccount'], asked['creditAccount']];
  if (typeof debit !== 'string' || typeof credit !== 'string') return false;
  onName(debit, String(row['debit_account_id']));
  onName(credit, String(row['credit_account_id']));
  const date = asked['valueDate'] ?? valueDate;
  return (
    (amountE8 < 0n ? -amountE8 : amountE8) === landedE8 &&
    String(asked['currency']).trim().toUpperCase() === row['currency'] &&
    (date === undefined || date === row['value_date']) &&
    (asked['narrative'] ?? '') === row['narrative']
  );
}

/**
 * Sixteen bytes that stand for rows, whatever their days; `mirrored`: with their sides changed over.
 * @param {readonly Line[]} rows
 */
export function digestOfRows(rows, mirrored = false) {
  const [from, to] = mirrored ? ['credit_account_id', 'debit_account_id'] : ['debit_account_id', 'credit_account_id'];
  const text = rows
    .map((row) => `${row[from]}|${row[to]}|${row['amount']}|${row['currency']}|${JSON.stringify(row['narrative'])}`)
    .join('\n');
  return hash('sha256', text, 'buffer').subarray(0, KEY_BYTES);
}
