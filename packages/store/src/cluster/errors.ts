// What a leader could not do, told to the server that asked: the same kinds of errors there as here.

import { KeyUnavailable } from '../keys/kms.ts';
import { StaleKeyVersion } from '../keys/pii-keys.ts';
import { LedgerUnavailable } from '../writer/failures.ts';

/** The connection to another server was lost, or there was none. */
export class ServerLost extends Error {
  /** Whether it may have heard what was asked. */
  readonly asked: boolean;

  constructor(asked: boolean) {
    super('the connection to another server was lost');
    this.asked = asked;
  }
}

export interface ToldError {
  readonly kind: 'unavailable' | 'stale' | 'key' | 'other';
  readonly message: string;
  /** Its own plain members: the code of an error of PostgreSQL, the constraint. */
  readonly members: Readonly<Record<string, string | number | boolean>>;
}

export function tell(error: unknown): ToldError {
  const kind =
    error instanceof LedgerUnavailable
      ? 'unavailable'
      : error instanceof StaleKeyVersion
        ? 'stale'
        : error instanceof KeyUnavailable
          ? 'key'
          : 'other';
  const members = Object.entries(Object(error) as object).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return { kind, message: error instanceof Error ? error.message : String(error), members: Object.fromEntries(members) };
}

export function hear({ kind, message, members }: ToldError): Error {
  switch (kind) {
    case 'unavailable':
      return new LedgerUnavailable(members['code'] as LedgerUnavailable['code']);
    case 'stale':
      return new StaleKeyVersion(message);
    case 'key':
      return new KeyUnavailable(message);
    default:
      return Object.assign(new Error(message), members);
  }
}
