// Reads a bank's file on a thread: 10 MB take a second or two.

import { type BankFile, type BankFileOptions, readBankFile } from '../../bank-files/read-bank-file.ts';
import { BankFileFault, type BankLine, type BankStatement, type Place } from '../../bank-files/statement.ts';
import { type Reader, readHere, readOnThread } from '../../files/read-on-thread.ts';
import { Refusal } from '../../http/refusal.ts';

interface Sent {
  readonly bytes: Uint8Array;
  readonly options: BankFileOptions;
}
/** Lines of a statement; the next piece has more of them where it `continues`. */
interface Piece {
  readonly format: BankFile['format'];
  readonly statement: Omit<BankStatement, 'lines'>;
  readonly lines: readonly BankLine[];
  readonly continues: boolean;
}

/** So many statements and lines take the server's thread a few milliseconds. */
const LINES_A_PART = 2_000;

/** A file of which nothing is taken, with the place of the fault. */
export function unreadable({ code, message, line, element }: Pick<BankFileFault, 'code' | 'message'> & Place): Refusal {
  const place = { ...(line === undefined ? {} : { line }), ...(element === undefined ? {} : { element }) };
  return new Refusal('STATEMENT_UNREADABLE', [{ path: 'file', code, message, ...place }]);
}

const reader: Reader<Sent, readonly Piece[]> = {
  moduleUrl: import.meta.url,
  task: 'read a bank file',
  read: ({ bytes, options }) => partsOf(readOrRefuse(bytes, options)),
  refuse: (message) => unreadable({ code: 'TOO_LONG', message }),
};

/** As `readBankFile`. Throws STATEMENT_UNREADABLE with the place of the fault; TOO_LONG for a file that takes more than 15 s, or 208 MB. */
export async function readBankFileAside(bytes: Uint8Array, options: BankFileOptions = {}, timeMsMax?: number): Promise<BankFile> {
  const pieces = (await readOnThread(reader, { bytes, options }, timeMsMax)).flat();
  const [first] = pieces;
  if (first === undefined) throw new Error('a bank file came to nothing');
  const statements: (BankStatement & { readonly lines: BankLine[] })[] = [];
  let begins = true;
  for (const { statement, lines, continues } of pieces) {
    if (begins) statements.push({ ...statement, lines: [] });
    for (const line of lines) statements.at(-1)?.lines.push(line);
    begins = !continues;
  }
  return { format: first.format, statements };
}

function readOrRefuse(bytes: Uint8Array, options: BankFileOptions): BankFile {
  try {
    return readBankFile(bytes, options);
  } catch (error) {
    throw error instanceof BankFileFault ? unreadable(error) : error;
  }
}

function* partsOf(file: BankFile): Generator<readonly Piece[]> {
  let part: Piece[] = [];
  let weight = 0;
  for (const piece of piecesOf(file)) {
    part.push(piece);
    weight += 1 + piece.lines.length;
    if (weight < LINES_A_PART) continue;
    yield part;
    part = [];
    weight = 0;
  }
  if (part.length > 0) yield part;
}

function* piecesOf({ format, statements }: BankFile): Generator<Piece> {
  for (const { lines, ...statement } of statements) {
    let from = 0;
    do {
      const upTo = from + LINES_A_PART;
      yield { format, statement, lines: lines.slice(from, upTo), continues: upTo < lines.length };
      from = upTo;
    } while (from < lines.length);
  }
}

void readHere(reader);
