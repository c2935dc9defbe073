// Every setting of the environment: what it may be, what it is unless it is set, and what it is for. What they come to is `config.ts`.

import { isIP } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const repo = fileURLToPath(new URL('../../../', import.meta.url));

/** More than the processors of any one machine that this was tried on. */
const PROCESSES_MAX = 64;

export const PORT_MAX = 65_535;
const port = z.coerce.number().int().min(1).max(PORT_MAX);
const flag = z.enum(['0', '1']);
const httpUrl = z.url({ protocol: /^https?$/ });
const milliseconds = z.coerce.number().int().min(1).max(3_600_000);

const IPV4_BITS = 32;
const IPV6_BITS = 128;
/** An address, a CIDR range, or what the framework has a name for. */
function isProxy(text: string): boolean {
  const [address = '', bits, ...more] = text.split('/');
  const bitsMax = isIP(address) === 4 ? IPV4_BITS : IPV6_BITS;
  const isRange = more.length === 0 && (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= bitsMax));
  return (isIP(address) !== 0 && isRange) || ['loopback', 'linklocal', 'uniquelocal'].includes(text);
}
const isHost = (text: string): boolean => /^[^\s/@?#]+$/.test(text);

export const listOf = (text = ''): readonly string[] =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '');
/** With commas between them; what is none of them is named. */
const listWhere = (fits: (one: string) => boolean, what: string) =>
  z.string().superRefine((text, { addIssue }) => {
    for (const one of listOf(text)) if (!fits(one)) addIssue(`“${one}” is not ${what}`);
  });

const KAFKA_MECHANISMS = ['SCRAM-SHA-512', 'SCRAM-SHA-256', 'PLAIN'] as const;
export type KafkaMechanism = (typeof KAFKA_MECHANISMS)[number];

const SAMPLERS = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
] as const;

/** What a setting is for, as docs/operating says it; `unset` where the default cannot be read from the schema. */
const about = (meaning: string, unset?: string): { readonly meaning: string; readonly unset?: string } =>
  unset === undefined ? { meaning } : { meaning, unset };

/** The same for one that nobody else is to see: it may be in a file instead (`secret-settings.ts`). */
const secret = (meaning: string, unset?: string) => ({ ...about(meaning, unset), secret: true }) as const;

export const Environment = z.object({
  PORT: port.default(3000).meta(about('port of the HTTP server')),
  HOST: z
    .string()
    .min(1)
    .default('127.0.0.1')
    .meta(about('address it listens on; `0.0.0.0` for all. Put a proxy that speaks TLS in front of anything but loopback')),
  COUNTINGHOUSE_PROCESSES: z.coerce
    .number()
    .int()
    .min(1)
    .max(PROCESSES_MAX)
    .default(1)
    .meta(
      about('so many processes serve behind one port; as many as the machine has processors is a good number. See [scale.md](scale.md)'),
    ),
  DATA_DIR: z.string().min(1).default(path.join(repo, 'data')).meta(about('where everything is kept (below)', '`./data`')),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/ })
    .optional()
    .meta(secret('a PostgreSQL of your own (below) instead of the embedded one')),
  DATABASE_REPLICA_URL: z
    .string()
    .optional()
    .meta(
      secret(
        'with `DATABASE_URL`: comma-separated addresses of replicas of it (streaming replication), from which lists and reports are read. See [replicas.md](replicas.md)',
      ),
    ),
  PUBLIC_URL: httpUrl
    .optional()
    .meta(about('the address people use; links in mail and the check of origins rely on it', '`http://HOST:PORT`')),
  TSA_URL: httpUrl
    .optional()
    .meta(
      secret(
        'a time-stamping authority (RFC 3161, `http` or `https`) that stamps the hourly anchors with the time. Without it their checkpoints are kept in the object store, and an anchor is pending until a witness has cosigned it',
      ),
    ),
  NATS_URL: z
    .string()
    .optional()
    .meta(
      secret(
        'comma-separated servers of one NATS with JetStream, such as `tls://user:password@nats.example.org:4222`, to which every event of every organisation is sent. See [nats.md](nats.md)',
      ),
    ),
  KAFKA_BROKERS: z
    .string()
    .optional()
    .meta(
      about(
        'comma-separated servers (`host` or `host:port`) of one Kafka, to whose topic every event of every organisation is sent. See [kafka.md](kafka.md)',
      ),
    ),
  KAFKA_TOPIC: z
    .string()
    .regex(/^[\w.-]{1,249}$/, 'letters, digits, dots, hyphens and underscores, 249 at most')
    .default('countinghouse.events')
    .meta(about('the topic; it is not made')),
  KAFKA_TLS: flag.default('1').meta(about('`0`: without TLS')),
  KAFKA_USERNAME: z.string().min(1).optional().meta(about('who signs in there by SASL; with `KAFKA_PASSWORD`', 'nobody signs in')),
  KAFKA_PASSWORD: z.string().min(1).optional().meta(secret('the password of that')),
  KAFKA_MECHANISM: z
    .enum(KAFKA_MECHANISMS)
    .default('SCRAM-SHA-512')
    .meta(about(`how: ${KAFKA_MECHANISMS.map((name) => `\`${name}\``).join(', ')}`)),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .meta(
      secret('where mail goes, for example `smtp://user:password@mail.example.org:587`. Without it each mail is a file in `DATA_DIR/mail`'),
    ),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>\r\n]*<[^\s@<>,;"]+@[^\s@<>,;"]+>|[^\s@<>,;"]+@[^\s@<>,;"]+)$/, 'an address, such as Books <books@example.org>')
    .default('Countinghouse <no-reply@countinghouse.localhost>')
    .meta(about('sender of mail')),
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
      secret(
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
      secret(
        'at least 32 characters; lets a platform operator run the three acts of privacy for any organisation. See [privacy.md](privacy.md)',
      ),
    ),
  METRICS_TOKEN: z
    .string()
    .min(32, 'at least 32 characters')
    .optional()
    .meta(
      secret(
        'at least 32 characters; whoever reads `/metrics` brings it as `Authorization: Bearer`. See [monitoring.md](monitoring.md)',
        'only programs on this machine read it, not through a proxy',
      ),
    ),
  KMS_KEY_ID: z
    .string()
    .min(1)
    .optional()
    .meta(about('a key of AWS KMS that wraps keys, instead of the local master key. See [privacy.md](privacy.md)')),
  EGRESS_ALLOW: listWhere(isHost, 'a host or host:port')
    .optional()
    .meta(
      about(
        'comma-separated hosts (`host` or `host:port`) that the server may reach although they are not public, or speak plain http; see [0034](../decisions/0034-signing-modes-and-keys.md)',
      ),
    ),
  DNS_SERVERS: z
    .string()
    .optional()
    .meta(
      about(
        'comma-separated resolvers (`address` or `address:port`) that are asked for the records by which domains of single sign-on are verified',
        'those of the machine',
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
  S3_ACCESS_KEY: z.string().min(1).optional().meta(secret('access key of a user who may read and write in it')),
  S3_SECRET_KEY: z.string().min(1).optional().meta(secret('the secret of that key')),
  S3_ENDPOINT: httpUrl.optional().meta(about('where the bucket is, for a server of S3 other than Amazon’s', 'Amazon’s')),
  S3_PATH_STYLE: flag.optional().meta(about('`1`: the bucket is named in the path of an address, not in its host', '`0`')),
  TRUSTED_PROXIES: listWhere(isProxy, 'an address or a CIDR range')
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
  CLUSTER_PORT: port
    .optional()
    .meta(about('the port of that; with `COUNTINGHOUSE_PROCESSES` as many ports from this one on', 'one that is free for each process')),
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
  BALLAST_MB: z.coerce
    .number()
    .int()
    .min(0)
    .max(1_048_576)
    .default(256)
    .meta(about('size of the file `ballast` beside the embedded database: [monitoring.md](monitoring.md#a-full-disk); 0: none')),
  ALARM_MAIL: z
    .email()
    .optional()
    .meta(about('is mailed when the disk of `DATA_DIR` is 80, 90 and `DISK_FULL_PERCENT` % full; nobody, where it is not set')),
  BACKUP_DIR: z
    .string()
    .min(1)
    .optional()
    .meta(about('a directory, on another disk or machine, to which the server backs up continuously. See [backup.md](backup.md)')),
  BACKUP_KEYS_DIR: z
    .string()
    .min(1)
    .optional()
    .meta(
      about(
        'with `BACKUP_DIR`: where the keys are kept, apart from it: whoever finds a backup with its keys beside it reads everything in it',
      ),
    ),
  BACKUP_EVERY_HOURS: z.coerce
    .number()
    .gt(0)
    .max(720)
    .default(24)
    .meta(about('so often a new copy of the whole database is taken; what happens in between is in the log')),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(7).meta(about('so many copies are kept, with the log since the oldest')),
  DRILL_EVERY_HOURS: z.coerce
    .number()
    .min(0)
    .max(8760)
    .default(24)
    .meta(about('so often the backup is restored beside and verified; `0`: never')),
  DRILL_DIR: z
    .string()
    .min(1)
    .optional()
    .meta(about('where drills restore to; it needs room for the whole database', 'the directory for temporary files')),
  EVIDENCE_WORKER: flag
    .default('1')
    .meta(about('`0`: no bundles of evidence are written, they wait in the log; to measure what they cost')),
  OTEL_EXPORTER_OTLP_ENDPOINT: httpUrl
    .optional()
    .meta(
      about(
        'where traces and metrics are sent by OTLP over HTTP, such as `http://collector.example.org:4318`; without it nothing is. See [tracing.md](tracing.md)',
      ),
    ),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: httpUrl.optional().meta(about('the same for traces alone, with the path', '`…/v1/traces`')),
  OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: httpUrl.optional().meta(about('the same for metrics alone, with the path', '`…/v1/metrics`')),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .optional()
    .meta(secret('what the receiver wants as headers, such as `authorization=Bearer%20…`, comma-separated')),
  OTEL_EXPORTER_OTLP_PROTOCOL: z.enum(['http/json']).default('http/json').meta(about('`http/json`, and no other')),
  OTEL_SDK_DISABLED: z.enum(['true', 'false']).default('false').meta(about('`true`: nothing is sent, whatever else is set')),
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none']).default('otlp').meta(about('`none`: no traces')),
  OTEL_METRICS_EXPORTER: z.enum(['otlp', 'none']).default('otlp').meta(about('`none`: no metrics')),
  OTEL_SERVICE_NAME: z.string().optional().meta(about('what the server is called in them', '`countinghouse`')),
  OTEL_RESOURCE_ATTRIBUTES: z.string().optional().meta(about('what else is told of it, such as `deployment.environment.name=production`')),
  OTEL_TRACES_SAMPLER: z
    .enum(SAMPLERS)
    .default('parentbased_always_on')
    .meta(about(`which traces are sent: ${SAMPLERS.map((name) => `\`${name}\``).join(', ')}`)),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1).meta(about('with a `…traceidratio`: which share of them, 0 to 1')),
  OTEL_BSP_SCHEDULE_DELAY: milliseconds.default(5_000).meta(about('so often spans are sent, in milliseconds')),
  OTEL_METRIC_EXPORT_INTERVAL: milliseconds.default(60_000).meta(about('so often metrics are sent, in milliseconds')),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'])
    .default('warn')
    .meta(about('`fatal`, `error`, `warn`, `info`, `debug`, `trace` or `silent`')),
});

export interface SettingAbout {
  readonly name: string;
  /** In Markdown; – where it has none. */
  readonly unset: string;
  readonly meaning: string;
}

/** What names the file that a secret is in. */
export const fileSettingOf = (name: string): string => `${name}_FILE`;

type Meta = ReturnType<typeof about> & { readonly secret?: true };
const all = Object.entries(Environment.shape).map(([name, schema]) => ({ name, schema, meta: schema.meta() as Meta }));

/** Settings that nobody else is to see. */
export const secretSettings: readonly string[] = all.filter(({ meta }) => meta.secret === true).map(({ name }) => name);

/** Every setting, in the order in which they are told of. */
export const settings: readonly SettingAbout[] = all.map(({ name, schema, meta: { meaning, unset, secret: isSecret } }) => {
  const given: unknown = schema.safeParse(undefined).data;
  const inFile = isSecret === true ? `; or \`${fileSettingOf(name)}\`, a file that contains it` : '';
  return { name, meaning: `${meaning}${inFile}`, unset: unset ?? (given === undefined ? '–' : `\`${String(given)}\``) };
});
