import { expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { listUnencrypted } from './unencrypted.ts';

test.each([
  [null, null, []],
  ['postgres://a:b@127.0.0.1:5432/c', 'smtp://localhost:25', []],
  ['postgres://a@localhost/c?host=/run/postgresql', null, []],
  ['postgres://a:b@db.example.org/c?sslmode=verify-full', 'smtps://mail.example.org', []],
  ['postgres://a:b@db.example.org/c?sslmode=require', 'smtp://mail.example.org:587?requireTLS=true', []],
  ['postgres://a:b@db.example.org/c', null, [/^The database/]],
  ['postgres://a:b@db.example.org/c?sslmode=no-verify', null, [/^The database/]],
  ['postgres://a:b@db.example.org/c?sslmode=disable', null, [/^The database/]],
  ['postgres://a:b@db.example.org/c?sslmode=require&uselibpqcompat=true', null, [/^The database/]],
  ['postgres://a:b@db.example.org/c', 'smtp://mail.example.org', [/^The database/, /^The mail server/]],
])('what leaves the machine without TLS is told: %s, %s', (databaseUrl, smtpUrl, told) => {
  expect(listUnencrypted({ databaseUrl, smtpUrl, natsUrls: [], kafka: null })).toEqual(
    told.map((pattern) => expect.stringMatching(pattern)),
  );
});

test.each([
  [[], []],
  [['nats://127.0.0.1:4222', 'tls://nats.example.org'], []],
  [['tls://one.example.org', 'nats://me:hush@two.example.org'], [/^NATS/]],
])('NATS that is reached without TLS is told of: %s', (natsUrls, told) => {
  const sentences = listUnencrypted({ databaseUrl: null, smtpUrl: null, natsUrls, kafka: null });
  expect(sentences).toEqual(told.map((pattern) => expect.stringMatching(pattern)));
  expect(sentences.join()).not.toContain('hush');
});

test.each([
  ['127.0.0.1,[::1]:9092,localhost', '0', []],
  ['one.example.org,two.example.org:9094', '1', []],
  ['localhost,two.example.org', '0', [/^Kafka/]],
])('Kafka that is reached without TLS is told of: %s, KAFKA_TLS=%s', (servers, tls, told) => {
  const { kafka } = readConfig({ KAFKA_BROKERS: servers, KAFKA_TLS: tls });
  const sentences = listUnencrypted({ databaseUrl: null, smtpUrl: null, natsUrls: [], kafka });
  expect(sentences).toEqual(told.map((pattern) => expect.stringMatching(pattern)));
});
