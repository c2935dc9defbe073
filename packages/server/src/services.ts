// What the routes work with: made once by `open.ts`, handed to every route.

import type { Client, Pool } from '@countinghouse/store/connection';
import type { PartyDirectory } from '@countinghouse/store/features/parties/directory';
import type { KeptTexts } from '@countinghouse/store/keys/kept-texts';
import type { Keyring } from '@countinghouse/store/keys/keyring';
import type { Kms } from '@countinghouse/store/keys/kms';
import type { PiiStore } from '@countinghouse/store/keys/pii';
import type { Ledger } from '@countinghouse/store/ledger';
import type { ObjectStore } from '@countinghouse/store/objects/object-store';
import type { ApiKeys } from './api-keys.ts';
import type { Auth } from './auth.ts';
import type { CallLimits } from './call-limits.ts';
import type { Egress } from './egress.ts';
import type { ExternalKeys } from './external-keys.ts';
import type { Guesses } from './guesses.ts';
import type { LedgerChecks } from './ledger-checks.ts';
import type { Letters } from './letters.ts';
import type { MailWorker } from './mail-worker.ts';
import type { Metrics } from './metrics.ts';
import type { PerformanceRecorder } from './performance.ts';
import type { PresignedAddresses } from './presigned.ts';
import type { Sessions } from './sessions.ts';
import type { SuperToken } from './super-token.ts';
import type { Tombstones } from './tombstones.ts';

/** What the routes work with. Made by `open.ts`, also in tests. */
export interface Services {
  readonly ledger: Ledger;
  readonly keyring: Keyring;
  readonly keptTexts: KeptTexts;
  readonly readerPool: Pool;
  /** As the writer: only for what cannot know its organisation yet. */
  readonly writerPool: Pool;
  readonly authPool: Pool;
  /** Words that tell of persons, beside the log. */
  readonly pii: PiiStore;
  readonly parties: PartyDirectory;
  readonly kms: Kms;
  readonly superToken: SuperToken;
  /** Erasures, outside of the database. */
  readonly tombstones: Tombstones;
  /** Files beside the log. */
  readonly objects: ObjectStore;
  /** Addresses that open one thing for a while without a session. */
  readonly presigned: PresignedAddresses;
  readonly letters: Letters;
  readonly ledgerChecks: LedgerChecks;
  /** A connection as whoever owns the schema, which a replay needs. Whoever takes it ends it. */
  readonly connectAsOwner: () => Promise<Client>;
  readonly mailWorker: MailWorker;
  readonly auth: Auth;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly guesses: Guesses;
  /** The way out: every address that somebody typed in is reached through it. */
  readonly egress: Egress;
  readonly externalKeys: ExternalKeys;
  readonly metrics: Metrics;
  readonly recorder: PerformanceRecorder;
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
