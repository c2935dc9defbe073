// A log from its first event on, in pages, wherever its rows are: what left the database is read from its blocks, and what stayed of these stretches from the
// database, as it is stored there.

import type { LoggedEvent } from '../chained-event.ts';
import type { Tx } from '../reader.ts';
import { findPrunedTo, listBlocksBetween, readBlocks } from './read-rows.ts';
import { type LoggedPosting, mayLeave, type Part, type Rows, readRows } from './stretch.ts';

export interface LogPage extends Rows {
  /** All rows up to this seq were answered; at the end of the log, also those beyond it. */
  readonly to: number;
  readonly isLast: boolean;
}

/** Reads the pages of one transaction that sees one point in time. */
export class LogPages {
  private readonly tx: Tx;
  private readonly tenantId: string;
  private readonly parts: readonly Part[];
  private prunedTo: number | null = null;

  constructor(tx: Tx, tenantId: string, parts: readonly Part[]) {
    this.tx = tx;
    this.tenantId = tenantId;
    this.parts = parts;
  }

  /** The rows above one seq and up to another: of the database as many events as the limit says, of a block all that it has. */
  async next(after: number, through: number, limit: number): Promise<LogPage> {
    this.prunedTo ??= await findPrunedTo(this.tx, this.tenantId);
    if (after < this.prunedTo) {
      const block = await this.nextBlock(after, through);
      if (block !== null) return block;
    }
    const rows = await readRows(this.tx, this.tenantId, { after, through, limit }, this.parts);
    const isLast = rows.events.length < limit;
    return { ...rows, to: isLast ? through : (rows.events.at(-1)?.seq ?? through), isLast };
  }

  private async nextBlock(after: number, through: number): Promise<LogPage | null> {
    const { tx, tenantId, parts } = this;
    const [block] = await listBlocksBetween(tx, tenantId, { after, through }, 1);
    if (block === undefined) return null;
    const to = Math.min(block.last_seq, through);
    const [left] = await readBlocks(tx, tenantId, [block], parts.includes('postings') ? ['events', 'postings'] : ['events']);
    const stayed = await readRows(tx, tenantId, { after, through: to, limit: to - after }, parts);
    const isWanted = ({ seq }: { readonly seq: number }): boolean => seq > after && seq <= to;
    const merge = <T extends { readonly seq: number }>(of: (rows: Rows) => readonly T[], keyOf: (row: T) => string): readonly T[] => {
      const rows = new Map((left === undefined ? [] : of(left).filter(isWanted)).map((row) => [keyOf(row), row]));
      for (const row of of(stayed)) rows.set(keyOf(row), row);
      return [...rows.values()].sort((a, b) => a.seq - b.seq);
    };
    const bySeq = ({ seq }: { readonly seq: number }): string => `${seq}`;
    return {
      // Nothing else leaves: an event of another kind that the database lacks was taken away.
      events: merge<LoggedEvent>((rows) => (rows === left ? rows.events.filter(mayLeave) : rows.events), bySeq),
      heads: parts.includes('heads') ? merge((rows) => rows.heads, bySeq) : [],
      postings: [
        ...merge<LoggedPosting>(
          (rows) => rows.postings,
          ({ seq, line }) => `${seq}/${line}`,
        ),
      ].sort((a, b) => a.seq - b.seq || a.line - b.line),
      to,
      isLast: to === through,
    };
  }
}
