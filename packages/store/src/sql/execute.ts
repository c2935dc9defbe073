import type pg from 'pg';
import type { Statement } from './statement.ts';

/** Runs a statement that was prepared elsewhere, with its values as parameters. */
export async function execute(client: pg.ClientBase | pg.Pool, { text, values }: Statement): Promise<void> {
  await client.query(text, [...values]);
}
