// A statement with its values, and its rendering as literal text for the simple protocol, where there are no parameters.
// Every value goes through `literal`; SQL is never put together from values anywhere else.

export type SqlValue = string | number | bigint | boolean | null;
export interface Statement {
  /** SQL with $1, $2, … */
  readonly text: string;
  readonly values: readonly SqlValue[];
  /** Of words that tell of persons: the version of the data key they are encrypted under, 0 for none (`PiiStore.tokenise`). */
  readonly sealedUnder?: number;
}

/** Rows for one table: those of many events go in one statement. */
export interface Insertion {
  /** The table and its columns: `metadata (tenant_id, key, …)`. */
  readonly into: string;
  /** At least one. */
  readonly rows: readonly (readonly SqlValue[])[];
}

/** A statement, or how to make some anew each time they are tried. */
export type SideWrite = Statement | (() => Promise<readonly Statement[]>);

export const statement = (text: string, ...values: readonly SqlValue[]): Statement => ({ text, values });

export function literal(value: SqlValue): string {
  switch (typeof value) {
    case 'string':
      if (value.includes('\0')) throw new RangeError('PostgreSQL text cannot hold NUL');
      return quote(value);
    case 'number':
      if (!Number.isSafeInteger(value)) throw new RangeError(`not a safe integer: ${value}`);
      return String(value);
    case 'bigint':
      return String(value);
    case 'boolean':
      return value ? 'true' : 'false';
    default:
      return 'null';
  }
}

/** What `pg.escapeLiteral` makes, which joins a character at a time: some thirty bytes of memory for each, a gigabyte for the words of a large file. */
function quote(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}

export function render(s: Statement): string {
  return s.text.replace(/\$(\d+)/g, (_match, n: string) => {
    const value = s.values[Number(n) - 1];
    if (value === undefined) throw new RangeError(`no value for $${n}`);
    return literal(value);
  });
}

const special = /[\\\t\n\r]/;

/** A text field of a COPY in text format. */
export function copyText(value: string | null): string {
  if (value === null) return '\\N';
  if (!special.test(value)) return value;
  return value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
}
