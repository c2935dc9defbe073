// What the routes work with: made once by `open.ts`, handed to every route.

import type { Pool } from '@countinghouse/store/connection';
import type { Keyring } from '@countinghouse/store/keys/keyring';
import type { PiiTokens } from '@countinghouse/store/keys/pii';
import type { Ledger } from '@countinghouse/store/ledger';
import type { ObjectStore } from '@countinghouse/store/objects/object-store';
import type { Auth } from './auth.ts';
import type { CallLimits } from './call-limits.ts';
import type { Egress } from './egress.ts';
import type { ExternalKeys } from './external-keys.ts';
import type { Letters } from './letters.ts';
import type { MailWorker } from './mail-worker.ts';
import type { Metrics } from './metrics.ts';
import type { Sessions } from './sessions.ts';

/** What the routes work with. Made by `open.ts`, also in tests. */
export interface Services {
  readonly ledger: Ledger;
  readonly keyring: Keyring;
  readonly readerPool: Pool;
  /** As the writer: only for what cannot know its organisation yet. */
  readonly writerPool: Pool;
  readonly authPool: Pool;
  readonly pii: PiiTokens;
  /** Files beside the log. */
  readonly objects: ObjectStore;
  readonly letters: Letters;
  readonly mailWorker: MailWorker;
  readonly auth: Auth;
  readonly sessions: Sessions;
  /** The way out: every address that somebody typed in is reached through it. */
  readonly egress: Egress;
  readonly externalKeys: ExternalKeys;
  readonly metrics: Metrics;
  readonly callLimits: CallLimits;
  /** A time-stamping authority; null: anchors are witnessed by the object store. */
  readonly tsaUrl: string | null;
  readonly publicUrl: string;
  readonly trustedOrigins: ReadonlySet<string>;
  readonly trustedProxies: readonly string[];
  readonly signUp: 'open' | 'invite';
  readonly logLevel: string;
  /** Folder of the built console; null serves the API alone. */
  readonly consoleDir: string | null;
}
