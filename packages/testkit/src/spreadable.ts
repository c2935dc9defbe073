// What Citus does not take, found in whatever the database tests ask, on one PostgreSQL too (docs/decisions/0205-spread-over-citus.md).

import { splitStatements } from '@countinghouse/store/sql/split-statements';
import pg from 'pg';

/** Tables of no organisation, which are never spread. */
export const LOCAL_TABLES = ['evidence_write_hours', 'mail_outbox', 'schema_migrations'];
/** Those, and the tables of sign-in: the library that asks them quotes names. */
const LOCAL = new RegExp(`\\b(${LOCAL_TABLES.join('|')}|auth)\\b|"`);

const CONDITION = /\bcase\b(?:(?!\bend\b)[\s\S])*?\bnow\(\)|\bcoalesce\([^()]*\bnow\(\)|\bdo update\b[\s\S]*\bnow\(\)/i;
const LEFT_OF_LIST = /\bfrom unnest\([^)]*\) \w+ \([^)]*\btenant_id\b[^)]*\)\s+left join\b/i;
const LIST = /\b(?:from|join|lateral)\s+(?:unnest|jsonb_\w+)\(/i;
/** Where rows were brought back, these are views of a table beside a list. */
const MAY_BE_LIST = /\b(?:from|join)\s+(?:events|postings)\b/i;
const OF_ONE = /\btenant_id\s*=\s*(?:\$|')/i;
/** Within a sub-select. */
const BY_ITS_ROW =
  /\(\s*select\b[^()]*\bwhere \w+\.tenant_id = [a-z]|\bexists \(\s*select from \w+\([^)]*\) \w+\s+join \w+ \w+ on \w+\.tenant_id = [a-z]/i;
/** Only asking shows of a view which organisation it is read for (spreadable.db.test.ts). */
const MAKES_VIEW = /\bcreate (?:or replace )?view\b/i;
const WRITES = /^\s*(?:with\b[\s\S]*?\b)?(?:insert|update|delete)\b/i;

/** What is wrong with a message; null: nothing. */
export function findUnspreadable(message: string): string | null {
  if (/set_config\('app\./i.test(message)) return 'set_config() does not reach the machines that rows are on: SET LOCAL does';
  const statements = splitStatements(message);
  if (statements.length > 1 && statements.some((statement) => /^set\s+local\b/i.test(statement)))
    return 'SET LOCAL stands alone in its message: all of it is sent on';
  for (const statement of statements) {
    if (LOCAL.test(statement)) continue;
    if (WRITES.test(statement) && CONDITION.test(statement)) return 'now() within a condition: ask findNow() first';
    if (LEFT_OF_LIST.test(statement)) return 'a list of organisations on the left of a left join: join it, and see what is missing';
    const besideList = LIST.test(statement) || (MAY_BE_LIST.test(statement) && OF_ONE.test(statement));
    if (besideList && BY_ITS_ROW.test(statement) && !MAKES_VIEW.test(statement))
      return 'an organisation named by its row beside a list: name it by the parameter';
    if (/\bfor (?:no key )?(?:update|share)\b/i.test(statement) && !OF_ONE.test(statement))
      return 'a row lock that is not of one organisation';
  }
  return null;
}

const WATCHED = Symbol.for('countinghouse.spreadable');
interface Asking {
  query(this: unknown, ...args: unknown[]): unknown;
  [WATCHED]?: true;
}

const asking = pg.Client.prototype as unknown as Asking;
if (asking[WATCHED] !== true) {
  asking[WATCHED] = true;
  const { query } = asking;
  asking.query = function watched(...args) {
    const [asked] = args as [string | { readonly text?: string } | null | undefined];
    const text = typeof asked === 'string' ? asked : asked?.text;
    const fault = text === undefined ? null : findUnspreadable(text);
    if (fault !== null) throw new Error(`${fault}: ${text}`);
    return query.apply(this, args);
  };
}
