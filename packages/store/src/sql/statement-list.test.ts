import { expect, test } from 'vitest';
import { statement } from './statement.ts';
import { StatementList } from './statement-list.ts';

const insertion = (table: string, ...rows: readonly (readonly (string | number | null)[])[]) => ({ into: `${table} (a, b)`, rows });

test('insertions become one statement for each table', () => {
  const list = new StatementList();
  for (const n of [1, 2]) {
    list.add(insertion('one', [n, null]));
    list.add(insertion('other', [n, "it's"], [n, 'that']));
  }
  expect(list.texts).toEqual([
    'insert into one (a, b) values (1, null), (2, null)',
    "insert into other (a, b) values (1, 'it''s'), (1, 'that'), (2, 'it''s'), (2, 'that')",
  ]);
});

test('but not past a statement, which may read or change what was written before it', () => {
  const list = new StatementList();
  list.add(insertion('one', [1, 1]));
  list.add(statement('delete from one where a = $1', 1));
  list.add(insertion('one', [1, 2]));
  expect(list.texts).toEqual([
    'insert into one (a, b) values (1, 1)',
    'delete from one where a = 1',
    'insert into one (a, b) values (1, 2)',
  ]);
});
