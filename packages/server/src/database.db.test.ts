// A database of one's own that does not answer, does not let in, or is not what it must be: whoever starts the server reads why in a sentence.

import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onEveryMachine, useDatabase } from '@countinghouse/testkit/database';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { openDatabase } from './database.ts';
import { EXIT, exitCodeOf } from './exit-codes.ts';

const db = useDatabase();
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'database-'));
afterAll(() => rmSync(dataDir, { recursive: true }));

const urlOf = (user: string, database: string, port = db.where.port): string =>
  `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(db.where.host)}`;

async function failureOf(databaseUrl: string | null, folder = dataDir): Promise<readonly [number | null, string]> {
  const error: unknown = await openDatabase({ dataDir: folder, databaseUrl }).catch((thrown: unknown) => thrown);
  return [exitCodeOf(error), (error as Error).message];
}

test('it does not let in, or is not there', async () => {
  const [code, says] = await failureOf(urlOf('nobody-we-know', db.where.database));
  expect([code, says]).toEqual([EXIT.settings, expect.stringMatching(/DATABASE_URL: PostgreSQL says: .*nobody-we-know/)]);
  expect(await failureOf(urlOf(db.where.user, 'none'))).toEqual([EXIT.settings, expect.stringContaining('database "none" does not exist')]);
});
test('its role may not do there what has to be done', async () => {
  const [role, database] = [`r_${randomUUID().replaceAll('-', '')}`, `t_${randomUUID().replaceAll('-', '')}`];
  await onEveryMachine(
    db.where,
    `create role ${role} login`,
    `create database ${database}`,
    `revoke all on database ${database} from public`,
  );
  onTestFinished(() => onEveryMachine(db.where, `drop database ${database}`, `drop role ${role}`));
  const [code, says] = await failureOf(urlOf(role, database));
  expect([code, says]).toEqual([EXIT.settings, expect.stringMatching(/DATABASE_URL: PostgreSQL says: .*Your own PostgreSQL/)]);
});
test('it does not answer: that may pass, and is no setting', async () => {
  const says = /^the database that DATABASE_URL names cannot be opened: .*ENOENT/;
  expect(await failureOf(urlOf(db.where.user, 'none', 1))).toEqual([EXIT.failed, expect.stringMatching(says)]);
  const refused = /^the database that DATABASE_URL names cannot be opened: .*ECONNREFUSED/;
  expect(await failureOf('postgres://me@localhost:1/none')).toEqual([EXIT.failed, expect.stringMatching(refused)]);
});
test('it is of another encoding than UTF8', async () => {
  const database = `t_${randomUUID().replaceAll('-', '')}`;
  await onEveryMachine(db.where, `create database ${database} encoding 'LATIN1' locale 'C' template template0`);
  onTestFinished(() => onEveryMachine(db.where, `drop database ${database}`));
  expect(await failureOf(urlOf(db.where.user, database))).toEqual([EXIT.settings, expect.stringContaining('has the encoding LATIN1')]);
});
test('the data directory cannot be made', async () => {
  const file = path.join(dataDir, 'file');
  writeFileSync(file, '');
  expect(await failureOf(null, path.join(file, 'data'))).toEqual([EXIT.settings, expect.stringMatching(/DATA_DIR: .* cannot be made/)]);
});
test.each([
  ['another server has the port', 'EADDRINUSE', EXIT.otherOwner],
  ['no such address is here', 'EADDRNOTAVAIL', EXIT.settings],
  ['the port is not for everybody', 'EACCES', EXIT.settings],
])('it cannot listen: %s', (_why, code, exit) => {
  const cause = Object.assign(new Error(code), { code, syscall: 'listen' });
  expect(exitCodeOf(new Error('cannot listen', { cause }))).toBe(exit);
});
