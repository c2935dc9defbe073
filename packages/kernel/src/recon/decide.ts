// Which rows are new, what may be matched, and what is undone. Rows and postings are read from the database where the log ends
// (`reading.ts`): nothing is matched twice, whoever asks at once.

import { append, type Decision, type Facts, refuse, refuseField } from '../ledger/decision.ts';
import type { EventDraft } from '../ledger/events.ts';
import { guardWrite } from '../ledger/guard.ts';
import type { TenantState } from '../ledger/state.ts';
import { formatAmountE8 } from '../money/amount.ts';
import type {
  ClearReconException,
  ImportedRow,
  ImportedStatement,
  ImportRecon,
  MatchRecon,
  RemoveReconSource,
  SaveReconSource,
  SetReconException,
  UnmatchRecon,
} from './commands.ts';
import type { ReconMatch, ReconRow, ReconStatement } from './events.ts';
import { type KnownPosting, postingKey, type ReconReading } from './reading.ts';
import { RowsOfFile } from './same-file.ts';

/** Rows that one event carries. Source: decision 0043. */
export const ROWS_PER_EVENT = 500;

/** Refuses, first match wins: as `guardWrite` (admin), VALIDATION_ERROR (no such account), CODE_TAKEN (another source has the bank's account in this currency), REFERENCES_CHANGED (that account in the clear, where such are to be tokens). */
export function decideSaveReconSource(state: TenantState, command: SaveReconSource): Decision {
  const refusal = guardWrite(state, command.actor, 'admin');
  if (refusal !== null) return refusal;
  const { name, accountId, bankAccount, bankAccountToken = null, csv } = command;
  const key = bankAccount ?? bankAccountToken;
  const account = state.accounts.get(accountId);
  if (account === undefined) return refuseField('account_code', 'There is no such account.');
  for (const [other, source] of state.reconSources) {
    const currency = state.accounts.get(source.accountId)?.currency;
    if (other !== name && key !== null && source.bankAccount === key && currency === account.currency)
      return refuse('CODE_TAKEN', { name: other });
  }
  if (bankAccount !== null && state.privacy.references === 'token') return refuse('REFERENCES_CHANGED');
  const token = bankAccountToken === null ? {} : { bank_account_token: bankAccountToken };
  return append({ type: 'recon_source.saved', payload: { name, account_id: accountId, bank_account: bankAccount, ...token, csv } });
}

/** What came in from it stays. Refuses, first match wins: as `guardWrite` (admin), NOT_FOUND. */
export function decideRemoveReconSource(state: TenantState, command: RemoveReconSource): Decision {
  const refusal = guardWrite(state, command.actor, 'admin');
  if (refusal !== null) return refusal;
  if (!state.reconSources.has(command.name)) return refuse('NOT_FOUND');
  return append({ type: 'recon_source.removed', payload: { name: command.name } });
}

/**
 * Takes in what is new; rows that are there already are counted and change nothing, and so are those that the same file brought before under
 * another id. Where nothing is new there is no event.
 *
 * Refuses, first match wins: as `guardWrite` (a member), VALIDATION_ERROR (no row at all; an account that is not there; a statement
 * whose opening balance and rows do not come to its closing balance).
 */
export function decideImportRecon(state: TenantState, command: ImportRecon, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const { id, format, fileSha256, statements } = command;
  if (statements.every((s) => s.rows.length === 0)) return refuseField('rows', 'Provide at least one statement row');
  const reading = readingOf(state, facts);
  for (const s of statements) {
    if (!state.accounts.has(s.accountId)) return refuseField('account_code', 'There is no such account.');
    if (s.openingE8 === null || s.closingE8 === null) continue;
    const reachedE8 = s.rows.reduce((sum, r) => sum + r.amountE8, s.openingE8);
    if (reachedE8 !== s.closingE8)
      return refuseField(
        'closing_balance',
        `The rows lead to ${formatAmountE8(reachedE8)}, the statement to ${formatAmountE8(s.closingE8)}.`,
      );
  }
  // Two statements of one file may share days: what the first brought the second does not bring again.
  const seen = new Set(reading.rows.keys());
  const again = new RowsOfFile(command, reading.ofFile);
  const rows: ReconRow[] = [];
  const told = statements.map((s) => {
    const fresh = s.rows.filter((row) => {
      const isNew = !seen.has(row.id);
      seen.add(row.id);
      return isNew && !again.take(s, row);
    });
    rows.push(...fresh.map((row) => toRow(s.id, row)));
    return toStatement(s, fresh.length);
  });
  if (rows.length === 0) return append();
  const parts: EventDraft[] = [];
  for (let from = 0; from < rows.length; from += ROWS_PER_EVENT)
    parts.push({ type: 'recon.rows_added', payload: { import_id: id, rows: rows.slice(from, from + ROWS_PER_EVENT) } });
  return append({ type: 'recon.imported', payload: { id, format, file_sha256: fileSha256, statements: told } }, ...parts);
}

const toStatement = (s: ImportedStatement, fresh: number): ReconStatement => ({
  id: s.id,
  source: s.source,
  account_id: s.accountId,
  reference: s.reference,
  opening_balance: s.openingE8 === null ? null : formatAmountE8(s.openingE8),
  closing_balance: s.closingE8 === null ? null : formatAmountE8(s.closingE8),
  from_on: s.fromOn,
  to_on: s.toOn,
  rows: fresh,
  duplicates: s.rows.length - fresh,
});

const toRow = (statementId: string, row: ImportedRow): ReconRow => ({
  id: row.id,
  statement_id: statementId,
  posted_at: row.at,
  posted_on: row.on,
  amount: formatAmountE8(row.amountE8),
  line: row.line,
  words_token: row.wordsToken,
});

/**
 * Matches what is still free. Of a run, what is not free any more is left out, and where nothing is left there is no event.
 *
 * What a person matches refuses, first match wins: as `guardWrite` (a member), NOT_FOUND (a row or posting that is not there, or not
 * of the account), RECON_MATCHED, RECON_SUM.
 */
export function decideMatchRecon(state: TenantState, command: MatchRecon, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const reading = readingOf(state, facts);
  const taken = new Set<string>();
  const matches: ReconMatch[] = [];
  for (const match of command.matches) {
    const mismatch = refuseMatch(match, reading, taken);
    if (mismatch !== null && command.runId === null) return mismatch;
    if (mismatch !== null) continue;
    matches.push({ ...match, last_on: lastDayOf(match, reading) });
    for (const id of match.row_ids) taken.add(id);
    for (const { seq, line } of match.postings) taken.add(`${postingKey(seq, line)} ${match.account_id}`);
  }
  return matches.length === 0 ? append() : append({ type: 'recon.matched', payload: { run_id: command.runId, matches } });
}

type Asked = MatchRecon['matches'][number];

function lastDayOf(match: Asked, reading: ReconReading): string {
  const days = [
    ...match.row_ids.map((id) => reading.rows.get(id)?.postedOn ?? ''),
    ...match.postings.map(({ seq, line }) => reading.postings.get(postingKey(seq, line))?.valueDate ?? ''),
  ];
  return days.reduce((last, day) => (day > last ? day : last), '');
}

/** `taken` is what matches before it in the same command took. */
function refuseMatch(match: Asked, reading: ReconReading, taken: ReadonlySet<string>): Decision | null {
  const named = new Set<string>();
  let differenceE8 = 0n;
  let isTaken = false;
  for (const id of match.row_ids) {
    const row = reading.rows.get(id);
    if (row === undefined || row.accountId !== match.account_id) return refuse('NOT_FOUND', { row_id: id });
    isTaken ||= row.matchId !== null || taken.has(id) || named.has(id);
    named.add(id);
    differenceE8 += row.amountE8;
  }
  for (const { seq, line } of match.postings) {
    const posting = reading.postings.get(postingKey(seq, line));
    const sideE8 = posting === undefined ? null : sideOn(posting, match.account_id);
    if (posting === undefined || sideE8 === null) return refuse('NOT_FOUND', { seq, line });
    const key = `${postingKey(seq, line)} ${match.account_id}`;
    isTaken ||= posting.matchedOn.includes(match.account_id) || taken.has(key) || named.has(key);
    named.add(key);
    differenceE8 -= sideE8;
  }
  if (isTaken) return refuse('RECON_MATCHED');
  return differenceE8 === 0n ? null : refuse('RECON_SUM', { difference: formatAmountE8(differenceE8) });
}

/** What a posting does to an account, positive where it debits it; null where it does not lie on it. */
function sideOn(posting: KnownPosting, accountId: string): bigint | null {
  if (posting.debitAccountId === accountId) return posting.amountE8;
  return posting.creditAccountId === accountId ? -posting.amountE8 : null;
}

/** Undoes one match; its rows and postings are free again. Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND (never made, or undone). */
export function decideUnmatchRecon(state: TenantState, command: UnmatchRecon, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  if (!readingOf(state, facts).matches.has(command.matchId)) return refuse('NOT_FOUND');
  return append({ type: 'recon.unmatched', payload: { match_id: command.matchId } });
}

/** Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND, RECON_MATCHED, VALIDATION_ERROR (the owner is not a member). */
export function decideSetReconException(state: TenantState, command: SetReconException, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const { rowId, ownerId, noteToken } = command;
  const row = readingOf(state, facts).rows.get(rowId);
  if (row === undefined) return refuse('NOT_FOUND');
  if (row.matchId !== null) return refuse('RECON_MATCHED');
  if (ownerId !== null && !state.members.has(ownerId)) return refuseField('owner_id', 'Choose a member of this organisation.');
  return append({ type: 'recon.exception_set', payload: { row_id: rowId, owner_id: ownerId, note_token: noteToken } });
}

/** Changes nothing where the row is no exception. Refuses, first match wins: as `guardWrite` (a member), NOT_FOUND. */
export function decideClearReconException(state: TenantState, command: ClearReconException, facts: Facts): Decision {
  const refusal = guardWrite(state, command.actor, 'member');
  if (refusal !== null) return refusal;
  const { rowId } = command;
  const row = readingOf(state, facts).rows.get(rowId);
  if (row === undefined) return refuse('NOT_FOUND');
  return row.isException ? append({ type: 'recon.exception_cleared', payload: { row_id: rowId } }) : append();
}

function readingOf(state: TenantState, { recon }: Facts): ReconReading {
  if (recon === undefined || recon.knownAtSeq !== state.head.seq) throw new Error('rows and postings were not read where the log ends');
  return recon;
}
