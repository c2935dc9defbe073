// Every error leaves through here: one envelope, the status of its code, never a stack, SQL or a foreign id.

import { type ErrorCode, errors, isErrorCode, messageOf } from '@countinghouse/contract/errors';
import type { ErrorBody } from '@countinghouse/contract/fields';
import { KeyUnavailable } from '@countinghouse/store/keys/kms';
import { ObjectStoreUnavailable } from '@countinghouse/store/objects/object-store';
import { DatabaseSilent } from '@countinghouse/store/patient-client';
import { LedgerUnavailable } from '@countinghouse/store/writer/failures';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { Refusal } from './refusal.ts';

/** Codes any route can answer, whatever it does. */
export const codesOfEveryRoute: readonly ErrorCode[] = [
  'INVALID_HOST',
  'INVALID_REQUEST',
  'BAD_REQUEST',
  'UNAUTHORIZED',
  'UNKNOWN',
  'OVERLOADED',
  'OUTCOME_UNKNOWN',
  'CLOCK_UNSURE',
  'STORAGE_FULL',
  'DATABASE_UNAVAILABLE',
];

const RETRY_AFTER_SECONDS = 1;

export function errorBody(code: ErrorCode, requestId: string, details?: unknown): ErrorBody {
  return { code, error: code, message: messageOf(code), requestId, ...(details === undefined ? {} : { details }) };
}

interface FieldFault {
  readonly path: string;
  readonly message: string;
}

/** What a schema refused, as far as it is read here: `keyword` is the code of the schema library's issue. */
interface Fault {
  readonly keyword: string;
  readonly instancePath: string;
  readonly message: string;
  readonly params: { readonly keys?: readonly string[]; readonly minimum?: unknown; readonly origin?: unknown };
}

interface Refused {
  readonly validation: readonly Fault[];
  readonly validationContext?: 'body' | 'querystring' | 'params';
}

type Sent = Pick<FastifyRequest, 'body' | 'query' | 'params'>;

/** Whether a request has nothing where a schema wants something. */
function isAbsent(sent: Sent, error: Refused, instancePath: string): boolean {
  let value: unknown = { body: sent.body, querystring: sent.query, params: sent.params }[error.validationContext ?? 'body'];
  // A fault of the whole stands at '/'.
  for (const key of instancePath === '/' ? [] : instancePath.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return true;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value === undefined;
}

/** Splits what a schema refused: unknown query parameter, absent or blank field, or a wrong one. */
function toRefusal(error: Refused, sent: Sent): Refusal {
  const faults: FieldFault[] = [];
  let missing = false;
  let unknownQuery = false;
  for (const { keyword, instancePath, message, params } of error.validation) {
    const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
    if (keyword === 'unrecognized_keys') {
      unknownQuery ||= error.validationContext === 'querystring';
      for (const key of params.keys ?? []) faults.push({ path: path === '' ? key : `${path}.${key}`, message: 'Unknown field.' });
      continue;
    }
    const absent = isAbsent(sent, error, instancePath);
    const blank = keyword === 'too_small' && params.origin === 'string' && params.minimum === 1;
    missing ||= absent || blank;
    faults.push({ path, message: absent && message.startsWith('Invalid ') ? 'Required.' : message });
  }
  return new Refusal(unknownQuery ? 'BAD_REQUEST' : missing ? 'MISSING_FIELDS' : 'VALIDATION_ERROR', faults);
}

const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

const awayCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

function isDatabaseAway(error: unknown): boolean {
  const e = error as { readonly code?: unknown; readonly message?: unknown; readonly severity?: unknown };
  if (typeof e.code === 'string' && (/^(08|57P)/.test(e.code) || awayCodes.has(e.code))) return true;
  return (
    typeof e.message === 'string' &&
    /Connection terminated|is not queryable|timeout exceeded when trying to connect|^timeout expired$/.test(e.message)
  );
}

const CAUSES_MAX = 5;

/** An error and what it came from: libraries wrap what the database said. */
function causesOf(error: unknown): readonly object[] {
  const found: object[] = [];
  let at: unknown = error;
  while (typeof at === 'object' && at !== null && found.length < CAUSES_MAX) {
    found.push(at);
    const { cause, body } = at as { readonly cause?: unknown; readonly body?: { readonly cause?: unknown } };
    at = cause ?? body?.cause;
  }
  return found;
}

/** Whether the database fell silent while something was asked of it: it may have done it. */
export const isDatabaseSilent = (error: unknown): boolean => causesOf(error).some((cause) => cause instanceof DatabaseSilent);

/** What an error is called on the wire. */
function refusalOf(error: unknown, sent: Sent): Refusal {
  if (error instanceof Refusal) return error;
  if (hasZodFastifySchemaValidationErrors(error)) return toRefusal(error as unknown as Refused, sent);
  if (error instanceof LedgerUnavailable) return new Refusal(error.code);
  if (error instanceof KeyUnavailable) return new Refusal('SERVER_CONFIG');
  if (error instanceof ObjectStoreUnavailable) return new Refusal(error.fault === 'away' ? 'OBJECT_STORE_UNAVAILABLE' : 'SERVER_CONFIG');
  const causes = causesOf(error);
  if (causes.some(isDiskFull)) return new Refusal('STORAGE_FULL');
  if (causes.some(isDatabaseAway)) return new Refusal('DATABASE_UNAVAILABLE');
  const { statusCode, code } = (error ?? {}) as Partial<FastifyError>;
  if (statusCode === 413) return new Refusal('PAYLOAD_TOO_LARGE');
  if (statusCode === 404) return new Refusal('NOT_FOUND');
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500) return new Refusal('INVALID_REQUEST');
  return new Refusal(typeof code === 'string' && isErrorCode(code) && errors[code].status < 500 ? code : 'UNKNOWN');
}

/** What an error of the system's own work is called in the catalogue. */
export const codeOf = (error: unknown): ErrorCode => refusalOf(error, { body: undefined, query: undefined, params: undefined }).code;

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = refusalOf(error, request);
  const { status } = errors[refusal.code];
  if (status >= 500) request.log.error({ err: error }, refusal.code);
  const waitSeconds = refusal.waitSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : null);
  if (waitSeconds !== null) reply.header('retry-after', String(waitSeconds));
  return reply
    .code(status)
    .type('application/json')
    .send(errorBody(refusal.code, request.id, refusal.details));
}
