import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { splitStatements } from './split-statements.ts';

test('a semicolon ends a statement, but not in a text, a name, a body or a comment', () => {
  expect(
    splitStatements(`select ';', 'it''s; so', "a;b"; -- one; two
      do $$ begin perform 1; end $$;
      do $body$ begin execute 'x; $$ y'; end $body$; /* ; */ select 1;
      -- the end;`),
  ).toEqual([
    `select ';', 'it''s; so', "a;b"`,
    `-- one; two
      do $$ begin perform 1; end $$`,
    `do $body$ begin execute 'x; $$ y'; end $body$`,
    '/* ; */ select 1',
  ]);
  expect(splitStatements('')).toEqual([]);
  expect(splitStatements(';;')).toEqual([]);
});

test('nothing of a migration is lost or begins in the middle', () => {
  const folder = new URL('../migrations/', import.meta.url);
  const verbs =
    /^(?:--[^\n]*\s*|\/\*[\s\S]*?\*\/\s*)*(create|alter|grant|revoke|insert|update|delete|do|select|drop|comment|with|analyze)\b/;
  for (const name of readdirSync(folder)) {
    const sql = readFileSync(new URL(`${name}/up.sql`, folder), 'utf8');
    const statements = splitStatements(sql);
    for (const statement of statements) expect(statement, name).toMatch(verbs);
    const bare = (text: string): string => text.replaceAll(/--[^\n]*/g, '').replaceAll(/[\s;]/g, '');
    expect(bare(statements.join('')), name).toBe(bare(sql));
  }
});
