// What a failed call becomes. The message is the server's own where it sent one, else the catalogue's sentence for the code.
import { messageOf } from '@countinghouse/contract/messages';

interface Fault {
  readonly code: string;
  readonly status: number;
  readonly message?: string | undefined;
  readonly requestId?: string | null;
  readonly payload?: unknown;
  readonly waitSeconds?: number | null;
}

export class ApiError extends Error {
  /** A code of `docs/reference/errors.md`; UNKNOWN where no answer came, or one that is not the server's. */
  readonly code: string;
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** To quote to whoever runs the server. */
  readonly requestId: string | null;
  /** The answer's body as it came. */
  readonly payload: unknown;
  /** Seconds after which the server asks to be asked again; null where it says nothing of it. */
  readonly waitSeconds: number | null;

  constructor(fault: Fault) {
    super(fault.message ?? messageOf(fault.code));
    this.name = 'ApiError';
    this.code = fault.code;
    this.status = fault.status;
    this.requestId = fault.requestId ?? null;
    this.payload = fault.payload ?? null;
    this.waitSeconds = fault.waitSeconds ?? null;
  }

  /** What the refusal says beside its code: faults of fields, what would be needed. */
  get details(): unknown {
    return fieldsOf(this.payload)['details'] ?? null;
  }
}

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

/** The members of an object; none of anything else. */
export const fieldsOf = (payload: unknown): Readonly<Record<string, unknown>> =>
  typeof payload === 'object' && payload !== null ? (payload as Record<string, unknown>) : {};

/** Reads a refusal as the specification does: the code is in `code` or `error`. */
export function apiErrorOf(response: Pick<Response, 'status' | 'statusText' | 'headers'>, payload: unknown): ApiError {
  const { status, statusText, headers } = response;
  const body = fieldsOf(payload);
  const code = textOf(body['code']) ?? textOf(body['error']) ?? 'UNKNOWN';
  const message =
    textOf(body['message']) ?? (code === 'UNKNOWN' ? `Request failed (${status}${statusText === '' ? '' : ` ${statusText}`})` : undefined);
  const wait = Number(headers.get('retry-after') ?? Number.NaN);
  return new ApiError({
    code,
    status,
    message,
    requestId: textOf(body['requestId']) ?? headers.get('x-request-id'),
    payload,
    waitSeconds: Number.isFinite(wait) && wait >= 0 ? wait : null,
  });
}
