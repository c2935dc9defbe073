// What a failed call becomes. The message is the server's own where it sent one, else the catalogue's sentence for the code.
import { messageOf } from '@countinghouse/contract/errors';

export class ApiError extends Error {
  readonly code: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  readonly requestId: string | null;
  readonly payload: unknown;

  constructor(fault: { code: string; status: number; message?: string | undefined; requestId?: string | null; payload?: unknown }) {
    super(fault.message ?? messageOf(fault.code));
    this.name = 'ApiError';
    this.code = fault.code;
    this.status = fault.status;
    this.requestId = fault.requestId ?? null;
    this.payload = fault.payload ?? null;
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const fieldsOf = (payload: unknown): Readonly<Record<string, unknown>> =>
  typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};

/** Reads a refusal as the specification does: the code is in `code` or `error`. */
export function apiErrorOf(status: number, statusText: string, payload: unknown, requestId: string | null): ApiError {
  const body = fieldsOf(payload);
  const code = textOf(body['code']) ?? textOf(body['error']) ?? 'UNKNOWN';
  const message =
    textOf(body['message']) ?? (code === 'UNKNOWN' ? `Request failed (${status}${statusText === '' ? '' : ` ${statusText}`})` : undefined);
  return new ApiError({ code, status, message, requestId: textOf(body['requestId']) ?? requestId, payload });
}

/** The faults of single fields, by their path (`proposed_actions.0.amount`), where the server named any. */
export function fieldFaultsOf(error: unknown): ReadonlyMap<string, string> {
  const faults = new Map<string, string>();
  if (!(error instanceof ApiError)) return faults;
  const details = fieldsOf(error.payload)['details'];
  const listed = Array.isArray(details) ? details : fieldsOf(details)['fields'];
  if (!Array.isArray(listed)) return faults;
  for (const entry of listed) {
    const { path, message } = fieldsOf(entry);
    const where = Array.isArray(path) ? path.join('.') : textOf(path);
    if (where !== undefined) faults.set(where, textOf(message) ?? messageOf(error.code));
  }
  return faults;
}

/** What a form marks: the server's field faults, and a taken code at the field of that name. */
export function formErrorsOf(error: unknown): Record<string, string> {
  if (error instanceof ApiError && error.code === 'CODE_TAKEN') return { code: messageOf('CODE_TAKEN') };
  return Object.fromEntries(fieldFaultsOf(error));
}

/** Asks for the writer, as the specification's error boundary does: by words of the message. */
export const mentionsWriter = (message: string): boolean => /read-only|423|replica|prefer-writer/i.test(message);

export const errorMessageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
