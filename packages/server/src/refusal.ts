// An expected refusal on its way to the caller: a code of the catalogue, and details that are the caller's own.

import type { ErrorCode } from '@countinghouse/contract/errors';

export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, details?: unknown) {
    super(code);
    this.code = code;
    this.details = details;
  }
}
