// Whether what became of an intent is what its request asks for: row for row the same accounts, amounts, currencies, days and words.
// Which account a code names is known where accounts are: names and what they stand for are handed on.
// @ts-check

import { signOf } from './amounts.js';
import { keyOf } from './id-table.js';

/** @typedef {Readonly<Record<string, unknown>>} Line */

/** Names that are remembered; then it begins again. */
const NAMES_MAX = 20_000;

/** Names of accounts with what they stood for when they were handed on: what held then holds, for an account keeps its code. */
export class NamesTold {
  /** @type {Map<string, string>} */ #ids = new Map();

  /** @param {string} asked @param {string} id */
  isNew(asked, id) {
    if (this.#ids.get(asked) === id) return false;
    if (this.#ids.size >= NAMES_MAX) this.#ids.clear();
    this.#ids.set(asked, id);
    return true;
  }
}

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
  const { proposed_actions: asked = [] } = request;
  if (!Array.isArray(asked)) return false;
  if (asked.length === 0) return true;
  return (
    asked.length === rows.length &&
    asked.every((row, i) => isRow(/** @type {Line} */ (row ?? {}), /** @type {Line} */ (rows[i]), request['value_date'], onName))
  );
}

/** What becomes of a hold, by what its client calls the intent. @type {Readonly<{ [useCase: string]: string }>} */
const HOLD_ACTIONS = { hold: 'place', capture: 'capture', void: 'void' };
/** What names another intent in the place of rows, by what its client calls the intent. @type {Readonly<{ [useCase: string]: 'hold' | 'reverses' }>} */
const NAMED_BY = { capture: 'hold', void: 'hold', reversal: 'reverses' };

/**
 * Why what became of an intent is of another kind than its request, or follows another intent than it names; null where it does neither.
 * @param {Line} request
 * @param {Line} payload
 * @param {readonly Line[]} rows
 * @param {boolean} isSigned
 */
export function otherThanAsked(request, payload, rows, isSigned) {
  const { use_case: useCase, constraints, proposed_actions: actions } = request;
  if (useCase === undefined) return null;
  if (typeof useCase !== 'string' || useCase !== payload['use_case']) return 'is of another use case than its request';
  // What is proposed has no effect yet.
  if (payload['approval'] !== undefined) return null;
  const hold = /** @type {Line} */ (payload['hold'] ?? {});
  const reverses = /** @type {Line} */ (payload['reverses'] ?? {});
  if (hold['action'] !== (Object.hasOwn(HOLD_ACTIONS, useCase) ? HOLD_ACTIONS[useCase] : undefined))
    return 'does something else with a hold than its request';
  const by = Object.hasOwn(NAMED_BY, useCase) ? NAMED_BY[useCase] : undefined;
  if (by === undefined) {
    const isEmpty = !Array.isArray(actions) || actions.length === 0;
    return isSigned && isEmpty && rows.length > 0 ? 'has rows, and its client signed for none' : null;
  }
  const named = /** @type {Line | null | undefined} */ (constraints)?.[by];
  const followed = by === 'hold' ? hold['intent_id'] : reverses['intent_id'];
  return named === undefined || named === followed ? null : 'follows another intent than the one that its request names';
}

/** @param {Line} asked @param {Line} row @param {unknown} valueDate @param {(asked: string, id: string) => void} onName */
function isRow(asked, row, valueDate, onName) {
  const sign = signOf(asked['amount'], row['amount']);
  if (sign === 0) return false;
  // A negative amount changes the sides over.
  const [debit, credit] = sign < 0 ? [asked['creditAccount'], asked['debitAccount']] : [asked['debitAccount'], asked['creditAccount']];
  if (typeof debit !== 'string' || typeof credit !== 'string') return false;
  onName(debit, String(row['debit_account_id']));
  onName(credit, String(row['credit_account_id']));
  const [date, currency] = [asked['valueDate'] ?? valueDate, asked['currency']];
  return (
    typeof currency === 'string' &&
    currency.trim().toUpperCase() === row['currency'] &&
    (date === undefined || date === row['value_date']) &&
    (asked['narrative'] ?? '') === row['narrative']
  );
}

/**
 * What rows say, whatever their days; `mirrored`: with their sides changed over.
 * @param {readonly Line[]} rows
 */
export function textOfRows(rows, mirrored = false) {
  const [from, to] = mirrored ? ['credit_account_id', 'debit_account_id'] : ['debit_account_id', 'credit_account_id'];
  return rows
    .map((row) => `${pairOf(row[from], row[to])}|${row['amount']}|${row['currency']}|${JSON.stringify(row['narrative'])}`)
    .join('\n');
}

/** Two ids as one text, which no two others have: how long they are comes first. @param {unknown} a @param {unknown} b */
export function pairOf(a, b) {
  const [first, second] = [String(a), String(b)];
  return `${first.length} ${second.length} ${first}${second}`;
}

/** Sixteen bytes that stand for what rows say. @param {readonly Line[]} rows */
export const digestOfRows = (rows, mirrored = false) => keyOf(textOfRows(rows, mirrored));
