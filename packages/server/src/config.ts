// What the environment says, checked once at start and told readably. Nothing else in the server reads the environment.

import { Resolver } from 'node:dns';
import os from 'node:os';
import path from 'node:path';
import { checkPlaces, WHY_APART } from '@countinghouse/store/backup/keys-apart';
import type { S3Settings } from '@countinghouse/store/objects/s3';
import type * as z from 'zod';
import { ownAddress } from './own-address.ts';
import { readSecretFiles } from './secret-settings.ts';
import { Environment, type KafkaMechanism, listOf, PORT_MAX } from './settings.ts';

/** Where a server has no port. */
const KAFKA_PORT = 9092;

export interface KafkaSettings {
  /** Servers that are asked first where the others are. */
  readonly brokers: readonly { readonly host: string; readonly port: number }[];
  readonly topic: string;
  readonly tls: boolean;
  readonly sasl: { readonly mechanism: KafkaMechanism; readonly username: string; readonly password: string } | null;
}

export interface Config {
  readonly port: number;
  readonly host: string;
  /** How many processes serve behind the port. */
  readonly processes: number;
  readonly dataDir: string;
  /** A PostgreSQL of one's own; null: the embedded one. */
  readonly databaseUrl: string | null;
  /** Replicas of it, from which is read. */
  readonly replicaUrls: readonly string[];
  /** Where people reach the console; links in mail use it, never the Host header. Without a path. */
  readonly publicUrl: string | null;
  readonly smtpUrl: string | null;
  readonly mailFrom: string;
  /** A time-stamping authority (RFC 3161) that stamps anchors; null: the object store keeps them. */
  readonly tsaUrl: string | null;
  /** Servers of one NATS, to which every log is sent; none: to nowhere. */
  readonly natsUrls: readonly string[];
  /** A Kafka, to which every log is sent; null: to none. */
  readonly kafka: KafkaSettings | null;
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
  /** Resolvers that are asked for the records of domains; none: those of the machine. */
  readonly dnsServers: readonly string[];
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
  /** Where other processes on the same database reach this one, or the first of several; null where there can be no other. */
  readonly cluster: { readonly host: string; readonly port: number } | null;
  /** How full the disk of the data directory may be, in percent. */
  readonly diskFullPercent: number;
  /** Bytes of the file that an operator may free when the disk is full; 0: there is none. */
  readonly ballastBytes: number;
  /** Who is mailed when the disk fills; null: nobody. */
  readonly alarmMail: string | null;
  /** Continuous backup and its drills; null: none. */
  readonly backup: BackupSettings | null;
  /** Where drills restore to. */
  readonly drillFolder: string;
  /** Traces and metrics that are sent; null: none are. */
  readonly telemetry: TelemetrySettings | null;
  readonly logLevel: string;
}

/** Where they go the exporters read themselves. */
export interface TelemetrySettings {
  readonly traces: boolean;
  readonly metrics: boolean;
  readonly headers: string | null;
  readonly sampler: { readonly name: z.output<typeof Environment>['OTEL_TRACES_SAMPLER']; readonly ratio: number };
  readonly spansEveryMs: number;
  readonly metricsEveryMs: number;
}

export interface BackupSettings {
  readonly folder: string;
  /** Where the keys are kept, apart from it. */
  readonly keysFolder: string;
  readonly everyMs: number;
  /** How many copies are kept. */
  readonly keep: number;
  /** null: there are none. */
  readonly drillEveryMs: number | null;
}

export class ConfigError extends Error {}

/** What is wrong with which settings, a line each. */
export const wrongSettings = (lines: readonly string[]): ConfigError =>
  new ConfigError(`these settings are wrong:\n${lines.map((line) => `  ${line}`).join('\n')}\nsee docs/operating/install.md`);

const endpointsOfTelemetry = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
] as const;

/** Throws ConfigError with one line a setting that is wrong. */
export function readConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const { environment: read, faults } = readSecretFiles(environment);
  // What a platform says of telemetry to whoever runs on it is nothing to us where none is to be sent.
  const isTold = endpointsOfTelemetry.some((name) => (read[name] ?? '') !== '');
  const given = Object.fromEntries(
    Object.entries(read).filter(([name, v]) => v !== undefined && v !== '' && (isTold || !name.startsWith('OTEL_'))),
  );
  const parsed = Environment.safeParse(given);
  if (!parsed.success || faults.length > 0)
    throw wrongSettings([...faults, ...(parsed.error?.issues ?? []).map((i) => `${i.path.join('.')}: ${i.message}`)]);
  const e = parsed.data;
  return {
    port: e.PORT,
    host: e.HOST,
    processes: e.COUNTINGHOUSE_PROCESSES,
    dataDir: path.resolve(e.DATA_DIR),
    databaseUrl: e.DATABASE_URL ?? null,
    replicaUrls: replicasOf(e),
    publicUrl: e.PUBLIC_URL === undefined ? null : new URL(e.PUBLIC_URL).origin,
    smtpUrl: e.SMTP_URL ?? null,
    mailFrom: e.MAIL_FROM,
    tsaUrl: e.TSA_URL ?? null,
    natsUrls: natsOf(e),
    kafka: kafkaOf(e),
    signUp: e.SIGN_UP ?? (e.DATABASE_URL === undefined ? 'open' : 'invite'),
    demo: e.DEMO !== '0' && e.DATABASE_URL === undefined,
    authSecret: e.AUTH_SECRET ?? null,
    superToken: e.SUPER_TOKEN ?? null,
    metricsToken: e.METRICS_TOKEN ?? null,
    kmsKeyId: e.KMS_KEY_ID ?? null,
    trustedProxies: listOf(e.TRUSTED_PROXIES),
    egressAllow: listOf(e.EGRESS_ALLOW),
    dnsServers: dnsOf(e),
    s3: s3Of(e),
    evidenceWorker: e.EVIDENCE_WORKER === '1',
    sessionIdleMs: e.SESSION_IDLE_HOURS * 3_600_000,
    sessionLifeMs: e.SESSION_DAYS * 86_400_000,
    drainMs: e.DRAIN_SECONDS * 1000,
    cluster: clusterOf(e),
    diskFullPercent: e.DISK_FULL_PERCENT,
    ballastBytes: e.DATABASE_URL === undefined ? e.BALLAST_MB * 2 ** 20 : 0,
    alarmMail: e.ALARM_MAIL ?? null,
    backup: backupOf(e),
    drillFolder: path.resolve(e.DRILL_DIR ?? os.tmpdir()),
    telemetry: telemetryOf(e),
    logLevel: e.LOG_LEVEL,
  };
}

/** With the embedded database all other processes are on this machine. */
function clusterOf(e: z.output<typeof Environment>): Config['cluster'] {
  const { COUNTINGHOUSE_PROCESSES: processes, CLUSTER_PORT: first = 0 } = e;
  if (first + processes - 1 > PORT_MAX) throw wrongSettings([`CLUSTER_PORT: there are no ${processes} ports from ${first} on`]);
  if (e.DATABASE_URL !== undefined) return { host: e.CLUSTER_HOST ?? ownAddress(), port: first };
  return processes === 1 ? null : { host: '127.0.0.1', port: first };
}

function replicasOf(e: z.output<typeof Environment>): Config['replicaUrls'] {
  const urls = listOf(e.DATABASE_REPLICA_URL);
  if (urls.length > 0 && e.DATABASE_URL === undefined)
    throw wrongSettings(['DATABASE_REPLICA_URL: the embedded database has no replicas; set DATABASE_URL']);
  // The address is not told: it may have a password in it.
  const faulty = urls.findIndex((url) => !/^postgres(ql)?:\/\//.test(url) || !URL.canParse(url));
  if (faulty >= 0)
    throw wrongSettings([`DATABASE_REPLICA_URL: address ${faulty + 1} is not one of PostgreSQL; a comma in a password is written %2C`]);
  return urls;
}

function natsOf(e: z.output<typeof Environment>): Config['natsUrls'] {
  const urls = listOf(e.NATS_URL);
  // The address is not told: it may have a password in it.
  const faulty = urls.findIndex((url) => !/^(nats|tls):\/\/[^/]/.test(url) || !URL.canParse(url));
  if (faulty >= 0)
    throw wrongSettings([`NATS_URL: address ${faulty + 1} is not nats:// or tls:// and a host; a comma in a password is written %2C`]);
  return urls;
}

function kafkaOf(e: z.output<typeof Environment>): Config['kafka'] {
  const servers = listOf(e.KAFKA_BROKERS);
  if (servers.length === 0) return null;
  const brokers = servers.map((server, i) => {
    const { host, port } = /^(?<host>[^\s:/@[\]]+|\[[0-9a-f:.]+\])(?::(?<port>\d{1,5}))?$/i.exec(server)?.groups ?? {};
    if (host === undefined || Number(port) > PORT_MAX)
      throw wrongSettings([`KAFKA_BROKERS: server ${i + 1} is not a host or host:port; who signs in is KAFKA_USERNAME`]);
    return { host: host.replace(/^\[|\]$/g, ''), port: Number(port ?? KAFKA_PORT) };
  });
  const { KAFKA_USERNAME: username, KAFKA_PASSWORD: password } = e;
  if ((username === undefined) !== (password === undefined)) throw wrongSettings(['KAFKA_USERNAME, KAFKA_PASSWORD: set both, or none']);
  const sasl = username === undefined || password === undefined ? null : { mechanism: e.KAFKA_MECHANISM, username, password };
  return { brokers, topic: e.KAFKA_TOPIC, tls: e.KAFKA_TLS === '1', sasl };
}

function dnsOf(e: z.output<typeof Environment>): Config['dnsServers'] {
  const servers = listOf(e.DNS_SERVERS);
  try {
    new Resolver().setServers(servers);
  } catch {
    throw wrongSettings(['DNS_SERVERS: use addresses, each with or without a port, such as 9.9.9.9 or [2620:fe::fe]:53']);
  }
  return servers;
}

function backupOf(e: z.output<typeof Environment>): Config['backup'] {
  const { BACKUP_DIR: folder, BACKUP_KEYS_DIR: keysFolder } = e;
  if (folder === undefined && keysFolder === undefined) return null;
  if (folder === undefined) throw wrongSettings(['BACKUP_KEYS_DIR: without BACKUP_DIR nothing is backed up']);
  if (keysFolder === undefined) throw wrongSettings([`BACKUP_KEYS_DIR: say where the keys are kept, apart from BACKUP_DIR. ${WHY_APART}`]);
  const places = { folder: path.resolve(folder), keysFolder: path.resolve(keysFolder) };
  try {
    checkPlaces(path.resolve(e.DATA_DIR), places);
  } catch (error) {
    throw wrongSettings([(error as Error).message]);
  }
  return {
    ...places,
    everyMs: e.BACKUP_EVERY_HOURS * 3_600_000,
    keep: e.BACKUP_KEEP,
    drillEveryMs: e.DRILL_EVERY_HOURS === 0 ? null : e.DRILL_EVERY_HOURS * 3_600_000,
  };
}

function telemetryOf(e: z.output<typeof Environment>): Config['telemetry'] {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: all } = e;
  const traces = e.OTEL_TRACES_EXPORTER === 'otlp' && (all ?? e.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined;
  const metrics = e.OTEL_METRICS_EXPORTER === 'otlp' && (all ?? e.OTEL_EXPORTER_OTLP_METRICS_ENDPOINT) !== undefined;
  if (e.OTEL_SDK_DISABLED === 'true' || !(traces || metrics)) return null;
  return {
    traces,
    metrics,
    headers: e.OTEL_EXPORTER_OTLP_HEADERS ?? null,
    sampler: { name: e.OTEL_TRACES_SAMPLER, ratio: e.OTEL_TRACES_SAMPLER_ARG },
    spansEveryMs: e.OTEL_BSP_SCHEDULE_DELAY,
    metricsEveryMs: e.OTEL_METRIC_EXPORT_INTERVAL,
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
