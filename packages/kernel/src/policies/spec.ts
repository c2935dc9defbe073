// A control's spec, as far as it is a policy: it has a hook and an expression. Everything else in it is the organisation's own.

import type { JsonObject } from '../canonical/jcs.ts';
import { compilePolicy, type ExprFault, type Policy } from './compile.ts';
import { hooks, isHook } from './types.ts';

/** Rows that a spec may declare: those of the largest intent, or of a large trial balance. Source: decision 0032. */
const MAX_ROWS_MAX = 5000;

/** Compiled policies that are kept, by what they are compiled from: the same text always gives the same policy. */
const COMPILED_KEPT_MAX = 300;
const kept = new Map<string, Policy>();

export type ReadSpec =
  | { readonly is: 'policy'; readonly policy: Policy }
  /** A control that is evaluated by people. */
  | { readonly is: 'other' }
  | { readonly is: 'fault'; readonly path: string; readonly message: string; readonly at: ExprFault | null };

/** What a spec comes to. `path` of a fault names the member of the spec. */
export function readSpec(spec: JsonObject): ReadSpec {
  const { hook, expr, max_rows: maxRows } = spec;
  if (hook === undefined || expr === undefined) return { is: 'other' };
  const fault = (path: string, message: string): ReadSpec => ({ is: 'fault', path, message, at: null });
  if (!isHook(hook)) return fault('spec.hook', `Use one of ${hooks.join(', ')}.`);
  if (typeof expr !== 'string') return fault('spec.expr', 'Write the expression as a text.');
  if (maxRows !== undefined && !(typeof maxRows === 'number' && Number.isInteger(maxRows) && maxRows >= 1 && maxRows <= MAX_ROWS_MAX))
    return fault('spec.max_rows', `Use a whole number from 1 to ${MAX_ROWS_MAX}.`);
  const text = `${hook} ${maxRows ?? ''} ${expr}`;
  const known = kept.get(text);
  if (known !== undefined) return { is: 'policy', policy: known };
  const compiled = compilePolicy({ hook, expr, ...(maxRows === undefined ? {} : { maxRows }) });
  if (compiled.ok) {
    const [oldest] = kept.keys();
    if (kept.size >= COMPILED_KEPT_MAX && oldest !== undefined) kept.delete(oldest);
    kept.set(text, compiled.policy);
    return { is: 'policy', policy: compiled.policy };
  }
  const { line, column, message } = compiled.fault;
  return { is: 'fault', path: 'spec.expr', message: `Line ${line}, column ${column}: ${message}`, at: compiled.fault };
}
