// A witness, as its log and as whoever would make it sign two histories: over HTTP, in processes of their own, killed in between.

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { GrowingTree } from '@countinghouse/kernel/merkle/growing';
import { hashLeaf } from '@countinghouse/kernel/merkle/hashing';
import { consistencyRanges } from '@countinghouse/kernel/merkle/tree';
import { signCheckpoint } from '@countinghouse/store/keys/checkpoint';
import { hashBytes } from '@countinghouse/store/sha256';
import { makeKey } from '@countinghouse/testkit/made-log';
import { runWitness, WitnessProcess } from '@countinghouse/testkit/witness-process';
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCheckpoint } from '../checkpoint.js';
import { cosignedAt } from '../cosignature.js';
import { COSIGNATURE_TYPE, LOG_TYPE, noteKeyOf, parseVkey } from '../note-key.js';
import { addCheckpoint } from './add-checkpoint.js';
import { makeWitnessKey, parseWitnessKey } from './key.js';
import { Overtaken, State } from './state.js';

const dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-witness-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));

/** A log with a leaf for each letter, under a key of its own. */
class Log {
  readonly key = makeKey();
  readonly origin: string;
  constructor(origin: string) {
    this.origin = origin;
  }
  get noteKey() {
    return noteKeyOf(this.origin, LOG_TYPE, Buffer.from(String(this.key.jwk['x']), 'base64url'));
  }
  rootOf(letters: string): Uint8Array {
    const tree = new GrowingTree();
    for (const letter of letters) hashBytes(tree.append(hashBytes(hashLeaf(Buffer.alloc(32, letter)))));
    return hashBytes(tree.root());
  }
  checkpoint(letters: string, key = this.key): string {
    return signCheckpoint({ ...key, header: '' }, { origin: this.origin, size: letters.length, root: this.rootOf(letters) });
  }
  /** A request with the proof that the first `old` letters grew into all of them. */
  request(old: number, letters: string, note = this.checkpoint(letters)): string {
    const path =
      old === 0 || old > letters.length ? [] : consistencyRanges(old, letters.length).map(({ from, to }) => letters.slice(from, to));
    const lines = path.map((part) => `${Buffer.from(this.rootOf(part)).toString('base64')}\n`);
    return `old ${old}\n${lines.join('')}\n${note}`;
  }
}

const log = new Log('countinghouse/a');
const second = new Log('countinghouse/b');
const key = parseWitnessKey(makeWitnessKey('witness.example/w').secret) ?? expect.fail('a key');
const NOW = new Date('2026-02-03T04:05:06Z');
let folder: string;
let state: State;
beforeEach(() => {
  folder = mkdtempSync(path.join(dir, 'state-'));
  state = new State(folder);
});
const ask = (request: string, more: { readonly state?: State } = {}) =>
  addCheckpoint(request, { logs: [log.noteKey, second.noteKey], key, state, ...more }, NOW);
const sizeOf = (origin = log.origin): number => state.last(origin).checkpoint?.size ?? 0;

describe('a witness', () => {
  test('cosigns the first checkpoint, one that grew from it, and the same once more', async () => {
    for (const [old, letters] of [
      [0, 'abc'],
      [3, 'abcde'],
      [5, 'abcde'],
      [5, 'abcdefghijkl'],
    ] as const) {
      const { status, body } = ask(log.request(old, letters));
      expect([letters, status]).toEqual([letters, 200]);
      const note = parseCheckpoint(log.checkpoint(letters) + body) ?? expect.fail('a checkpoint');
      expect(await cosignedAt(note, key)).toBe('2026-02-03T04:05:06.000Z');
      expect(sizeOf()).toBe(letters.length);
    }
  });

  test.each<readonly [string, string, number]>([
    ['a fork of the same size', log.request(3, 'abX'), 409],
    ['a fork that is larger', log.request(3, 'abXde'), 422],
    ['a larger tree without its proof', log.request(3, 'abcde').replace(/\n[A-Za-z0-9+/]{43}=\n/, '\n'), 422],
    ['a proof where none is asked for', log.request(3, 'abc').replace('\n\n', `\n${Buffer.alloc(32).toString('base64')}\n\n`), 422],
    ['a smaller tree, as if nothing was known', log.request(0, 'ab'), 409],
    ['a smaller tree', log.request(2, 'ab'), 409],
    ['an old size above the new one', log.request(3, 'ab'), 400],
    ['a log that is not known', new Log('countinghouse/c').request(0, 'abc'), 404],
    ['another key of the log', log.request(3, 'abcd', log.checkpoint('abcd', makeKey())), 403],
    ['what is no request', 'old 3\n', 400],
    ['an old size with a zero before it', log.request(3, 'abcd').replace('old 3', 'old 03'), 400],
    [
      'a checkpoint with another root than was signed',
      log.request(3, 'abcd').replace(/\n4\n[A-Za-z0-9+/]{43}=/, `\n4\n${Buffer.alloc(32).toString('base64')}`),
      403,
    ],
  ])('refuses %s', (_, request, status) => {
    expect(ask(log.request(0, 'abc')).status).toBe(200);
    const answer = ask(request);
    expect(answer.status).toBe(status);
    expect(answer.body).not.toContain('—');
    expect([sizeOf(), state.last(log.origin).checkpoint?.root]).toEqual([3, Buffer.from(log.rootOf('abc')).toString('hex')]);
    // Two histories under one signature are kept, for whoever is to be shown them.
    expect(answer.alarm !== undefined).toBe(status === 422 ? !request.includes(log.checkpoint('abc')) : request === log.request(3, 'abX'));
  });

  test('says the size that it has where the old one is another', () => {
    expect(ask(log.request(0, 'abc')).status).toBe(200);
    expect(ask(log.request(0, 'abcde'))).toEqual({ status: 409, type: 'text/x.tlog.size', body: '3\n' });
    expect(ask(log.request(4, 'abcde'))).toEqual({ status: 409, type: 'text/x.tlog.size', body: '3\n' });
    // A fork of the same size is another conflict: it has no size to go on from.
    expect(ask(log.request(3, 'abX')).type).not.toBe('text/x.tlog.size');
  });

  test('whose answer was lost cosigns the same again, once it is asked from where it is', () => {
    ask(log.request(0, 'abc'));
    const restarted = new State(folder);
    expect(ask(log.request(0, 'abc'), { state: restarted })).toMatchObject({ status: 409, body: '3\n' });
    expect(ask(log.request(3, 'abc'), { state: restarted }).status).toBe(200);
    expect(ask(log.request(3, 'abX'), { state: restarted }).status).toBe(409);
  });

  test('knows each log by itself', () => {
    expect(ask(log.request(0, 'abc')).status).toBe(200);
    expect(ask(second.request(0, 'xyz')).status).toBe(200);
    expect([sizeOf(), sizeOf(second.origin)]).toEqual([3, 3]);
    expect(ask(second.request(3, 'xyzw')).status).toBe(200);
    expect([sizeOf(), sizeOf(second.origin)]).toEqual([3, 4]);
  });

  test('keeps what it refused for a fork, once, and remembers one checkpoint', () => {
    for (const request of [log.request(0, 'abc'), log.request(3, 'abX'), log.request(3, 'abX'), log.request(3, 'abcd')]) ask(request);
    const [of = ''] = readdirSync(folder);
    expect(readdirSync(path.join(folder, of)).toSorted()).toEqual(['2.checkpoint', 'refused']);
    const [kept = '', ...more] = readdirSync(path.join(folder, of, 'refused'));
    expect(more).toEqual([]);
    expect(readFileSync(path.join(folder, of, 'refused', kept), 'utf8')).toBe(log.request(3, 'abX'));
  });

  test('signs nothing where what it remembers cannot be read', () => {
    ask(log.request(0, 'abc'));
    const [of = ''] = readdirSync(folder);
    writeFileSync(path.join(folder, of, '1.checkpoint'), '');
    expect(() => ask(log.request(3, 'abcd'))).toThrow('nothing is cosigned');
    expect(() => ask(log.request(0, 'abX'))).toThrow('nothing is cosigned');
  });

  test('is overtaken by another process on its folder, and never signs behind it', () => {
    ask(log.request(0, 'abc'));
    /** Looks, and before it writes the other one has gone on: by one step, and by two. */
    class Slow extends State {
      readonly meanwhile: () => void;
      constructor(at: string, meanwhile: () => void) {
        super(at);
        this.meanwhile = meanwhile;
      }
      override remember(...args: Parameters<State['remember']>): void {
        this.meanwhile();
        super.remember(...args);
      }
    }
    const byOne = new Slow(folder, () => expect(ask(log.request(3, 'abcd')).status).toBe(200));
    expect(ask(log.request(3, 'abcX'), { state: byOne })).toEqual({ status: 409, type: 'text/x.tlog.size', body: '4\n' });
    const byTwo = new Slow(folder, () => {
      expect(ask(log.request(4, 'abcde')).status).toBe(200);
      expect(ask(log.request(5, 'abcdef')).status).toBe(200);
    });
    expect(ask(log.request(4, 'abcdX'), { state: byTwo })).toEqual({ status: 409, type: 'text/x.tlog.size', body: '6\n' });
    expect(() => state.remember(log.origin, 1, log.checkpoint('ab'))).toThrow(Overtaken);
    expect(sizeOf()).toBe(6);
  });
});

describe('as a process', () => {
  const started: WitnessProcess[] = [];
  afterEach(async () => {
    for (const witness of started.splice(0)) await witness.stop('SIGKILL');
  });
  const logs = [log.noteKey.vkey, second.noteKey.vkey];
  async function start(): Promise<WitnessProcess> {
    const witness = new WitnessProcess(mkdtempSync(path.join(dir, 'process-')), 'witness.example/w');
    started.push(witness);
    await witness.start(logs);
    return witness;
  }

  test('makes its key once, for its owner alone, and says what others know it by', () => {
    const keyFile = path.join(dir, 'w.key');
    const made = runWitness('key', '--name', 'witness.example/w', '--out', keyFile);
    expect(made).toMatchObject({ status: 0, stderr: '' });
    expect(parseVkey(made.stdout.trim(), COSIGNATURE_TYPE)?.name).toBe('witness.example/w');
    expect(statSync(keyFile).mode & 0o077).toBe(0);
    expect(runWitness('key', '--name', 'witness.example/w', '--out', keyFile).status).toBe(2);
    expect(runWitness('key', '--name', 'two words', '--out', path.join(dir, 'x')).status).toBe(2);
    const wrong = (...args: readonly string[]) => runWitness('--data', dir, ...args);
    expect(wrong('--listen', 'nowhere', '--key', keyFile, '--logs', keyFile)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('--listen'),
    });
    expect(wrong('--listen', '127.0.0.1:0', '--key', dir, '--logs', keyFile).status).toBe(2);
    expect(wrong('--listen', '127.0.0.1:0', '--key', keyFile, '--logs', keyFile)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('line 1'),
    });
    expect(wrong('--listen', '127.0.0.1:0', '--key', keyFile)).toMatchObject({ status: 2, stderr: expect.stringContaining('Give --logs') });
  });

  test('cosigns over HTTP, and after a kill goes on from what it answered', async () => {
    const witness = await start();
    const key = parseVkey(witness.vkey, COSIGNATURE_TYPE) ?? expect.fail('a vkey');
    const answer = await witness.post(log.request(0, 'abc'));
    expect(answer.status).toBe(200);
    expect(cosignedAt(parseCheckpoint(log.checkpoint('abc') + (await answer.text())) ?? expect.fail('a checkpoint'), key)).not.toBeNull();
    expect((await fetch(`${witness.url}/add-checkpoint`)).status).toBe(405);
    expect((await fetch(`${witness.url}/other`)).status).toBe(404);
    expect((await witness.post('x'.repeat(70_000))).status).toBe(413);

    expect(await witness.stop('SIGKILL')).toBe('SIGKILL');
    await witness.start(logs);
    expect((await witness.post(log.request(0, 'abX'))).status).toBe(409);
    expect((await witness.post(log.request(3, 'abXd'))).status).toBe(422);
    expect((await witness.post(log.request(3, 'abcd'))).status).toBe(200);
    expect(await witness.stop()).toBe(0);
  });

  test('killed at any moment it never signs two histories, and what it answered it remembers', { timeout: 120_000 }, async () => {
    const witness = await start();
    const letters = 'abcdefghijklmnopqrstuvwxyz'.repeat(8);
    /** Where it is, it says itself: an answer may have been lost. */
    const size = async (): Promise<number> => Number((await (await witness.post(log.request(0, 'a'))).text()).trim());
    expect((await witness.post(log.request(0, 'a'))).status).toBe(200);
    expect((await witness.post(log.request(1, 'ab'))).status).toBe(200);
    let answered = 2;
    let lost = 0;
    for (let round = 0; round < 6; round++) {
      for (let sent = 0; sent <= round + 1; sent++) {
        const at = await size();
        expect(at).toBeGreaterThanOrEqual(answered);
        const asked = witness.post(log.request(at, letters.slice(0, at + 1))).then(
          ({ status }) => status,
          () => null,
        );
        if (sent === round + 1) await witness.stop('SIGKILL');
        const status = await asked;
        if (status === 200) answered = at + 1;
        if (status === null) lost += 1;
      }
      await witness.start(logs);
    }
    const at = await size();
    expect(at).toBeGreaterThanOrEqual(answered);
    expect(answered).toBeGreaterThan(12);
    expect(lost).toBeGreaterThan(0);
    expect((await witness.post(log.request(at, `${'X'.repeat(at)}y`))).status).toBe(422);
    expect((await witness.post(log.request(at, letters.slice(0, at + 1)))).status).toBe(200);
  });
});
