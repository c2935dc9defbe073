// What the environment says, checked once at start and told readably. Nothing else in the server reads the environment.

import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { S3Settings } from '@countinghouse/store/objects/s3';
import * as z from 'zod';

const repo = fileURLToPath(new URL('../../../', import.meta.url));

const port = z.coerce.number().int().min(1).max(65_535);
const flag = z.enum(['0', '1']);
const httpUrl = z.url({ protocol: /^https?$/ });

const Environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default(path.join(repo, 'data')),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  PUBLIC_URL: httpUrl.optional(),
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
  TSA_URL: httpUrl.optional(),
  MAIL_FROM: z.string().min(3).default('Countinghouse <no-reply@countinghouse.localhost>'),
  SIGN_UP: z.enum(['open', 'invite']).optional(),
  DEMO: flag.optional(),
  AUTH_SECRET: z.string().min(32, 'at least 32 characters').optional(),
  SUPER_TOKEN: z.string().min(32, 'at least 32 characters').optional(),
  KMS_KEY_ID: z.string().min(1).optional(),
  TRUSTED_PROXIES: z.string().optional(),
  EGRESS_ALLOW: z.string().optional(),
  S3_ENDPOINT: httpUrl.optional(),
  S3_REGION: z.string().min(1).optional(),
  S3_BUCKET: z.string().min(1).optional(),
  S3_ACCESS_KEY: z.string().min(1).optional(),
  S3_SECRET_KEY: z.string().min(1).optional(),
  S3_PATH_STYLE: flag.optional(),
  EVIDENCE_WORKER: flag.default('1'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
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
  /** A key of AWS KMS that wraps keys; null: the local master key does. */
  readonly kmsKeyId: string | null;
  readonly trustedProxies: readonly string[];
  /** Hosts that the house may reach although they are not public, or speak plain http. */
  readonly egressAllow: readonly string[];
  /** Where files beside the log are kept; null: in the data directory. */
  readonly s3: S3Settings | { readonly missing: readonly string[] } | null;
  /** Whether bundles of evidence are written; without it they wait in the log. Off only to measure what they cost. */
  readonly evidenceWorker: boolean;
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
    kmsKeyId: e.KMS_KEY_ID ?? null,
    trustedProxies: listOf(e.TRUSTED_PROXIES),
    egressAllow: listOf(e.EGRESS_ALLOW),
    s3: s3Of(e),
    evidenceWorker: e.EVIDENCE_WORKER === '1',
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
