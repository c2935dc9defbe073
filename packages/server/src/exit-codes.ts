// How a server ends that cannot go on: 1 what may pass · 75 somebody else has its data directory or port · 78 settings are wrong.

import { AlreadyRunning } from '@countinghouse/store/embedded/predecessor';
import { KeyUnavailable } from '@countinghouse/store/keys/kms';
import { MigrationRefused } from '@countinghouse/store/migrate';
import { ConfigError } from './config.ts';
import { DatabaseAway } from './database.ts';

export const EXIT = { failed: 1, otherOwner: 75, settings: 78 } as const;

/** null: it is a failure of its own, whose stack is worth reading. */
export function exitCodeOf(error: unknown): number | null {
  if (error instanceof AlreadyRunning) return EXIT.otherOwner;
  if (error instanceof ConfigError || error instanceof MigrationRefused || error instanceof KeyUnavailable) return EXIT.settings;
  if (error instanceof DatabaseAway) return EXIT.failed;
  const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
  if (cause?.code === 'EADDRINUSE') return EXIT.otherOwner;
  return cause?.syscall === 'listen' || cause?.syscall === 'getaddrinfo' ? EXIT.settings : null;
}
