import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

const all = { S3_REGION: 'eu-central-1', S3_BUCKET: 'books', S3_ACCESS_KEY: 'key', S3_SECRET_KEY: 'secret' };

describe('the settings of the object store', () => {
  test('are not there: files are kept in the data directory', () => {
    expect(readConfig({ S3_REGION: '' }).s3).toBe(null);
  });
  test('are all there: a bucket, at Amazon unless an address is given', () => {
    const bucket = { region: 'eu-central-1', bucket: 'books', accessKey: 'key', secretKey: 'secret' };
    expect(readConfig(all).s3).toEqual({ ...bucket, endpoint: null, pathStyle: false });
    const own = { S3_ENDPOINT: 'http://127.0.0.1:8080', S3_PATH_STYLE: '1' };
    expect(readConfig({ ...all, ...own }).s3).toEqual({ ...bucket, endpoint: 'http://127.0.0.1:8080', pathStyle: true });
  });
  test.each(Object.keys(all))('without %s are incomplete, and say what is missing', (name) => {
    expect(readConfig({ ...all, [name]: undefined }).s3).toEqual({ missing: [name] });
  });
  test('are incomplete also where only an address is given', () => {
    expect(readConfig({ S3_ENDPOINT: 'https://s3.example.test' }).s3).toEqual({ missing: Object.keys(all) });
  });
  test.each([{ S3_ENDPOINT: 'ftp://s3.example.test' }, { S3_ENDPOINT: 'here' }, { S3_PATH_STYLE: 'yes' }])(
    'that are not understood stop the start: %j',
    (wrong) => {
      expect(() => readConfig({ ...all, ...wrong })).toThrow(/S3_/);
    },
  );
});

describe('the settings of Kafka', () => {
  const KAFKA_BROKERS = 'one.example.test:9093, [2001:db8::1]:9094,two.example.test';
  test('are its servers, and who signs in there', () => {
    expect(readConfig({ KAFKA_TOPIC: 'books' }).kafka).toBeNull();
    const brokers = [
      { host: 'one.example.test', port: 9093 },
      { host: '2001:db8::1', port: 9094 },
      { host: 'two.example.test', port: 9092 },
    ];
    expect(readConfig({ KAFKA_BROKERS }).kafka).toEqual({ brokers, topic: 'countinghouse.events', tls: true, sasl: null });
    const own = { KAFKA_TOPIC: 'books', KAFKA_TLS: '0', KAFKA_USERNAME: 'me', KAFKA_PASSWORD: 'hush', KAFKA_MECHANISM: 'PLAIN' };
    const sasl = { mechanism: 'PLAIN', username: 'me', password: 'hush' };
    expect(readConfig({ KAFKA_BROKERS, ...own }).kafka).toEqual({ brokers, topic: 'books', tls: false, sasl });
  });
  test.each([
    [{ KAFKA_BROKERS: 'one.example.test,me:hush@two.example.test' }, /^(?![\s\S]*hush)[\s\S]*KAFKA_BROKERS: server 2 /],
    [{ KAFKA_BROKERS: 'one.example.test:90000' }, /KAFKA_BROKERS: server 1 /],
    [{ KAFKA_BROKERS, KAFKA_PASSWORD: 'hush' }, /^(?![\s\S]*hush)[\s\S]*KAFKA_USERNAME, KAFKA_PASSWORD: set both/],
    [{ KAFKA_BROKERS, KAFKA_MECHANISM: 'GSSAPI' }, /KAFKA_MECHANISM/],
    [{ KAFKA_BROKERS, KAFKA_TOPIC: 'our books' }, /KAFKA_TOPIC: letters/],
  ])('that are not understood stop the start: %j', (environment, says) => {
    expect(() => readConfig(environment)).toThrow(says);
  });
});

describe('the addresses of replicas', () => {
  const DATABASE_URL = 'postgres://me@db.example.test/books';
  test('are any number, with commas between them', () => {
    expect(readConfig({ DATABASE_URL }).replicaUrls).toEqual([]);
    const two = ['postgres://me@one.example.test/books', 'postgresql://me:a%2Cb@two.example.test/books'];
    expect(readConfig({ DATABASE_URL, DATABASE_REPLICA_URL: two.join(' , ') }).replicaUrls).toEqual(two);
  });
  test.each([
    [{ DATABASE_REPLICA_URL: DATABASE_URL }, 'the embedded database has no replicas'],
    [
      { DATABASE_URL, DATABASE_REPLICA_URL: 'mysql://me:hush@one.example.test' },
      /^(?![\s\S]*hush)[\s\S]*address 1 is not one of PostgreSQL/,
    ],
    [{ DATABASE_URL, DATABASE_REPLICA_URL: `${DATABASE_URL},hush` }, /^(?![\s\S]*hush)[\s\S]*address 2 is not one of PostgreSQL/],
  ])('%j stop the start', (environment, says) => {
    expect(() => readConfig(environment)).toThrow(says);
  });
});

describe('the settings of the backup', () => {
  const [BACKUP_DIR, BACKUP_KEYS_DIR, DATA_DIR] = ['/mnt/backup', '/mnt/vault', '/srv/books'];
  test('are two directories, and how often', () => {
    expect(readConfig({}).backup).toBeNull();
    const day = { everyMs: 86_400_000, keep: 7, drillEveryMs: 86_400_000 };
    expect(readConfig({ BACKUP_DIR, BACKUP_KEYS_DIR }).backup).toEqual({ folder: BACKUP_DIR, keysFolder: BACKUP_KEYS_DIR, ...day });
    expect(readConfig({ BACKUP_DIR, BACKUP_KEYS_DIR, DRILL_EVERY_HOURS: '0' }).backup?.drillEveryMs).toBeNull();
  });
  test.each([
    [{ BACKUP_DIR }, 'say where the keys are kept, apart from BACKUP_DIR'],
    [{ BACKUP_KEYS_DIR }, 'without BACKUP_DIR nothing is backed up'],
    [
      { BACKUP_DIR, BACKUP_KEYS_DIR: '/mnt/backup/keys', DATA_DIR },
      'Whoever finds a backup with its keys beside it reads everything in it',
    ],
    [{ BACKUP_DIR, BACKUP_KEYS_DIR: '/srv/books/keys', DATA_DIR }, 'Whoever finds a backup with its keys beside it reads everything in it'],
    [{ BACKUP_DIR: '/srv/books/backup', BACKUP_KEYS_DIR, DATA_DIR }, 'lies in the data directory'],
  ])('%j stop the start', (environment, says) => {
    expect(() => readConfig(environment)).toThrow(says);
  });
});

describe('several processes', () => {
  test('are one unless said otherwise, and the embedded database has no other server then', () => {
    expect(readConfig({})).toMatchObject({ processes: 1, cluster: null });
  });
  test('reach each other on this machine where the database is embedded', () => {
    expect(readConfig({ COUNTINGHOUSE_PROCESSES: '4' })).toMatchObject({ processes: 4, cluster: { host: '127.0.0.1', port: 0 } });
  });
  test('have a port each from CLUSTER_PORT on', () => {
    const DATABASE_URL = 'postgres://me@db.example.test/books';
    const given = { DATABASE_URL, CLUSTER_HOST: '10.0.0.7', CLUSTER_PORT: '65533' };
    expect(readConfig({ ...given, COUNTINGHOUSE_PROCESSES: '3' }).cluster).toEqual({ host: '10.0.0.7', port: 65_533 });
    expect(() => readConfig({ ...given, COUNTINGHOUSE_PROCESSES: '4' })).toThrow('CLUSTER_PORT: there are no 4 ports from 65533 on');
  });
  test.each(['0', '-1', '1.5', '65', 'many'])('are not %s', (wrong) => {
    expect(() => readConfig({ COUNTINGHOUSE_PROCESSES: wrong })).toThrow('COUNTINGHOUSE_PROCESSES');
  });
});

describe('traces and metrics', () => {
  const OTEL_EXPORTER_OTLP_ENDPOINT = 'http://collector.example.test:4318';
  test.each([
    [{}, null],
    [{ OTEL_TRACES_SAMPLER: 'sometimes', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT }, { traces: true, metrics: true, sampler: { name: 'parentbased_always_on', ratio: 1 } }],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${OTEL_EXPORTER_OTLP_ENDPOINT}/v1/traces` }, { traces: true, metrics: false }],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${OTEL_EXPORTER_OTLP_ENDPOINT}/v1/metrics` }, { traces: false, metrics: true }],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_METRICS_EXPORTER: 'none' },
      { traces: true, metrics: false },
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_METRICS_EXPORTER: 'none', OTEL_TRACES_EXPORTER: 'none' }, null],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_SDK_DISABLED: 'true' }, null],
  ])('%j are sent where they are asked for', (environment, wanted) => {
    const { telemetry } = readConfig(environment);
    if (wanted === null) expect(telemetry).toBeNull();
    else expect(telemetry).toMatchObject(wanted);
  });
  test.each([
    { OTEL_EXPORTER_OTLP_ENDPOINT: 'collector:4318' },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER: 'sometimes' },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_TRACES_SAMPLER_ARG: '2' },
    { OTEL_EXPORTER_OTLP_ENDPOINT, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
  ])('%j stop the start', (environment) => {
    expect(() => readConfig(environment)).toThrow(/OTEL_/);
  });
});

describe('lists of addresses', () => {
  test('are hosts that may be reached, and proxies that are believed', () => {
    const { egressAllow, trustedProxies } = readConfig({
      EGRESS_ALLOW: 'hooks.example.test, 127.0.0.1:9000,[::1]:9000',
      TRUSTED_PROXIES: '10.0.0.0/8, 127.0.0.1,2001:db8::/32,loopback',
    });
    expect(egressAllow).toEqual(['hooks.example.test', '127.0.0.1:9000', '[::1]:9000']);
    expect(trustedProxies).toEqual(['10.0.0.0/8', '127.0.0.1', '2001:db8::/32', 'loopback']);
  });
  test.each([
    [{ EGRESS_ALLOW: 'http://127.0.0.1:9000' }, /EGRESS_ALLOW: “http:\/\/127\.0\.0\.1:9000” is not a host/],
    [{ EGRESS_ALLOW: 'hooks.example.test/path' }, /EGRESS_ALLOW/],
    [{ TRUSTED_PROXIES: '127.0.0.1,proxy.example.test' }, /TRUSTED_PROXIES: “proxy\.example\.test” is not an address/],
    [{ TRUSTED_PROXIES: '10.0.0.0/33' }, /TRUSTED_PROXIES/],
    [{ TRUSTED_PROXIES: '10.0.0.0/' }, /TRUSTED_PROXIES/],
  ])('that are not understood stop the start: %j', (environment, says) => {
    expect(() => readConfig(environment)).toThrow(says);
  });
});

describe('the sender of mail', () => {
  test.each(['books@example.org', 'Books <books@example.org>', '"Books, Inc." <books@example.org>'])('is an address: %j', (from) => {
    expect(readConfig({ MAIL_FROM: from }).mailFrom).toBe(from);
  });
  test.each(['Books', 'Books <>', 'Books <books>', 'a@example.org, b@example.org', 'Books books@example.org'])('is not %j', (from) => {
    expect(() => readConfig({ MAIL_FROM: from })).toThrow('MAIL_FROM: an address');
  });
});
