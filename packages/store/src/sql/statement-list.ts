// The statements of a transaction as text, in order. Insertions that no statement stands between become one statement for each table: a
// statement costs PostgreSQL more than the row that it writes.

import { type Insertion, literal, render, type Statement } from './statement.ts';

export class StatementList {
  private readonly closed: string[] = [];
  /** Rows by what they go into, since the last statement. */
  private readonly open = new Map<string, string[]>();

  add(s: Statement | Insertion): void {
    if ('text' in s) {
      this.close();
      this.closed.push(render(s));
      return;
    }
    const rows = s.rows.map((row) => `(${row.map(literal).join(', ')})`);
    const there = this.open.get(s.into);
    if (there === undefined) this.open.set(s.into, rows);
    else there.push(...rows);
  }

  /** All that was added, in order. */
  get texts(): readonly string[] {
    this.close();
    return this.closed;
  }

  private close(): void {
    for (const [into, rows] of this.open) this.closed.push(`insert into ${into} values ${rows.join(', ')}`);
    this.open.clear();
  }
}
