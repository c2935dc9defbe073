// What the environment says, checked once at start and told readably. Nothing else in the server reads the environment.

import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { S3Settings } from '@countinghouse/store/objects/s3';
import * as z from 'zod';

const repo = fileURLToPath(new URL('../../../', import.meta.url));

const port = z.coerce.number().int().min(1).max(65_535);
const flag = z.enum(['0', '1']);
const httpUrl = z.url({ protocol: /^https?$/ });

/** What a setting is for, as docs/operating says it; `unset` where the default cannot be read from the schema. */
const about = (meaning: string, unset?: string): { readonly meaning: string; readonly unset?: string } =>
  unset === undefined ? { meaning } : { meaning, unset };

const Environment = z.object({
  PORT: port.default(3000).meta(about('port of the HTTP server')),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta(about('address it listens on; `0.0.0.0` for all. Put a proxy that speaks TLS in front of anything but loopback')),
  DATA_DIR: z.string().min(1).default(path.join(repo, 'data')).meta(about('where everything is kept (below)', '`./data`')),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .meta(about('a PostgreSQL of your own (below) instead of the embedded one')),
  PUBLIC_URL: httpUrl
    .optional()
    .meta(about('the address people use; links in mail and the check of origins rely on it', '`http://HOST:PORT`')),
  TSA_URL: httpUrl
    .optional()
    .meta(
      about(
        'a time-stamping authority (RFC 3161, `http` or `https`) that witnesses the hourly anchors. Without it their checkpoints are kept in the object store',
      ),
    ),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta(
      about('where mail goes, for example `smtp://user:password@mail.example.org:587`. Without it each mail is a file in `DATA_DIR/mail`'),
    ),
  MAIL_FROM: z.string().min(3).default('Countinghouse <no-reply@countinghouse.localhost>').meta(about('sender of mail')),
  SIGN_UP: z
    .enum(['open', 'invite'])
    .optional()
    .meta(about('who may create an account', '`open` with the embedded database, else `invite`')),
  DEMO: flag
    .optional()
    .meta(about('`0`: an empty embedded database gets no demo organisation. A database of your own never gets one', '`1`')),
  AUTH_SECRET: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .meta(
      about(
        'at least 32 characters; signs session cookies and presigned addresses. Set it where several servers share a database',
        'made and kept in `DATA_DIR/keys`',
      ),
    ),
  SESSION_IDLE_HOURS: z.coerce.number().gt(0).max(720).default(12).meta(about('a session that nobody used for so long has ended')),
  SESSION_DAYS: z.coerce
    .number()
    .gt(0)
    .max(365)
    .default(30)
    .meta(about('so long after the sign-in a session has ended, however much it is used')),
  SUPER_TOKEN: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .meta(
      about(
        'at least 32 characters; lets a platform operator run the three acts of privacy for any organisation. See [privacy.md](privacy.md)',
      ),
    ),
  METRICS_TOKEN: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .meta(
      about(
        'at least 32 characters; whoever reads `/metrics` brings it as `Authorization: Bearer`. See [monitoring.md](monitoring.md)',
        'only programs on this machine read it, not through a proxy',
      ),
    ),
  KMS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .meta(about('a key of AWS KMS that wraps keys, instead of the local master key. See [privacy.md](privacy.md)')),
  EGRESS_ALLOW: z
    .string()
    .optional()
    .meta(
      about(
        'comma-separated hosts (`host` or `host:port`) that the server may reach although they are not public, or speak plain http; see [0034](../decisions/0034-signing-modes-and-keys.md)',
      ),
    ),
  S3_REGION: z
    .string()
    .min(1)
    .optional()
    .meta(
      about(
        'region of a bucket that keeps files beside the log instead of `DATA_DIR/objects`. Region, bucket, access key and secret key are set all or none. See [evidence-and-objects.md](evidence-and-objects.md)',
      ),
    ),
  S3_BUCKET: z.string().min(1).optional().meta(about('its name')),
  S3_ACCESS_KEY: z.string().min(1).optional().meta(about('access key of a user who may read and write in it')),
  S3_SECRET_KEY: z.string().min(1).optional().meta(about('the secret of that key')),
  S3_ENDPOINT: httpUrl.optional().meta(about('where the bucket is, for a server of S3 other than Amazon’s', 'Amazon’s')),
  S3_PATH_STYLE: flag.optional().meta(about('`1`: the bucket is named in the path of an address, not in its host', '`0`')),
  TRUSTED_PROXIES: z
    .string()
    .optional()
    .meta(about('comma-separated addresses or CIDR ranges of proxies whose `X-Forwarded-For` is believed')),
  CLUSTER_HOST: z
    .string()
    .min(1)
    .optional()
    .meta(
      about(
        'with `DATABASE_URL`: the address of this machine under which other servers of the same database reach this one. See [several-servers.md](several-servers.md)',
        'the first address that is not loopback',
      ),
    ),
  CLUSTER_PORT: port.optional().meta(about('the port of that', 'one that is free')),
  DRAIN_SECONDS: z.coerce
    .number()
    .min(0)
    .max(300)
    .default(3)
    .meta(
      about(
        'after SIGTERM it serves on for so many seconds while `/readyz` answers 503, so that a balancer sends its requests elsewhere; Ctrl-C and a second signal do not wait',
      ),
    ),
  DISK_FULL_PERCENT: z.coerce
    .number()
    .gt(0)
    .max(100)
    .default(95)
    .meta(
      about(
        'how full the disk of `DATA_DIR` may be: from here on nothing is written (503 `STORAGE_FULL`), reads go on. Alarms come at 80 and 90',
      ),
    ),
  EVIDENCE_WORKER: flag
    .default('1')
    .meta(about('`0`: no bundles of evidence are written, they wait in the log; to measure what they cost')),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('warn')
    .meta(about('`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`')),
});

/** The first address of this machine that another one can reach. */
const ownAddress = (): string =>
  Object.values(os.networkInterfaces())
    .flat()
    .find((a) => a !== undefined && !a.internal && a.family === 'IPv4')?.address ?? '127.0.0.1';

export interface SettingAbout {
  readonly name: string;
  /** In Markdown; – where it has none. */
  readonly unset: string;
  readonly meaning: string;
}

/** Every setting, in the order in which they are told of. */
export const settings: readonly SettingAbout[] = Object.entries(Environment.shape).map(([name, schema]) => {
  const { meaning, unset } = schema.meta() as ReturnType<typeof about>;
  const given: unknown = schema.safeParse(undefined).data;
  return { name, meaning, unset: unset ?? (given === undefined ? '–' : `\`${String(given)}\``) };
});

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** A PostgreSQL of one's own; null: the embedded one. */
  readonly databaseUrl: string | null;
  /** Where people reach the console; links in mail use it, never the Host header. Without a path. */
  readonly publicUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** A time-stamping authority (RFC 3161) that witnesses anchors; null: the object store does. */
  readonly tsaUrl: string | null;
  readonly signUp: 'open' | 'invite';
  readonly demo: boolean;
  readonly authSecret: string | null;
  /** Lets a platform operator run the three acts of privacy for any organisation; null: nobody may. */
  readonly superToken: string | null;
  /** Opens `/metrics`; null: only programs on this machine read it. */
  readonly metricsToken: string | null;
  /** A key of AWS KMS that wraps keys; null: the local master key does. */
  readonly kmsKeyId: string | null;
  readonly trustedProxies: readonly string[];
  /** Hosts that the system may reach although they are not public, or speak plain http. */
  readonly egressAllow: readonly string[];
  /** Where files beside the log are kept; null: in the data directory. */
  readonly s3: S3Settings | { readonly missing: readonly string[] } | null;
  /** Whether bundles of evidence are written; without it they wait in the log. Off only to measure what they cost. */
  readonly evidenceWorker: boolean;
  /** A session that was not used for so long has ended. */
  readonly sessionIdleMs: number;
  /** So long after its beginning it has ended in any case. */
  readonly sessionLifeMs: number;
  /** How long it serves on after it was asked to end. */
  readonly drainMs: number;
  /** How full the disk of the data directory may be, in percent. */
  /** Where other servers of the same database reach this one; null with the embedded database, which has no other. */
  readonly cluster: { readonly host: string; readonly port: number } | null;
  readonly diskFullPercent: number;
  readonly logLevel: string;
}

export class ConfigError extends Error {}

/** Throws ConfigError with one line a setting that is wrong. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, v]) => v !== undefined && v !== ''));
  const parsed = Environment.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((i) => `  ${i.path.join('.')}: ${i.message}`);
    throw new ConfigError(`these settings are wrong:\n${lines.join('\n')}\nsee docs/operating/install.md`);
  }
  const e = parsed.data;
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir: path.resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL ?? null,
    publicUrl: e.PUBLIC_URL === undefined ? null : new URL(e.PUBLIC_URL).origin,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    tsaUrl: e.TSA_URL ?? null,
    signUp: e.SIGN_UP ?? (e.DATABASE_URL === undefined ? 'open' : 'invite'),
    demo: e.DEMO !== '0' && e.DATABASE_URL === undefined,
    authSecret: e.AUTH_SECRET ?? null,
    superToken: e.SUPER_TOKEN ?? null,
    metricsToken: e.METRICS_TOKEN ?? null,
    kmsKeyId: e.KMS_KEY_ID ?? null,
    trustedProxies: listOf(e.TRUSTED_PROXIES),
    egressAllow: listOf(e.EGRESS_ALLOW),
    s3: s3Of(e),
    evidenceWorker: e.EVIDENCE_WORKER === '1',
    sessionIdleMs: e.SESSION_IDLE_HOURS * 3_600_000,
    sessionLifeMs: e.SESSION_DAYS * 86_400_000,
    drainMs: e.DRAIN_SECONDS * 1000,
    cluster: e.DATABASE_URL === undefined ? null : { host: e.CLUSTER_HOST ?? ownAddress(), port: e.CLUSTER_PORT ?? 0 },
    diskFullPercent: e.DISK_FULL_PERCENT,
    logLevel: e.LOG_LEVEL,
  };
}

/** Some of the settings without the others are no reason not to start: the books go on, and files are refused by name. */
function s3Of(e: z.output<typeof Environment>): Config['s3'] {
  const { S3_REGION, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY } = e;
  const needed = { S3_REGION, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY };
  if ([...Object.values(needed), e.S3_ENDPOINT, e.S3_PATH_STYLE].every((setting) => setting === undefined)) return null;
  if (S3_REGION === undefined || S3_BUCKET === undefined || S3_ACCESS_KEY === undefined || S3_SECRET_KEY === undefined)
    return { missing: Object.entries(needed).flatMap(([name, setting]) => (setting === undefined ? [name] : [])) };
  return {
    endpoint: e.S3_ENDPOINT ?? null,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKey: S3_ACCESS_KEY,
    secretKey: S3_SECRET_KEY,
    pathStyle: e.S3_PATH_STYLE === '1',
  };
}

const listOf = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((p) => p.trim())
    .filter((p) => p !== '');
