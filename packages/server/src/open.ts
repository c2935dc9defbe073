// Opens everything the routes work with, over one database: connections by role, keys, authentication, mail, metrics.
// Used by the server, by the command line where it needs the same, and by tests.

import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { openPool, type Pool, type Where } from '@countinghouse/store/connection';
import { Keyring } from '@countinghouse/store/keys/keyring';
import { openLocalKms } from '@countinghouse/store/keys/kms';
import { PiiTokens } from '@countinghouse/store/keys/pii';
import { Ledger } from '@countinghouse/store/ledger';
import { openObjectFolder } from '@countinghouse/store/objects/local-folder';
import { openAuth } from './auth.ts';
import { CallLimits, type CallPace, WRITES_OF_A_PERSON } from './call-limits.ts';
import type { Config } from './config.ts';
import { Egress } from './egress.ts';
import { ExternalKeys } from './external-keys.ts';
import { trustedOriginsOf } from './host.ts';
import { Letters } from './letters.ts';
import { openMailer } from './mail.ts';
import { MailWorker } from './mail-worker.ts';
import { openMetrics } from './metrics.ts';
import type { Services } from './services.ts';
import { Sessions } from './sessions.ts';

// Source: measured; more connections than this only queue inside PostgreSQL on two cores.
const READERS_MAX = 10;
const WRITERS_MAX = 8;
const AUTH_CONNECTIONS_MAX = 6;
const SECRET_BYTES = 32;

export interface Opened {
  readonly services: Services;
  /** Connections as whoever owns the schema: for operating commands. */
  readonly loginPool: Pool;
  readonly authPool: Pool;
  close(): Promise<void>;
}

interface OpenOptions {
  readonly publicUrl: string;
  readonly consoleDir: string | null;
  readonly note: (line: string) => void;
  readonly callPace?: CallPace;
}

export function openServices(config: Config, where: Where, more: OpenOptions): Opened {
  const readerPool = openPool(where, 'reader', { max: READERS_MAX });
  const writerPool = openPool(where, 'writer', { max: WRITERS_MAX });
  const loginPool = openPool(where, 'login', { max: 2 });
  const authPool = openPool(where, 'auth', { max: AUTH_CONNECTIONS_MAX });
  const metrics = openMetrics();
  const egress = new Egress({ allow: config.egressAllow });
  const kms = openLocalKms(config.dataDir);
  const keyring = new Keyring(kms);
  const mailer = openMailer({
    smtpUrl: config.smtpUrl,
    from: config.mailFrom,
    dataDir: config.dataDir,
    publicUrl: more.publicUrl,
    note: more.note,
  });
  const letters = new Letters({ kms, writerPool, authPool, publicUrl: more.publicUrl });
  const mailWorker = new MailWorker({ writerPool, letters, mailer, observe: metrics.observeMail, note: more.note });
  const trustedOrigins = trustedOriginsOf(more.publicUrl);
  const secret = config.authSecret ?? keptSecret(config.dataDir);
  const auth = openAuth({
    pool: authPool,
    publicUrl: more.publicUrl,
    trustedOrigins: [...trustedOrigins],
    secret,
    sendReset: async (userId, token) => {
      const { text, values } = await letters.queueReset(userId, token);
      await writerPool.query(text, [...values]);
      mailWorker.nudge();
    },
  });
  return {
    services: {
      ledger: new Ledger({ pool: writerPool, loginPool, keyring, observe: metrics.observeBatch }),
      keyring,
      readerPool,
      writerPool,
      authPool,
      pii: new PiiTokens({ kms, writerPool }),
      objects: openObjectFolder(path.join(config.dataDir, 'objects')),
      letters,
      mailWorker,
      auth,
      sessions: new Sessions({ auth, authPool, readerPool }),
      egress,
      externalKeys: new ExternalKeys(egress),
      metrics,
      callLimits: new CallLimits(more.callPace ?? WRITES_OF_A_PERSON),
      tsaUrl: config.tsaUrl,
      publicUrl: more.publicUrl,
      trustedOrigins,
      trustedProxies: config.trustedProxies,
      signUp: config.signUp,
      logLevel: config.logLevel,
      consoleDir: more.consoleDir,
    },
    loginPool,
    authPool,
    close: async () => {
      await mailWorker.stop();
      mailer.close();
      await egress.close();
      await Promise.all([readerPool.end(), writerPool.end(), loginPool.end(), authPool.end()]);
    },
  };
}

/** The secret that signs session cookies, made once and kept in the data directory. */
function keptSecret(dataDir: string): string {
  const file = path.join(dataDir, 'keys', 'auth.secret');
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  try {
    writeFileSync(file, randomBytes(SECRET_BYTES).toString('base64url'), { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readFileSync(file, 'utf8').trim();
}
