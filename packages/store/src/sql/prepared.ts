// Statements that every batch runs: parsed and planned once a connection, then called by name inside of a trip, where there are no
// parameters of the protocol. For the price of a line of text a batch of ten costs half.

import type pg from 'pg';
import { literal, type SqlValue } from './statement.ts';

export interface Prepared {
  readonly name: string;
  /** SQL types of $1, $2, … */
  readonly types: readonly string[];
  readonly text: string;
}

/** A call of it by name. The connection must know it: `prepareAll`. */
export const execute = ({ name }: Prepared, ...values: readonly SqlValue[]): string => `execute ${name}(${values.map(literal).join(', ')})`;

/** The same as text, for a connection and a schema that it was not prepared for. */
export const inline = ({ text, types }: Prepared, ...values: readonly SqlValue[]): string =>
  text.replace(/\$(\d+)/g, (_match, n: string) => {
    const [value, type] = [values[Number(n) - 1], types[Number(n) - 1]];
    if (value === undefined || type === undefined) throw new RangeError(`no value for $${n}`);
    return `${literal(value)}::${type}`;
  });

const known = new WeakMap<pg.ClientBase, Set<readonly Prepared[]>>();

/** Makes statements known to a connection; the second time that it comes with the same list it does nothing. */
export async function prepareAll(client: pg.ClientBase, statements: readonly Prepared[]): Promise<void> {
  const lists = known.get(client) ?? new Set();
  if (lists.has(statements)) return;
  await client.query(statements.map(({ name, types, text }) => `prepare ${name}(${types.join(', ')}) as ${text}`).join(';\n'));
  known.set(client, lists.add(statements));
}
