// A bank's file as the command that takes it in: read whole, each statement given to the account that it tells about.

import { createHash, randomUUID } from 'node:crypto';
import type { BankFileEncoding } from '@countinghouse/contract/bank-files';
import { RECON_FILE_ROWS_MAX } from '@countinghouse/contract/bank-files';
import { normalReference } from '@countinghouse/kernel/accounts/find';
import { canonicalize } from '@countinghouse/kernel/canonical/jcs';
import { parsePostedAt } from '@countinghouse/kernel/recon/window';
import { listAccountsByCode, listAccountsByReference, type NamedAccount } from '@countinghouse/store/features/accounts/reads';
import { listSources, type SourceRow } from '@countinghouse/store/features/recon/reads';
import type { PiiStore } from '@countinghouse/store/keys/pii';
import { read, type Tx } from '@countinghouse/store/reader';
import type { CsvMapping } from '../../bank-files/csv-mapping.ts';
import { germanIban } from '../../bank-files/iban.ts';
import type { BankFile } from '../../bank-files/read-bank-file.ts';
import type { BankLine, BankStatement, LeftOut } from '../../bank-files/statement.ts';
import { Refusal, refuseField } from '../../http/refusal.ts';
import type { Services } from '../../services.ts';
import { referenceTokens } from '../../wire/references.ts';
import type { Draft } from './identify.ts';
import { readBankFileAside, unreadable } from './read-aside.ts';
import type { FedAccount } from './rules.ts';

export interface FileAsked {
  readonly source?: string | undefined;
  readonly account_code?: string | undefined;
  readonly encoding?: BankFileEncoding | undefined;
}

/** What is known of feeds and accounts before the file is read. Bank accounts of sources are in words; of one whose words were erased nobody knows. */
export interface Feeds {
  /** The source that is named. */
  readonly named: SourceRow | null;
  /** The account that is named. */
  readonly account: FedAccount | null;
  readonly sources: readonly SourceRow[];
}

/** Throws NOT_FOUND for a source that is not there where no account is named, VALIDATION_ERROR for an account that is not. */
export async function findFeeds(
  { readerPool, pii }: Pick<Services, 'readerPool' | 'pii'>,
  tenantId: string,
  { source, account_code }: FileAsked,
): Promise<Feeds> {
  const { rows, accounts } = await read(readerPool, { tenantId }, async (tx) => ({
    rows: await listSources(tx, tenantId),
    accounts: account_code === undefined ? [] : await listAccountsByCode(tx, tenantId, [account_code]),
  }));
  const words = await pii.reveal(
    tenantId,
    rows.map((row) => row.bank_account_token),
  );
  const sources = rows.map((row) => ({ ...row, bank_account: row.bank_account ?? words.of(row.bank_account_token) }));
  const named = sources.find((s) => s.name === source) ?? null;
  if (source !== undefined && named === null && account_code === undefined) throw new Refusal('NOT_FOUND', { source });
  if (account_code === undefined) return { named, account: null, sources };
  const [account] = accounts;
  if (account === undefined) throw refuseField('account_code', `There is no account ${account_code}.`);
  return { named, account, sources };
}

/** The statements of the file. Throws STATEMENT_UNREADABLE with the place of the first fault. */
export async function readFile(bytes: Uint8Array, { named }: Feeds, { encoding }: FileAsked, today: string): Promise<BankFile> {
  const csv = named === null || named.csv === null ? undefined : toMapping(named);
  const file = await readBankFileAside(bytes, {
    today,
    ...(csv === undefined ? {} : { csv }),
    ...(encoding === undefined ? {} : { encoding }),
  });
  const rows = file.statements.reduce((sum, s) => sum + s.lines.length, 0);
  if (rows > RECON_FILE_ROWS_MAX) throw unreadable({ code: 'TOO_LONG', message: `Use a file of at most ${RECON_FILE_ROWS_MAX} rows.` });
  return file;
}

/** A CSV file need not name its account or currency: those of the source hold. */
const toMapping = (source: SourceRow): CsvMapping => ({
  ...(JSON.parse(source.csv ?? '{}') as CsvMapping),
  account: source.bank_account ?? source.account_code,
  currency: source.currency,
});

interface Fed {
  readonly source: string;
  readonly account: FedAccount;
}

const bankAccountOf = (statement: BankStatement): string => statement.account.replaceAll(' ', '').toUpperCase();

/** The same; without the slash that Polish banks begin it with; and the IBAN that it stands for where a German bank writes bank code and number. */
function bankAccountsOf(statement: BankStatement): readonly string[] {
  const told = bankAccountOf(statement);
  return [told, told.replace(/^\//, ''), germanIban(told) ?? told];
}

/** Characters of an account's number that two ways of writing it must share. */
const TAIL_MIN = 6;

/**
 * Whether a statement may be of a source's bank account, however it writes the number: with or without signs, with the currency
 * behind it, or as the end of an IBAN. What does not name its account may be of any.
 */
function mayBeOf(statement: BankStatement, source: SourceRow): boolean {
  const [known = '', told = '', ...others] = [source.bank_account ?? '', ...bankAccountsOf(statement)].map((n) =>
    n.replaceAll(/[^A-Z0-9]/gv, ''),
  );
  if (told === '' || known === '') return true;
  const bare = told.endsWith(statement.currency) ? told.slice(0, -statement.currency.length) : told;
  return [told, bare, ...others].some((number) => {
    const [short = '', long = ''] = [number, known].sort((a, b) => a.length - b.length);
    return short === long || (short.length >= TAIL_MIN && long.endsWith(short));
  });
}

/** Whether both are fed by the same files, in which each finds what is in its currency: of one account at the bank, or by the same columns. */
const sharesFiles = (a: SourceRow, b: SourceRow): boolean =>
  a.bank_account === b.bank_account && (a.bank_account !== null || (a.csv !== null && a.csv === b.csv));

/**
 * Of a file that was given to one source, the source of a statement: that one, or in another currency the one beside it. Throws VALIDATION_ERROR where
 * there is none, or more than one.
 */
function inCurrency({ currency }: BankStatement, named: SourceRow, sources: readonly SourceRow[]): SourceRow {
  if (named.currency === currency || !sharesFiles(named, named)) return named;
  const [beside, ...others] = sources.filter((s) => s.currency === currency && sharesFiles(s, named));
  const why = `The file has rows in ${currency}, the source ${named.name} is in ${named.currency}.`;
  if (beside === undefined) {
    const same = named.bank_account === null ? 'columns' : 'account at the bank';
    throw refuseField('file', `${why} Save a source in ${currency} with the same ${same}: one file then feeds both.`);
  }
  if (others.length > 0) {
    const names = [beside, ...others].map(({ name }) => name).join(' and ');
    throw refuseField('file', `${why} They could be of ${names}: remove those that are not.`);
  }
  return beside;
}

/** The source of a statement where no account is named: of the file's, else the one that has the bank's account; null: none has. */
function sourceOf(statement: BankStatement, named: SourceRow | null, sources: readonly SourceRow[]): SourceRow | null {
  if (named !== null) return inCurrency(statement, named, sources);
  const told = bankAccountsOf(statement);
  return sources.find((s) => s.bank_account !== null && told.includes(s.bank_account) && s.currency === statement.currency) ?? null;
}

/** Where an account is named alone: the one source that feeds it and has the statement's bank account. A row is then the same, whichever of the two was named. */
function sourceFeeding(statement: BankStatement, account: FedAccount, sources: readonly SourceRow[]): SourceRow | null {
  const feeding = sources.filter((s) => s.account_id === account.id && (s.bank_account ?? '') !== '');
  const [found, ...others] = statement.account === '' ? [] : feeding.filter((s) => mayBeOf(statement, s));
  return others.length > 0 ? null : (found ?? null);
}

/**
 * Which account each statement tells about: the one that is named, that of the source that is named or of the one beside it that is in its currency, of the
 * source that has the bank's account, or the one whose reference is the bank's account. Throws SOURCE_UNKNOWN, or VALIDATION_ERROR for another currency or
 * a source of another bank's account.
 */
export async function findFed(
  tx: Tx,
  pii: PiiStore,
  tenantId: string,
  statements: readonly BankStatement[],
  asked: FileAsked,
  { named, account, sources }: Feeds,
): Promise<readonly Fed[]> {
  const byReference = await findReferred(tx, pii, tenantId, statements);
  return statements.map((statement) => {
    const bankAccount = bankAccountOf(statement);
    const { currency } = statement;
    const referred = byReference(bankAccount).find((a) => a.currency === currency);
    if (account === null && named !== null && !mayBeOf(statement, named))
      throw refuseField(
        'file',
        `Statement ${statement.reference} is of the bank account ${statement.account}, the source ${named.name} of ${named.bank_account}. Leave the source out, or name the account.`,
      );
    const feeding = account === null || asked.source !== undefined ? named : sourceFeeding(statement, account, sources);
    const own = account === null ? sourceOf(statement, named, sources) : feeding;
    const found = account ?? (own === null ? referred : { id: own.account_id, code: own.account_code, currency: own.currency });
    if (found === undefined) throw new Refusal('SOURCE_UNKNOWN', { bank_account: statement.account, currency });
    if (found.currency !== currency)
      throw refuseField(
        'file',
        `Statement ${statement.reference} is in ${currency}, the account ${found.code} is kept in ${found.currency}.`,
      );
    // The name of a source is in the log: a number whose words are beside it is not.
    const isBeside = referred?.id === found.id && referred.external_ref_token !== null;
    return { source: own?.name ?? asked.source ?? (bankAccount === '' || isBeside ? found.code : bankAccount), account: found };
  });
}

/** The accounts whose reference is a bank's account, in words or as a token. */
async function findReferred(
  tx: Tx,
  pii: PiiStore,
  tenantId: string,
  statements: readonly BankStatement[],
): Promise<(bankAccount: string) => readonly NamedAccount[]> {
  const named = [...new Set(statements.map(bankAccountOf))];
  const tokens = await referenceTokens(pii, tenantId, named);
  const accounts = await listAccountsByReference(tx, tenantId, named, tokens);
  return (bankAccount) => {
    const token = tokens[named.indexOf(bankAccount)];
    return accounts.filter(
      (a) =>
        (a.external_ref !== null && normalReference(a.external_ref) === bankAccount) ||
        (token !== undefined && a.external_ref_token === token),
    );
  };
}

const nextTurn = (): Promise<void> => new Promise(setImmediate);

/** The statements with their rows, of which the words go beside the log, in one statement. In between, others are served. */
export async function toDrafts(pii: PiiStore, tenantId: string, statements: readonly BankStatement[], fed: readonly Fed[]) {
  const words = statements.map((s) => s.lines.map(wordsOf));
  const told = words.flat().flatMap((w) => (w === null ? [] : [{ kind: 'bank-text' as const, words: w }]));
  const { tokens, store } = await pii.tokeniseAll(tenantId, told);
  const next = tokens.values();
  const drafts: Draft[] = [];
  for (const [i, statement] of statements.entries()) {
    await nextTurn();
    const { source, account } = fed[i] as Fed;
    const rows = statement.lines.map((line, n) => toRow(line, words[i]?.[n] === null ? null : (next.next().value ?? null)));
    const days = rows.map((r) => r.on).sort((a, b) => (a < b ? -1 : 1));
    const { openingBalance = null, closingBalance = null, from = days[0] ?? null, to = days.at(-1) ?? null } = statement;
    drafts.push({
      id: randomUUID(),
      source,
      accountId: account.id,
      reference: statement.reference,
      openingE8: openingBalance,
      closingE8: closingBalance,
      fromOn: from,
      toOn: to,
      rows,
    });
  }
  return { drafts, store: told.length === 0 ? [] : [store] };
}

/** What all statements of a file have that is no row. */
export const countLeftOut = (statements: readonly BankStatement[]): LeftOut => ({
  pending: statements.reduce((sum, { leftOut }) => sum + leftOut.pending, 0),
  zero: statements.reduce((sum, { leftOut }) => sum + leftOut.zero, 0),
});

export const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** What the bank wrote, as it is kept; null where it wrote nothing. */
function wordsOf({ reference, description, counterparty, bankReference }: BankLine): string | null {
  const told = Object.entries({ reference, description, counterparty, bankReference }).filter(
    ([, text]) => text !== undefined && text !== '',
  );
  return told.length === 0 ? null : canonicalize(Object.fromEntries(told) as Record<string, string>);
}

function toRow(line: BankLine, wordsToken: string | null) {
  const posted = parsePostedAt(line.postedAt);
  if (posted === null) throw new Error('a line was read whose day cannot be');
  return { at: posted.at, on: line.postedOn ?? posted.on, amountE8: line.amount, line: line.line, wordsToken };
}
