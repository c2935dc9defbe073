import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readConfig } from './config.ts';
import { shownSetting } from './secret-settings.ts';
import { fileSettingOf, secretSettings, settings } from './settings.ts';

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-secrets-'));
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const written = (content: string): string => {
  const file = path.join(dir, 'secret');
  writeFileSync(file, content);
  return file;
};
const secret = 'a secret of more than thirty-two characters';
const values = {
  DATABASE_URL: 'postgres://me:hush@db.example.test:5433/books?host=/x',
  DATABASE_REPLICA_URL: 'postgres://me:hush@one.example.test/books, postgres://me:hush@two.example.test/books?host=/x',
  SMTP_URL: 'smtps://me:hush@mail.example.test',
  TSA_URL: 'https://me:hush@tsa.example.test/stamp?host=/x',
  NATS_URL: 'tls://me:hush@nats.example.test:4222,tls://other.example.test',
};
const exampleOf = (name: string): string => values[name as keyof typeof values] ?? secret;

test('whatever may hold a password, a token or a key is a secret', () => {
  const telling = settings
    .map(({ name }) => name)
    .filter((name) => /(?<!PUBLIC)_URL$|_TOKEN$|_SECRET$|_(ACCESS|SECRET)_KEY$|_PASSWORD$|_HEADERS$/.test(name));
  expect(telling).toEqual(secretSettings);
});

test.each(secretSettings)('%s may be in a file, with or without a line break at its end', (name) => {
  // Replicas have a primary, headers somebody who wants them, and a password somebody who has it.
  const others = {
    DATABASE_URL: values.DATABASE_URL,
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318',
    KAFKA_BROKERS: 'kafka.example.test',
    KAFKA_USERNAME: 'me',
    KAFKA_PASSWORD: secret,
    [name]: undefined,
  };
  const wanted = readConfig({ ...others, [name]: exampleOf(name) });
  for (const end of ['', '\n', '\r\n'])
    expect(readConfig({ ...others, [fileSettingOf(name)]: written(`${exampleOf(name)}${end}`) })).toEqual(wanted);
});

test.each(secretSettings)('%s is never shown', (name) => {
  const shown = [shownSetting(name, { [name]: exampleOf(name) }), shownSetting(name, { [fileSettingOf(name)]: written(exampleOf(name)) })];
  for (const text of shown) expect(text).toMatch(/\*\*\*/);
  expect(shown.join()).not.toMatch(/hush|secret of|me:|host=/);
  expect(shown[1]).toContain(`(from ${path.join(dir, 'secret')})`);
  expect(shownSetting(name, {})).toBeNull();
});

test('an address is shown without who asks; what is no secret as it is', () => {
  expect(shownSetting('DATABASE_URL', values)).toBe('postgres://***@db.example.test:5433/books');
  expect(shownSetting('DATABASE_REPLICA_URL', values)).toBe('postgres://***@one.example.test/books, postgres://***@two.example.test/books');
  expect(shownSetting('PORT', { PORT: '3001' })).toBe('3001');
});

test.each([
  [{ SUPER_TOKEN: secret, SUPER_TOKEN_FILE: '/run/x' }, 'SUPER_TOKEN: it is set, and SUPER_TOKEN_FILE names /run/x too; set one of them'],
  [{ SUPER_TOKEN_FILE: '/nowhere/at-all' }, 'SUPER_TOKEN_FILE: /nowhere/at-all cannot be read (ENOENT)'],
])('%j stops the start', (environment, says) => {
  expect(() => readConfig(environment)).toThrow(says);
});

test('an empty file, or one with a value that is not understood, stops the start without telling the value', () => {
  expect(() => readConfig({ SUPER_TOKEN_FILE: written('\n') })).toThrow('is empty');
  expect(() => readConfig({ SUPER_TOKEN_FILE: written('hush') })).toThrow('SUPER_TOKEN: at least 32 characters');
  expect(() => readConfig({ DATABASE_URL_FILE: written('hush') })).toThrow(/^(?![\s\S]*hush)[\s\S]*DATABASE_URL/);
});
