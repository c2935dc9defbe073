// The form of SCIM (RFC 7643, RFC 7644): its errors, lists, names of schemas and what of a resource is asked for.

import { LABEL_LENGTH_MAX, line } from '@countinghouse/contract/fields';
import { messageOf } from '@countinghouse/contract/messages';
import { refusalOf } from '../http/errors.ts';

export const CORE = 'urn:ietf:params:scim:schemas:core:2.0:';
export const USER = `${CORE}User`;
export const GROUP = `${CORE}Group`;
const MESSAGES = 'urn:ietf:params:scim:api:messages:2.0:';
export const PATCH_OP = `${MESSAGES}PatchOp`;

export const RESULTS_MAX = 200;
const RESULTS_USUAL = 100;
const QUERY_LENGTH_MAX = 600;
const EXTERNAL_ID_LENGTH_MAX = 200;

/** Source: RFC 7644, table 9. */
export type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'noTarget'
  | 'invalidValue';

/** An expected refusal in words for whoever looks after the directory. */
export class ScimError extends Error {
  readonly status: number;
  readonly scimType: ScimType | null;

  constructor(status: number, scimType: ScimType | null, detail: string) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export const invalid = (detail: string): ScimError => new ScimError(400, 'invalidValue', detail);
export const notFound = (): ScimError => new ScimError(404, null, 'The directory has nothing with this id.');

/** Refusals whose own words are for a person who signs in, or for an owner in the console. */
const words: Readonly<Record<string, string>> = {
  LAST_OWNER: 'This is the last owner of the organisation. Make somebody else an owner in the console first.',
  FOUR_EYES_ON: 'This is an owner, and four eyes is on: an owner removes them in the console, and another owner approves it.',
  PAYLOAD_TOO_LARGE: 'The body is too large. Send fewer members or operations at a time.',
};

export interface ErrorAnswer {
  readonly status: number;
  readonly waitSeconds: number | null;
  /** Of the catalogue, for the server’s log; null: the error is SCIM’s own. */
  readonly code: ReturnType<typeof refusalOf>['code'] | null;
  readonly body: object;
}

const bodyOf = (status: number, detail: string, scimType: ScimType | null) => ({
  schemas: [`${MESSAGES}Error`],
  status: String(status),
  ...(scimType === null ? {} : { scimType }),
  detail,
});

export function errorAnswer(error: unknown, statusOf: (code: ReturnType<typeof refusalOf>['code']) => number): ErrorAnswer {
  if (error instanceof ScimError)
    return { status: error.status, waitSeconds: null, code: null, body: bodyOf(error.status, error.message, error.scimType) };
  const { code, waitSeconds, details } = refusalOf(error, { body: undefined, query: undefined, params: undefined });
  const status = statusOf(code);
  const [first] = Array.isArray(details) ? (details as readonly { readonly message?: unknown }[]) : [];
  const detail = words[code] ?? (typeof first?.message === 'string' ? first.message : messageOf(code));
  return { status, waitSeconds, code, body: bodyOf(status, detail, status === 400 ? 'invalidSyntax' : null) };
}

export interface ListQuery {
  readonly filter: string | null;
  /** From 1 on. */
  readonly startIndex: number;
  readonly count: number;
}

const oneOf = (query: Readonly<Record<string, unknown>>, name: string): string | null => {
  const value = query[name];
  if (value === undefined) return null;
  if (typeof value !== 'string' || value.length > QUERY_LENGTH_MAX)
    throw invalid(`Give ${name} once, with at most ${QUERY_LENGTH_MAX} characters.`);
  return value;
};

function wholeNumber(query: Readonly<Record<string, unknown>>, name: string, fallback: number): number {
  const text = oneOf(query, name);
  if (text === null) return fallback;
  if (!/^-?\d{1,9}$/.test(text)) throw invalid(`Use a whole number as ${name}.`);
  return Number(text);
}

export function listQueryOf(query: Readonly<Record<string, unknown>>): ListQuery {
  return {
    filter: oneOf(query, 'filter'),
    startIndex: Math.max(1, wholeNumber(query, 'startIndex', 1)),
    count: Math.min(RESULTS_MAX, Math.max(0, wholeNumber(query, 'count', RESULTS_USUAL))),
  };
}

export const listAnswer = (total: number, { startIndex }: ListQuery, resources: readonly object[]) => ({
  schemas: [`${MESSAGES}ListResponse`],
  totalResults: total,
  startIndex,
  itemsPerPage: resources.length,
  Resources: resources,
});

const always = ['schemas', 'id', 'meta'];

/** What is left of a resource by `attributes` and `excludedAttributes`. */
export function chooserOf(query: Readonly<Record<string, unknown>>): {
  readonly has: (name: string) => boolean;
  readonly of: (resource: object) => object;
} {
  const namesIn = (name: string): readonly string[] | null =>
    oneOf(query, name)
      ?.split(',')
      .map((each) => each.trim().toLowerCase().split('.')[0] ?? '') ?? null;
  const [only, without] = [namesIn('attributes'), namesIn('excludedAttributes') ?? []];
  const has = (name: string): boolean =>
    always.includes(name) || (only === null ? !without.includes(name.toLowerCase()) : only.includes(name.toLowerCase()));
  return { has, of: (resource) => Object.fromEntries(Object.entries(resource).filter(([name]) => has(name))) };
}

/** A resource as it was sent: names of attributes count in any case. */
export function attributesOf(body: unknown): ReadonlyMap<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ScimError(400, 'invalidSyntax', 'Send a JSON object.');
  return new Map(Object.entries(body).map(([name, value]) => [name.toLowerCase(), value]));
}

/** Text of at most so many characters on a line; null where it is absent, null or blank. Throws invalidValue. */
export function textOf(value: unknown, name: string, most: number = LABEL_LENGTH_MAX): string | null {
  if (value === undefined || value === null) return null;
  const read = line(most).safeParse(value);
  if (!read.success) throw invalid(`${name}: ${read.error.issues[0]?.message ?? 'Use text.'}`);
  return read.data === '' ? null : read.data;
}

export const externalIdOf = (value: unknown): string | null => textOf(value, 'externalId', EXTERNAL_ID_LENGTH_MAX);

export function requiredTextOf(value: unknown, name: string, most?: number): string {
  const found = textOf(value, name, most);
  if (found === null) throw invalid(`${name} is required.`);
  return found;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** An id in the one spelling; null for what is none. */
export const idOf = (value: unknown): string | null => (typeof value === 'string' && uuid.test(value) ? value.toLowerCase() : null);
