// Every error leaves through here: one envelope, the status of its code, never a stack, SQL or a foreign id.

import { type ErrorCode, errors } from '@countinghouse/contract/errors';
import type { ErrorBody, Problem } from '@countinghouse/contract/fields';
import { isErrorCode, messageOf } from '@countinghouse/contract/messages';
import { KeyUnavailable } from '@countinghouse/store/keys/kms';
import { ObjectDamaged, ObjectStoreUnavailable } from '@countinghouse/store/objects/object-store';
import { DatabaseSilent } from '@countinghouse/store/patient-client';
import { TooFarPruned } from '@countinghouse/store/pruned/read-rows';
import { LedgerUnavailable } from '@countinghouse/store/writer/failures';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { SchemaRefused } from './check-schema.ts';
import { ERRORS_PAGE } from './errors-page.ts';
import { Refusal } from './refusal.ts';
import { noteAttempt } from './refused-attempts.ts';

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
  'REPLICA_BEHIND',
  'SERVER_READONLY',
];

const RETRY_AFTER_SECONDS = 1;

const PROBLEM_TYPE = 'application/problem+json';

export function errorBody(code: ErrorCode, requestId: string, details?: unknown): ErrorBody {
  return { code, error: code, message: messageOf(code), requestId, ...(details === undefined ? {} : { details }) };
}

/** What is sent of a refusal. */
export function problemOf(code: ErrorCode, requestId: string, details: unknown): Problem {
  const { details: found, ...body } = errorBody(code, requestId, details);
  const problem = { type: `${ERRORS_PAGE}#${code}`, title: body.message, status: errors[code].status, instance: `urn:uuid:${requestId}` };
  return { ...body, ...problem, ...(found === undefined ? {} : { details: found }) };
}

interface FieldFault {
  readonly path: string;
  readonly message: string;
}

type Sent = Pick<FastifyRequest, 'body' | 'query' | 'params'>;

/** Whether a request has nothing where a schema wants something. */
function isAbsent(sent: Sent, error: SchemaRefused, instancePath: string): boolean {
  let value: unknown = { body: sent.body, querystring: sent.query, params: sent.params }[error.validationContext ?? 'body'];
  // A fault of the whole stands at '/'.
  for (const key of instancePath === '/' ? [] : instancePath.split('/').slice(1)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return true;
    value = (value as Readonly<Record<string, unknown>>)[key];
  }
  return value === undefined;
}

/** Faults that one answer tells. */
export const FAULTS_TOLD_MAX = 100;

/** Splits what a schema refused: unknown query parameter, absent or blank field, or a wrong one. Tells the first hundred. */
function toRefusal(error: SchemaRefused, sent: Sent): Refusal {
  const faults: FieldFault[] = [];
  let missing = false;
  let unknownQuery = false;
  for (const { keyword, instancePath, message, params } of error.validation) {
    const path = instancePath.replace(/^\//, '').replaceAll('/', '.');
    if (keyword === 'unrecognized_keys') {
      unknownQuery ||= error.validationContext === 'querystring';
      for (const key of (params.keys ?? []).slice(0, FAULTS_TOLD_MAX))
        faults.push({ path: path === '' ? key : `${path}.${key}`, message: 'Unknown field.' });
      continue;
    }
    const absent = isAbsent(sent, error, instancePath);
    const blank = keyword === 'too_small' && params.origin === 'string' && params.minimum === 1;
    missing ||= absent || blank;
    faults.push({ path, message: absent && message.startsWith('Invalid ') ? 'Required.' : message });
  }
  const code = unknownQuery ? 'BAD_REQUEST' : missing ? 'MISSING_FIELDS' : 'VALIDATION_ERROR';
  return new Refusal(code, faults.slice(0, FAULTS_TOLD_MAX));
}

/** As the system says it, or PostgreSQL. */
const isDiskFull = (error: unknown): boolean => ['ENOSPC', 'EDQUOT', '53100'].includes((error as NodeJS.ErrnoException).code ?? '');

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

function tellsAway(error: unknown): boolean {
  const e = error as { readonly code?: unknown; readonly message?: unknown; readonly severity?: unknown };
  if (typeof e.code === 'string' && (/^(08|53|57P|58)/.test(e.code) || awayCodes.has(e.code))) return true;
  return (
    typeof e.message === 'string' &&
    /Connection terminated|is not queryable|Cannot use a pool after calling end|timeout exceeded when trying to connect|^timeout expired$/.test(
      e.message,
    )
  );
}

/**
 * What PostgreSQL gave up without having done it, and may do in a moment: for want of a lock, for its time limit, or for what others did at the same
 * time; and what the machine has no file handle for.
 */
const busyCodes: ReadonlySet<string> = new Set(['55P03', '57014', '40001', '40P01', 'EMFILE', 'ENFILE']);
/** A database that was the primary and has become a standby. */
const READ_ONLY_TRANSACTION = '25006';

const CAUSES_MAX = 5;

const CONTENT_TYPES = 'Send JSON with the content type application/json, a file as multipart/form-data.';

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

/** Whether the database could not be reached, or was lost. */
export const isDatabaseAway = (error: unknown): boolean => causesOf(error).some(tellsAway);

/** Whether a replica gave up a read for the sake of what it replays: rows that the read needs were removed by the primary. */
export const isReplicaConflict = (error: unknown): boolean =>
  causesOf(error).some((cause) => ['40001', '40P01'].includes((cause as { readonly code?: string }).code ?? ''));

/** What an error is called on the wire. */
export function refusalOf(error: unknown, sent: Sent): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof SchemaRefused) return toRefusal(error, sent);
  if (error instanceof LedgerUnavailable) return new Refusal(error.code);
  if (error instanceof KeyUnavailable) return new Refusal('SERVER_CONFIG');
  if (error instanceof ObjectStoreUnavailable) return new Refusal(error.fault === 'away' ? 'OBJECT_STORE_UNAVAILABLE' : 'SERVER_CONFIG');
  // Files of people have codes of their own, where they are opened.
  if (error instanceof ObjectDamaged) return new Refusal('ROWS_DAMAGED', { fault: error.fault });
  if (error instanceof TooFarPruned) return new Refusal('ROWS_TOO_FAR');
  const causes = causesOf(error);
  if (causes.some(isDiskFull)) return new Refusal('STORAGE_FULL');
  const codes = causes.map((cause) => (cause as { readonly code?: string }).code ?? '');
  if (codes.some((each) => busyCodes.has(each))) return new Refusal('OVERLOADED');
  if (codes.includes(READ_ONLY_TRANSACTION)) return new Refusal('SERVER_READONLY');
  if (causes.some(tellsAway)) return new Refusal('DATABASE_UNAVAILABLE');
  const { statusCode, code } = (error ?? {}) as Partial<FastifyError>;
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return new Refusal('INVALID_REQUEST', [{ path: '', message: CONTENT_TYPES }]);
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
  else noteAttempt(request, refusal.code);
  const waitSeconds = refusal.waitSeconds ?? (status === 503 ? RETRY_AFTER_SECONDS : null);
  if (waitSeconds !== null) reply.header('retry-after', String(waitSeconds));
  // RFC 9110, section 15.5.2. No browser asks for a password where it reads this.
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  return reply
    .code(status)
    .type(request.headers.accept?.includes(PROBLEM_TYPE) === true ? PROBLEM_TYPE : 'application/json')
    .send(problemOf(refusal.code, request.id, refusal.details));
}
