// What the routes work with: made once by `open.ts`, handed to every route.

import type { CheckedClock } from '@countinghouse/store/clock';
import type { WorkerLeases } from '@countinghouse/store/cluster/worker-leases';
import type { Client, Pool } from '@countinghouse/store/connection';
import type { PartyDirectory } from '@countinghouse/store/features/parties/directory';
import type { HighWater } from '@countinghouse/store/high-water/high-water';
import type { KeptTexts } from '@countinghouse/store/keys/kept-texts';
import type { Keyring } from '@countinghouse/store/keys/keyring';
import type { Kms } from '@countinghouse/store/keys/kms';
import type { PiiStore } from '@countinghouse/store/keys/pii';
import type { Ledger } from '@countinghouse/store/ledger';
import type { ObjectStore } from '@countinghouse/store/objects/object-store';
import type { ApiKeys } from './auth/api-keys.ts';
import type { Auth } from './auth/auth.ts';
import type { Guesses } from './auth/guesses.ts';
import type { Passkeys } from './auth/passkeys/passkeys.ts';
import type { Sessions } from './auth/sessions.ts';
import type { DomainRecords } from './auth/sso/domain-records.ts';
import type { SuperToken } from './auth/super-token.ts';
import type { BackupWatch } from './backup/watch.ts';
import type { Checking } from './checks/checking.ts';
import type { LedgerChecks } from './checks/ledger-checks.ts';
import type { Archives } from './features/audit-export/archive.ts';
import type { OpenStreams } from './features/events/open-streams.ts';
import type { Repeats } from './features/intents/repeats.ts';
import type { Tombstones } from './features/privacy/tombstones.ts';
import type { ProposeNext, SuggestMatches } from './features/recon/propose.ts';
import type { FileTurns } from './files/turns.ts';
import type { CallLimits } from './http/call-limits.ts';
import type { Draining } from './http/draining.ts';
import type { PresignedAddresses } from './http/presigned.ts';
import type { Letters } from './mail/letters.ts';
import type { MailWorker } from './mail/mail-worker.ts';
import type { DiskWatch } from './measure/disk.ts';
import type { Metrics } from './measure/metrics.ts';
import type { PerformanceRecorder } from './measure/performance.ts';
import type { Broker } from './outbound/broker.ts';
import type { GrownLogs } from './outbound/grown-logs.ts';
import type { Aside } from './route/aside.ts';
import type { ReadSources } from './route/read-sources.ts';
import type { Egress } from './signatures/egress.ts';
import type { ExternalKeys } from './signatures/external-keys.ts';
import type { RegisteredKeys } from './signatures/registered-keys.ts';
import type { DaySums } from './work/day-sums.ts';

/** What the routes work with. Made by `open.ts`, also in tests. */
export interface Services {
  readonly ledger: Ledger;
  /** How far each log was written, known outside of the database. */
  readonly highWater: HighWater;
  /** What is booked by. */
  readonly clock: CheckedClock;
  readonly disk: DiskWatch;
  /** What is known of the backup; null where the server makes none. */
  readonly backups: BackupWatch | null;
  readonly daySums: DaySums;
  /** Tells who sends logs on which have grown. */
  readonly grownLogs: GrownLogs;
  readonly keyring: Keyring;
  readonly keptTexts: KeptTexts;
  readonly readerPool: Pool;
  /** Where reads are answered: by the primary database or a replica of it. */
  readonly reads: ReadSources;
  /** Where calls that read much are answered; null: in place. */
  readonly aside: Aside | null;
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
  /** Where ledgers are checked and replayed. */
  readonly checking: Checking;
  /** Where the rows of banks are matched. */
  readonly proposeNext: ProposeNext;
  readonly suggestMatches: SuggestMatches;
  readonly mailWorker: MailWorker;
  /** Whose turn it is at the work beside the requests. */
  readonly workerLeases: WorkerLeases;
  readonly auth: Auth;
  readonly sessions: Sessions;
  readonly apiKeys: ApiKeys;
  readonly guesses: Guesses;
  readonly passkeys: Passkeys;
  /** The way out: every address that somebody typed in is reached through it. */
  readonly egress: Egress;
  /** What DNS says of domains that somebody typed in. */
  readonly domainRecords: DomainRecords;
  readonly externalKeys: ExternalKeys;
  readonly registeredKeys: RegisteredKeys;
  readonly metrics: Metrics;
  readonly recorder: PerformanceRecorder;
  /** How often intents are asked for again. */
  readonly repeats: Repeats;
  readonly callLimits: CallLimits;
  readonly openStreams: OpenStreams;
  readonly draining: Draining;
  /** Whose file is taken in: one of a bank, of intents, of rates. */
  readonly fileTurns: FileTurns;
  /** Archives that go out, a few at a time. */
  readonly archives: Archives;
  /** Gets every log; null where `NATS_URL` is not set. */
  readonly brokers: readonly Broker[];
  /** A time-stamping authority; null: anchors are kept in the object store. */
  readonly tsaUrl: string | null;
  /** Opens `/metrics`; null: only programs on this machine read it. */
  readonly metricsToken: string | null;
  readonly publicUrl: string;
  readonly trustedOrigins: ReadonlySet<string>;
  readonly trustedProxies: readonly string[];
  readonly signUp: 'open' | 'invite';
  readonly logLevel: string;
  /** The metrics of this server, all its processes together, as text. */
  readonly readMetrics: () => Promise<string>;
  /** Which of the processes behind the port this is, from 1 on; null: there is no other. */
  readonly processNumber: number | null;
  /** Folder of the built console; null serves the API alone. */
  readonly consoleDir: string | null;
}
