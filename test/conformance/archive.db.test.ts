// The verifier against archives that the system wrote: sound ones are proven, and whatever a superuser changes in the database is
// found, at its place. Each change is made in a transaction of its own, archived from there, and taken back.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { requestTimeStamp } from '@countinghouse/server/features/anchors/time-stamp';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { openTimeStampAuthority, type TimeStampAuthority } from '@countinghouse/testkit/time-stamp-authority';
import { keptHeadText, parseKeptHead } from '@countinghouse/verifier/kept';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../tools/system-programs.ts';
import { type ArchivedLedger, archiveOf, openArchivedLedger, verify } from './archived-ledger.ts';
import { openSuperuser, parsed, type Superuser, sha256 } from './superuser.ts';
import { type Code, more, tamperings } from './tamperings.ts';

/** Of each tampering of the matrix. Source: reliability.md, tamper. */
const PLACES = inForm(5, 20);
/** Of those beyond it. */
const PLACES_MORE = inForm(2, 5);

const db = useDatabase();
/** Without openssl the object store is the only place. */
const stamps = has('openssl');
let authority: TimeStampAuthority | null = null;
let ledger: ArchivedLedger;
let superuser: Superuser;

beforeAll(async () => {
  authority = stamps ? await openTimeStampAuthority() : null;
  ledger = await openArchivedLedger(db.where, async (checkpoint) => {
    if (authority === null) return { ref: `sha256:${sha256(checkpoint)}`, timeStamp: null };
    const { token, serial, at } = await requestTimeStamp(authority.url, checkpoint);
    return { ref: `rfc3161:${serial}@${at.toISOString()}`, timeStamp: token };
  });
  superuser = await openSuperuser(ledger);
});
afterAll(async () => {
  superuser.client.release();
  await ledger.t.close();
  await authority?.close();
});

describe('an archive that nobody touched', () => {
  test('is proven, at every place where a batch ended', async () => {
    const { heads, anchors, seq, books } = ledger;
    expect(seq).toBeGreaterThan(140);
    expect(heads.length).toBeLessThan(seq);
    for (const at of heads) {
      const r = await superuser.verifyAfter(async () => {}, {}, at);
      expect([at, r.fault]).toEqual([at, null]);
      expect([r.events, r.heads]).toEqual([at, heads.filter((h) => h <= at).length]);
      expect(r.headHash).toBe(await superuser.hashAt(at));
    }
    const r = await superuser.verifyAfter(async () => {}, { kept: (await superuser.keptNotes()).map(parsed) });
    expect(r.fault).toBeNull();
    expect(r).toMatchObject({
      tenantId: books.tenantId,
      anchors: anchors.length,
      keptOutside: 5,
      recordedTo: anchors.at(-2),
      timeStamps: stamps ? 3 : 0,
      timeStampsSigned: stamps ? 3 : 0,
      keysGiven: false,
    });
    expect(r.kept.map(({ size }) => size)).toEqual(anchors);
    if (stamps) expect(r.lastTimeStamped?.timeStamp).toMatchObject({ signed: true, signer: 'CN=Test time-stamps' });
  });
  test('is proven by a log that has gone on since', async () => {
    const [at = 0, later = 0] = [ledger.heads.at(-10), ledger.heads.at(-9)];
    const r = await superuser.verifyAfter(() => superuser.sql('update accounts set balance = balance where tenant_id = $1'), {}, at);
    expect([r.fault, r.events]).toEqual([null, at]);
    const broken = await superuser.verifyAfter(
      () => superuser.sql('update accounts set balance = balance + 1 where tenant_id = $1'),
      {},
      later,
    );
    expect(broken.fault).toMatchObject({ code: 'stored_balance', seq: later });
  });
});

describe('wherever it is, the verifier finds', () => {
  test.each(Object.entries(tamperings).filter(([what]) => stamps || !what.includes('time-stamp')))('%s', async (what, tampering) => {
    const places = more.includes(what) ? PLACES_MORE : PLACES;
    for (let n = 0; n < places; n++) {
      const { change, at, codes, options } = await tampering(superuser);
      const { fault } = await superuser.verifyAfter(change, options);
      expect([fault?.message, codes.includes(fault?.code as Code), at.includes(fault?.seq ?? 0)]).toEqual([fault?.message, true, true]);
    }
    expect((await superuser.verifyAfter(async () => {})).fault).toBeNull();
  });
  test('an older copy put back, by a checkpoint that was kept; without one it says what it could not prove', async () => {
    const kept = (await superuser.keptNotes()).map(parsed).slice(-1);
    for (let n = 0; n < PLACES; n++) {
      const older = superuser.oneOf(ledger.heads.slice(0, -1));
      const { fault } = await superuser.verifyAfter(async () => {}, { kept }, older);
      expect(fault).toMatchObject({ seq: older + 1, code: 'kept_checkpoint' });
    }
  });
  test('a clean cut behind the last checkpoint that was kept, by the signed head that was kept with it', async () => {
    const { lastHead, tenantId } = await superuser.verifyAfter(async () => {});
    const head = lastHead === null ? null : parseKeptHead(keptHeadText(tenantId, lastHead));
    if (head === null) throw new Error('no signed head');
    for (let n = 0; n < PLACES; n++) {
      const older = superuser.oneOf(ledger.heads.slice(0, -1));
      expect((await superuser.verifyAfter(async () => {}, {}, older)).fault).toBeNull();
      const { fault } = await superuser.verifyAfter(async () => {}, { keptHeads: [head] }, older);
      expect(fault).toMatchObject({ seq: older + 1, code: 'kept_head' });
    }
    expect(await superuser.verifyAfter(async () => {}, { keptHeads: [head] })).toMatchObject({ fault: null, keptHeads: [ledger.seq] });
  });
});

describe.skipIf(!has('python3'))('a program in another language, written from the format pages alone,', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-archive-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const program = fileURLToPath(new URL('./check-archive.py', import.meta.url));
  const check = (archive: Buffer): unknown => {
    const file = path.join(folder, 'archive');
    writeFileSync(file, archive);
    return JSON.parse(execFileSync('python3', [program, file], { encoding: 'utf8' }));
  };
  test('comes to the same root and head, compressed or not', async () => {
    const archive = await archiveOf(superuser.client, ledger.books.tenantId, ledger.seq);
    const { root, headHash, events, heads } = await verify(archive);
    const told = { fault: null, events, head: headHash, root, heads };
    expect(check(archive)).toEqual(told);
    expect(check(gzipSync(archive))).toEqual(told);
  });
  const shared = [
    'a character of a payload',
    'an event in the middle, gone',
    'a stored posting that is gone',
    'the root of an anchor',
    'all anchors',
    'the reference of an anchor, taken away',
    'a signed head that is gone',
    'a balance',
  ];
  test.each(shared)('finds the same fault at the same place: %s', async (what) => {
    const { change } = (await tamperings[what]?.(superuser)) ?? expect.fail('no such tampering');
    await superuser.client.query('begin');
    try {
      await change();
      const archive = await archiveOf(superuser.client, ledger.books.tenantId, ledger.seq);
      const { fault } = await verify(archive);
      expect(check(archive)).toMatchObject({ fault: { seq: fault?.seq, code: fault?.code } });
    } finally {
      await superuser.client.query('rollback');
    }
  });
});
