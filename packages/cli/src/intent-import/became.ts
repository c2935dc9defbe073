// What became of a line of an import, as the file of results says it, and all of them together.

import type { Posted } from '@countinghouse/client/post-all';
import type { LineOfIntent } from './intent-line.ts';

/** `refused`: it left no trace and its key is free. `malformed`: it was not sent. The first three are final for its key. */
export type Fate = 'executed' | 'proposed' | 'rejected' | 'refused' | 'malformed';
const finalFates: ReadonlySet<string> = new Set<Fate>(['executed', 'proposed', 'rejected']);

/** A line of the file of results. */
export interface Became {
  readonly line: number;
  /** Of the line's text, the first 16 hex digits of its SHA-256. */
  readonly sha256: string;
  readonly status: Fate;
  readonly intent_id?: string;
  readonly idem_key?: string;
  /** Whether it was decided before this call. */
  readonly duplicate?: boolean;
  readonly seq?: number;
  readonly event_id?: string;
  readonly event_hash?: string;
  readonly approval_id?: string;
  /** Why it is not executed. */
  readonly code?: string;
  readonly message?: string;
  readonly details?: unknown;
}

export const isFinal = ({ status }: Pick<Became, 'status'>): boolean => finalFates.has(status);

export function becameOf({ item, receipt, error }: Posted<LineOfIntent>): Became {
  const { number, sha256, intent } = item;
  const details = error?.details;
  return {
    line: number,
    sha256,
    status: receipt?.status ?? 'refused',
    intent_id: intent.intent_id,
    ...(intent.idem_key === undefined ? {} : { idem_key: intent.idem_key }),
    ...(receipt === undefined
      ? {}
      : { duplicate: receipt.duplicate, seq: receipt.seq, event_id: receipt.eventId, event_hash: receipt.eventHash }),
    ...(receipt?.approvalId === undefined ? {} : { approval_id: receipt.approvalId }),
    ...(error === undefined ? {} : { code: error.code, message: error.message }),
    ...(details === undefined || details === null ? {} : { details }),
  };
}

const numberText = (n: number): string => n.toLocaleString('en-US');

/** How many lines came to what. */
export class Tally {
  private readonly noun: string;
  lines = 0;
  executed = 0;
  /** Executed, but before. */
  duplicates = 0;
  proposed = 0;
  rejected = 0;
  refused = 0;
  malformed = 0;
  /** Of all these, the lines that the file of results answered already. */
  skipped = 0;
  /** Why lines were rejected or refused, by code. */
  readonly codes = new Map<string, number>();

  /** What one of them is called: `line`. */
  constructor(noun: string) {
    this.noun = noun;
  }

  add({ status, duplicate, code }: Pick<Became, 'status' | 'duplicate' | 'code'>): void {
    this.lines += 1;
    if (status === 'executed' && duplicate === true) this.duplicates += 1;
    else this[status] += 1;
    if (code !== undefined) this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
  }

  get faults(): number {
    return this.rejected + this.refused + this.malformed;
  }

  toJSON(): object {
    const { lines, executed, duplicates, proposed, rejected, refused, malformed, skipped } = this;
    return { lines, executed, duplicates, proposed, rejected, refused, malformed, skipped, codes: Object.fromEntries(this.codes) };
  }

  /** As a sentence; what did not happen is left out. */
  toString(): string {
    const codes = [...this.codes].map(([code, n]) => `${code} ${numberText(n)}`).join(', ');
    const parts = [
      [this.executed, 'executed'],
      [this.duplicates, 'executed before'],
      [this.proposed, 'waiting for approval'],
      [this.rejected, 'rejected'],
      [this.refused, 'refused'],
      [this.malformed, 'malformed'],
    ] as const;
    const told = parts.filter(([n]) => n > 0).map(([n, what]) => `${numberText(n)} ${what}`);
    return [
      `${numberText(this.lines)} ${this.noun}${this.lines === 1 ? '' : 's'}: ${told.length === 0 ? 'nothing to post' : told.join(', ')}`,
      codes === '' ? '' : ` (${codes})`,
      this.skipped === 0 ? '' : `; ${numberText(this.skipped)} of them known from the results`,
    ].join('');
  }
}
