// The types of a policy's expression and what each hook may ask about. Everything is known when a policy is saved, except what the
// request's constraints hold: that is `dyn` and looked at when it is read.

export type Type =
  | { readonly kind: 'bool' | 'int' | 'string' | 'decimal' | 'null' | 'dyn' | 'map' }
  | { readonly kind: 'list'; readonly of: Type; readonly longest: number }
  | { readonly kind: 'record'; readonly name: string; readonly members: Readonly<Record<string, Type>> };

export const BOOL: Type = { kind: 'bool' };
export const INT: Type = { kind: 'int' };
export const STRING: Type = { kind: 'string' };
export const DECIMAL: Type = { kind: 'decimal' };
export const NULL: Type = { kind: 'null' };
export const DYN: Type = { kind: 'dyn' };
const MAP: Type = { kind: 'map' };

export type Hook = 'intent.validate' | 'intent.high_risk' | 'period.lock';
export const hooks: readonly Hook[] = ['intent.validate', 'intent.high_risk', 'period.lock'];
export const isHook = (text: unknown): text is Hook => hooks.some((h) => h === text);

/** Rows that an intent, GL accounts that a trial balance has at most where the spec does not say. Source: decision 0032. */
export const MAX_ROWS_DEFAULT = 500;
/** What a list of the request's constraints counts as in the cost that is known before. */
export const DYN_LENGTH = 50;

const row: Type = {
  kind: 'record',
  name: 'row',
  members: {
    debit: STRING,
    credit: STRING,
    amount: DECIMAL,
    amount_minor: INT,
    currency: STRING,
    value_date: STRING,
    narrative: STRING,
  },
};
const glBalance: Type = {
  kind: 'record',
  name: 'gl',
  members: { code: STRING, class: STRING, currency: STRING, balance: DECIMAL },
};

/** The one variable of a hook. `maxRows` is what the spec declares. */
export function variableOf(hook: Hook, maxRows: number): { readonly name: string; readonly type: Type } {
  if (hook === 'period.lock') {
    const gl: Type = { kind: 'list', of: glBalance, longest: maxRows };
    const members = { code: STRING, start: STRING, end: STRING, actor: STRING, gl };
    return { name: 'period', type: { kind: 'record', name: 'period', members } };
  }
  const members = {
    use_case: STRING,
    value_date: STRING,
    actor: STRING,
    entities: { kind: 'list', of: STRING, longest: maxRows },
    constraints: MAP,
    metadata: MAP,
    amount: DECIMAL,
    rows: { kind: 'list', of: row, longest: maxRows },
  } satisfies Record<string, Type>;
  return { name: 'intent', type: { kind: 'record', name: 'intent', members } };
}

export function nameOf(type: Type): string {
  if (type.kind === 'list') return `list of ${nameOf(type.of)}`;
  return type.kind === 'record' ? type.name : type.kind;
}

/** What a value may be that is the one or the other; null where they do not go together. */
export function join(a: Type, b: Type): Type | null {
  if (a.kind === 'list' && b.kind === 'list') {
    const of = join(a.of, b.of);
    return of === null ? null : { kind: 'list', of, longest: Math.max(a.longest, b.longest) };
  }
  if (a.kind === 'record' || b.kind === 'record') return a.kind === b.kind && nameOf(a) === nameOf(b) ? a : null;
  if (a.kind === b.kind) return a;
  return a.kind === 'dyn' || b.kind === 'dyn' ? DYN : null;
}

const numeric = (t: Type): boolean => t.kind === 'int' || t.kind === 'decimal';

/** Whether the two may be asked to be equal, or in order. */
export function comparable(a: Type, b: Type): boolean {
  if (a.kind === 'dyn' || b.kind === 'dyn') return true;
  return (numeric(a) && numeric(b)) || join(a, b) !== null;
}

export const isA = (type: Type, ...kinds: readonly Type['kind'][]): boolean => type.kind === 'dyn' || kinds.includes(type.kind);
