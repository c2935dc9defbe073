// What a failed commit means. Infrastructure is never told as a business refusal, nor the reverse (decision 0006, rule 11).

/** The caller may repeat with the same key. Codes are of the contract's catalogue. */
export class LedgerUnavailable extends Error {
  readonly code: 'OVERLOADED' | 'OUTCOME_UNKNOWN' | 'STORAGE_FULL' | 'DATABASE_UNAVAILABLE' | 'CLOCK_UNSURE';

  constructor(code: LedgerUnavailable['code'], cause?: unknown) {
    super(code, { cause });
    this.code = code;
  }
}

/** So often a command is tried before it is answered with 503. */
export const ATTEMPTS_MAX = 5;

/** The state in memory is not that of the log any more. */
export class HeadMoved extends Error {}

/** The server's own refusal, as the driver hands it on; a lost connection has none. */
interface ServerError {
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly constraint?: string;
}

const isServerError = (error: unknown): error is ServerError =>
  typeof error === 'object' && error !== null && 'severity' in error && 'code' in error;

/**
 * - `conflict`: another process wrote, or a key was used before: reload, look up, decide again
 * - `retry`: the server gave way before the commit (serialization, deadlock, lock or statement time-out)
 * - `lost`: the connection went; the outcome is to be found out
 * - `full`: no storage left
 * - `spoiled`: one of the commands cannot be written: each is tried alone
 */
export type Failure = 'conflict' | 'retry' | 'lost' | 'full' | 'spoiled';

/** The unique index that refused a row, as far as the database told; machines that rows are spread over number theirs behind the name. */
function refusingIndexOf({ code, constraint, message }: ServerError): string | null {
  if (code === '23505') return constraint ?? '';
  // A COPY that Citus spread tells by its message alone.
  return code === 'XX000' ? (/^duplicate key value violates unique constraint "(.+)"/.exec(message)?.[1] ?? null) : null;
}

export function classify(error: unknown): Failure {
  if (error instanceof HeadMoved) return 'conflict';
  if (!isServerError(error)) return 'lost';
  const state = error.code;
  const cls = state.slice(0, 2);
  if (state === '22012') return 'conflict';
  if (/^events_|^chain_heads_/.test(refusingIndexOf(error) ?? '')) return 'conflict';
  if (state === '53100' || state === '53200' || cls === '58') return 'full';
  // 08: connection; 57: the server is going down or was told to end us.
  if (cls === '08' || state === '57P01' || state === '57P02' || state === '57P03') return 'lost';
  if (cls === '40' || cls === '55' || cls === '57') return 'retry';
  return 'spoiled';
}

/** What the batch's own check of locked periods says, in the words of the cast that it makes fail (`refuseLockedDays`). */
const LOCKED = /"PERIOD_LOCKED ([^"]+)"/;

/** The code of the locked period that the batch would have posted into, where the database refused it for that. */
export function lockedPeriodOf(error: unknown): string | null {
  if (!isServerError(error) || error.code !== '22P02') return null;
  return LOCKED.exec(error.message)?.[1] ?? null;
}

/** Whether the batch was refused because a key or intent id is in the log already. */
export const isKeyConflict = (error: unknown): boolean =>
  isServerError(error) && /^events_(idem_key|intent_id)/.test(refusingIndexOf(error) ?? '');
