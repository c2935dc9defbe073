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
/** Faults that are looked at for one of a blank text: each look is a check of the whole. */
const BLANK_LOOKED_AT_MAX = 20;

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

type Issue = z.core.$ZodIssue;

/** What stands at a path; undefined where nothing does. */
const at = (data: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>((value, key) => (typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined), data);

/** Whether a text that should have a form is blank where one must be: a schema refuses what was sent also without it. */
function isBlankThere(type: z.ZodType, data: unknown, { code, path }: Issue): boolean {
  const sent = at(data, path);
  const key = path.at(-1);
  if (code !== 'invalid_format' || key === undefined || typeof sent !== 'string' || sent.trim() !== '') return false;
  const without: unknown = structuredClone(data);
  const parent = at(without, path.slice(0, -1));
  if (typeof parent !== 'object' || parent === null || Array.isArray(parent)) return false;
  Reflect.deleteProperty(parent, key);
  const place = path.join('.');
  return z.safeParse(type, without).error?.issues.some((issue) => issue.path.join('.') === place) ?? false;
}

/** A blank text of a form is told as any other blank text is, with the words of its form. */
const asBlank = ({ path, message, input }: Issue): Issue => ({
  code: 'too_small',
  origin: 'string',
  minimum: 1,
  path,
  message,
  input: input as string,
});

/** Of a query or an address, where all is text: whether a value is read as a number. */
function isNumberInText(type: unknown): boolean {
  if (type instanceof z.ZodDefault || type instanceof z.ZodOptional) return isNumberInText(type.unwrap());
  return type instanceof z.ZodNumber && type.def.coerce === true;
}

const DIGITS = /^-?\d+$/;
/** In a body, which the same schema may be of, a number may stand as one. */
const isWritten = (value: unknown): boolean => (typeof value === 'string' ? DIGITS.test(value) : typeof value === 'number');

/** A number is its decimal digits: what JavaScript reads as one besides, as `1e2`, `0x10`, ` 5` or an empty text, is none. */
function withDigitsAlone(data: unknown, numbers: readonly string[]): unknown {
  // The schema says what is wrong with it.
  if (typeof data !== 'object' || data === null) return data;
  const sent = data as Readonly<Record<string, unknown>>;
  const wrong = numbers.filter((name) => sent[name] !== undefined && !isWritten(sent[name]));
  return wrong.length === 0 ? data : { ...sent, ...Object.fromEntries(wrong.map((name) => [name, Number.NaN])) };
}

export type Checked = { readonly value: unknown } | { readonly error: SchemaRefused };

/** The library's own way to find out whether anything is wrong: a list, or an object, ends with its first part that is. */
const endingEarly = { abortEarly: true } as z.core.ParseContext<z.core.$ZodIssue>;
const inPlainWords = { error: sayFault };

/** Fastify's compiler of schemas. */
export const compileSchema = ({ schema }: { readonly schema: unknown }): ((sent: unknown) => Checked) => {
  const type = schema as z.ZodType;
  const numbers = type instanceof z.ZodObject ? Object.keys(type.shape).filter((name) => isNumberInText(type.shape[name])) : [];
  return (sent) => {
    const data = numbers.length === 0 ? sent : withDigitsAlone(sent, numbers);
    const first = z.safeParse(type, data, { ...endingEarly, ...inPlainWords });
    if (first.success) return { value: first.data };
    if (hasMoreValues(data, VALUES_TOLD_MAX)) return { error: new SchemaRefused(first.error.issues) };
    const { issues } = z.safeParse(type, data, inPlainWords).error ?? first.error;
    // One that is required and blank decides the code: the others need no look.
    const blank = issues.slice(0, BLANK_LOOKED_AT_MAX).find((issue) => isBlankThere(type, data, issue));
    return { error: new SchemaRefused(issues.map((issue) => (issue === blank ? asBlank(issue) : issue))) };
  };
};
