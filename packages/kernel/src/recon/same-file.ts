// A file that comes in again brings nothing again, however it is read: under another source, in another encoding, by a later reader, or after its words
// were erased a row has another id, and is the same row all the same.

import type { ImportedRow, ImportedStatement, ImportRecon } from './commands.ts';
import type { FileRow } from './reading.ts';

/** What earlier imports of the same file brought, to be taken once each. */
export class RowsOfFile {
  private readonly left: Map<string, FileRow[]>;
  private readonly isCsv: boolean;

  /** Rows that the command names by their id are themselves: they stand for no other. */
  constructor({ format, statements }: ImportRecon, ofFile: readonly FileRow[]) {
    this.isCsv = format === 'csv';
    const named = ofFile.length === 0 ? new Set<string>() : new Set(statements.flatMap((s) => s.rows.map((r) => r.id)));
    this.left = Map.groupBy(
      ofFile.filter((r) => !named.has(r.id)),
      (r) => this.placeOf(r.accountId, r.source, r.line, r.postedOn, r.amountE8),
    );
  }

  /** Whether a row that is not known by its id came in with an earlier import of the file. */
  take({ accountId, source }: ImportedStatement, { line, on, amountE8 }: ImportedRow): boolean {
    return this.left.size > 0 && this.left.get(this.placeOf(accountId, source, line, on, amountE8))?.pop() !== undefined;
  }

  /** A CSV may not say of which account at the bank it is: those of two sources may be alike, byte for byte. */
  private placeOf(accountId: string, source: string, line: number, on: string, amountE8: bigint): string {
    return `${accountId} ${line} ${on} ${amountE8} ${this.isCsv ? source : ''}`;
  }
}
