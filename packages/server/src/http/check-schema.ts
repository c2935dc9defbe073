// What of a request is held against its schema. A check ends at the first part that is wrong; only where there is little to look at, everything that is
// wrong is told: a body of nothing but faults would have a million.

import * as z from 'zod';
import { sayFault } from './plain-faults.ts';

/** What a schema refused, as far as it is told. */
export interface SchemaFault {
  /** The code of the schema library's issue. */
  readonly keyword: string;
  /** As a JSON pointer, without escapes. */
  readonly instancePath: string;
  readonly message: string;
  readonly params: { readonly keys?: readonly string[]; readonly minimum?: unknown; readonly origin?: unknown };
}

/** Values of a request of which all faults are told. A form has some tens. */
const VALUES_TOLD_MAX = 2_000;

export class SchemaRefused extends Error {
  readonly validation: readonly SchemaFault[];
  /** Set by the framework. */
  readonly validationContext?: 'body' | 'querystring' | 'params';

  constructor(issues: readonly z.core.$ZodIssue[]) {
    super('a schema refused it');
    this.validation = issues.map((issue) => ({
      keyword: issue.code,
      instancePath: `/${issue.path.map(String).join('/')}`,
      message: issue.message,
      params: issue as SchemaFault['params'],
    }));
  }

  /** The same, with other names for where the faults are. */
  at(told: (path: readonly string[]) => readonly string[]): SchemaRefused {
    const faults = this.validation.map((fault) => ({
      ...fault,
      instancePath: `/${told(fault.instancePath.slice(1).split('/')).join('/')}`,
    }));
    return Object.assign(new SchemaRefused([]), { validation: faults });
  }
}

/** Whether it has more values than that, objects and lists among them. */
function hasMoreValues(value: unknown, most: number): boolean {
  let seen = 0;
  const waiting = [value];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    seen += 1;
    if (seen > most) return true;
    if (typeof next !== 'object' || next === null) continue;
    for (const key in next) {
      waiting.push((next as Readonly<Record<string, unknown>>)[key] ?? null);
      if (waiting.length > most) return true;
    }
  }
  return false;
}

export type Checked = { readonly value: unknown } | { readonly error: SchemaRefused };

/** The library's own way to find out whether anything is wrong: a list, or an object, ends with its first part that is. */
const endingEarly = { abortEarly: true } as z.core.ParseContext<z.core.$ZodIssue>;
const inPlainWords = { error: sayFault };

/** Fastify's compiler of schemas. */
export const compileSchema =
  ({ schema }: { readonly schema: unknown }) =>
  (data: unknown): Checked => {
    const type = schema as z.ZodType;
    const first = z.safeParse(type, data, { ...endingEarly, ...inPlainWords });
    if (first.success) return { value: first.data };
    const all = hasMoreValues(data, VALUES_TOLD_MAX) ? first : z.safeParse(type, data, inPlainWords);
    return { error: new SchemaRefused(all.error?.issues ?? first.error.issues) };
  };
