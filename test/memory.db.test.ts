// A server with little memory under more than it can take: it answers, or says 503, and goes on.

import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { okBody } from '@countinghouse/testkit/caller';
import { inForm } from '@countinghouse/testkit/long-form';
import type { ServerProcess } from '@countinghouse/testkit/server-process';
import { type Organisation, openWorld, type World } from '@countinghouse/testkit/world';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FileToImport, filesToImport, MB, saveSource } from './files-to-import.ts';

const HEAP_MB = 512;
/** Resident under the load below, with that heap. How much it is at most, whatever comes and whatever the heap, the server says itself. */
const RESIDENT_MB_MAX = 1_280;
const LOAD_MS = inForm(6_000, 60_000);
const FILE_WITHIN_MS = 120_000;
const TIMEOUT_MS = LOAD_MS + FILE_WITHIN_MS + 120_000;
const WRITERS = 20;
const READERS = 16;
const IMPORTERS = 2;
const LARGE_FILE_BYTES = 5 * MB;
const BODY_BYTES = 1_000_000;
const BACK_WITHIN_MS = 60_000;

let world: World;
let server: ServerProcess;

/** For the tests around it: a server with so much heap; null: with what Node gives it here. */
function useServer(heapMb: number | null): void {
  beforeAll(async () => {
    world = await openWorld(null, heapMb === null ? {} : { NODE_OPTIONS: `--max-old-space-size=${heapMb}` });
    server = world.server() ?? expect.fail('a server of its own');
  }, TIMEOUT_MS);
  afterAll(() => world.close(), TIMEOUT_MS);
}

/** A megabyte of intents. */
function bodyOf({ tenantId, fxSnapshotId }: Organisation): string {
  const now = Date.now();
  const intents: object[] = [];
  for (let bytes = 0; bytes < BODY_BYTES && intents.length < 500; ) {
    const key = randomUUID();
    const intent = {
      intent_id: key,
      idem_key: key,
      tenant_id: tenantId,
      use_case: 'manual_post',
      value_date: new Date(now).toISOString().slice(0, 10),
      proposed_actions: Array.from({ length: 4 }, (_, i) => ({
        debitAccount: 'USD-1',
        creditAccount: 'USD-2',
        amount: `${i + 1}.25`,
        currency: 'USD',
        narrative: 'n'.repeat(450),
      })),
      snapshot_ids: { fx: fxSnapshotId },
      consent: { scope: ['post'], granted_at: new Date(now - 1000).toISOString(), expires_at: new Date(now + 86_400_000).toISOString() },
    };
    intents.push(intent);
    bytes += JSON.stringify(intent).length;
  }
  return JSON.stringify({ intents });
}

/** The most that was resident of a process since it began, in MB; null where the system does not tell. */
function residentMbOf(pid: number): number | null {
  const file = `/proc/${pid}/status`;
  if (!existsSync(file)) return null;
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(file, 'utf8'))?.[1]) / 1024;
}

/** How often a call of a kind was answered with which status. */
class Answers {
  private readonly counts = new Map<string, number>();
  private readonly headers: Readonly<Record<string, string>>;

  constructor({ caller }: Organisation) {
    this.headers = { origin: world.url, ...caller.headers };
  }

  async ask(what: string, path: string, init: RequestInit = {}): Promise<number> {
    const answer = await fetch(`${world.url}${path}`, { ...init, headers: { ...this.headers, ...init.headers } }).catch(
      (error: unknown) => {
        throw new Error(
          `${what}: no answer; the server ${server.child.exitCode ?? server.child.signalCode ?? 'runs'}:\n${server.output().slice(-3000)}`,
          { cause: error },
        );
      },
    );
    await answer.arrayBuffer();
    const told = `${what} ${answer.status}`;
    this.counts.set(told, (this.counts.get(told) ?? 0) + 1);
    if (answer.status === 503) await sleep(50);
    return answer.status;
  }

  get(told: string): number {
    return this.counts.get(told) ?? 0;
  }

  get all(): Readonly<Record<string, number>> {
    return Object.fromEntries([...this.counts].sort());
  }
}

/** What the server says that it takes at most. */
async function boundMb(): Promise<number> {
  const told = await (await fetch(`${world.url}/metrics`)).text();
  return Number(/^countinghouse_memory_bound_bytes (\d+)$/m.exec(told)?.[1]) / MB;
}

/** It lives, within its memory. */
async function checkServer(residentMbMax: number): Promise<void> {
  const residentMb = residentMbOf(server.child.pid ?? 0);
  console.log(`at most ${residentMb?.toFixed(0)} MB resident`);
  expect([server.child.exitCode, server.child.signalCode], server.output()).toEqual([null, null]);
  expect(residentMb ?? 0).toBeLessThan(residentMbMax);
  expect(await server.ready(BACK_WITHIN_MS)).toBe(true);
}

/** Everybody at once, for a while: served or 503, alive, sound. */
async function load(residentMbMax: number): Promise<void> {
  const organisation = await world.makeOrganisation({ currencies: ['USD'], accountsEach: 20 });
  await saveSource(organisation);
  const answers = new Answers(organisation);
  const large = filesToImport('large', LARGE_FILE_BYTES);
  const untilMs = performance.now() + LOAD_MS;
  // On, if need be, until a file was taken in: whoever imports sends the same one again where the server said 503.
  const over = (): boolean => {
    const nowMs = performance.now();
    return nowMs >= untilMs && (answers.get('file 200') > 0 || nowMs >= untilMs + FILE_WITHIN_MS);
  };
  const write = async (): Promise<void> => {
    while (!over())
      await answers.ask('write', '/api/v1/intents/batch', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: bodyOf(organisation),
      });
  };
  const pages = ['/api/v1/intents?limit=500', '/api/v1/events?limit=100', '/api/v1/intent-totals', '/api/v1/balances'];
  const read = async (_: unknown, n: number): Promise<void> => {
    for (let i = n; !over(); i++) await answers.ask('read', pages[i % pages.length] ?? '');
  };
  const bring = async (kind: string, { what, path, init, status }: FileToImport, isOver: () => boolean): Promise<void> => {
    for (let told = 503; told === 503 && !isOver(); ) {
      told = await answers.ask(status === 200 ? kind : 'costly file', path, init);
      if (told !== 503) expect([what, told]).toEqual([what, status]);
    }
  };
  const importFiles = async (_: unknown, n: number): Promise<void> => {
    // Large ones may be refused for as long as there is so much else; afterwards they leave their turn to the others.
    if (n === 0) for (const file of large) await bring('large file', file, () => performance.now() >= untilMs);
    for (let round = 0; !over(); round++) for (const file of filesToImport(`${n}-${round}`, MB)) await bring('file', file, over);
  };
  await Promise.all([
    ...Array.from({ length: WRITERS }, write),
    ...Array.from({ length: READERS }, read),
    ...Array.from({ length: IMPORTERS }, importFiles),
  ]);

  console.log(`under load: ${JSON.stringify(answers.all)}`);
  // Whatever it could not do it said so; and each kind was done.
  expect(
    Object.keys(answers.all).filter((told) => !/^(?:write|read|file|large file) (?:200|503)$|^costly file (?:400|503)$/.test(told)),
  ).toEqual([]);
  for (const what of ['write', 'read', 'file']) expect([what, answers.get(`${what} 200`)]).not.toEqual([what, 0]);
  expect(answers.get('large file 200') + answers.get('large file 503')).toBeGreaterThan(0);
  await checkServer(residentMbMax);
  expect(await world.check(organisation)).toEqual([]);
}

const everybody = `${WRITERS} callers with 1 MB each, ${READERS} readers and ${IMPORTERS} who import`;
describe(`with ${HEAP_MB} MB of heap`, () => {
  useServer(HEAP_MB);
  test('a file of 5 MB of each format is taken in, and one that is made to cost is refused', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const organisation = await world.makeOrganisation({ currencies: ['USD'], accountsEach: 1 });
    await saveSource(organisation);
    const answers = new Answers(organisation);
    for (const { what, path, init, status } of filesToImport('quiet', LARGE_FILE_BYTES)) {
      const beganMs = performance.now();
      let answer = await answers.ask(what, path, init);
      // Where other programs keep the processors busy it may be told to come again.
      while (answer === 503 && performance.now() - beganMs < FILE_WITHIN_MS) answer = await answers.ask(what, path, init);
      expect([what, answer]).toEqual([what, status]);
      console.log(
        `${what}: ${status} after ${(performance.now() - beganMs).toFixed(0)} ms, at most ${residentMbOf(server.child.pid ?? 0)?.toFixed(0)} MB resident`,
      );
    }
    await checkServer(RESIDENT_MB_MAX);
    expect(okBody(await organisation.caller.get('/api/v1/health'))).toMatchObject({ ok: true });
  });
  test(everybody, { timeout: TIMEOUT_MS }, async () => {
    expect(await boundMb()).toBe(2_416);
    await load(RESIDENT_MB_MAX);
  });
});

describe('with the heap that Node gives it', () => {
  useServer(null);
  test(everybody, { timeout: TIMEOUT_MS }, async () => load(await boundMb()));
});
