// An expected refusal on its way to the caller: a code of the catalogue, and details that are the caller's own.

import type { ErrorCode } from '@countinghouse/contract/errors';

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;
  /** Seconds after which it is worth asking again; goes into `retry-after`. */
  readonly waitSeconds: number | null;

  constructor(code: ErrorCode, details?: unknown, waitSeconds: number | null = null) {
    super(code);
    this.code = code;
    this.details = details;
    this.waitSeconds = waitSeconds;
  }
}

/** What is wrong with one field of a request, in words that say what to do. */
export const refuseField = (path: string, message: string): Refusal => new Refusal('VALIDATION_ERROR', [{ path, message }]);
