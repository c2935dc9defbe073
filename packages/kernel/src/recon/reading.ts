// What the database says about the rows and postings that a command names, read where the log ends.

/** A row that is there. */
export interface KnownRow {
  readonly postedOn: string;
  readonly accountId: string;
  readonly amountE8: bigint;
  readonly matchId: string | null;
  readonly isException: boolean;
}

/** A row that an earlier import of the same file brought. */
export interface FileRow {
  readonly id: string;
  readonly accountId: string;
  readonly source: string;
  readonly line: number;
  readonly postedOn: string;
  readonly amountE8: bigint;
}

export interface KnownPosting {
  readonly valueDate: string;
  readonly debitAccountId: string;
  readonly creditAccountId: string;
  readonly amountE8: bigint;
  /** Accounts on whose side it is matched. */
  readonly matchedOn: readonly string[];
}

export interface ReconReading {
  readonly knownAtSeq: number;
  /** By id: of the rows that the command names, those that are there. */
  readonly rows: ReadonlyMap<string, KnownRow>;
  /** Of the file that the command imports, byte for byte the same: what earlier imports of it brought on the days of its rows. */
  readonly ofFile: readonly FileRow[];
  /** By `postingKey`: likewise. */
  readonly postings: ReadonlyMap<string, KnownPosting>;
  /** Of the matches that the command names, those that hold. */
  readonly matches: ReadonlySet<string>;
}

export const postingKey = (seq: number, line: number): string => `${seq}/${line}`;
