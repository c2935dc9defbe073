// Writers over a store that breaks: two of them, as of two servers, and callers who repeat their keys. Whatever breaks where, nothing acknowledged
// is lost, nothing is decided twice, infrastructure is never told as a business answer, and the log is one chain that replays.
// What is drawn follows from the seed. `SEEDS=10000` for more of them, `SEED=…` for the first.

import { hash, randomBytes } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import timers, { setTimeout as sleep } from 'node:timers/promises';
import { checkLink, type Position, startOfChain } from '@countinghouse/kernel/chain/check-link';
import type { ExecuteIntent } from '@countinghouse/kernel/intents/commands';
import { evolve } from '@countinghouse/kernel/ledger';
import type { ChainedEvent } from '@countinghouse/kernel/ledger/events';
import { emptyState } from '@countinghouse/kernel/ledger/state';
import { type Break, BreakingStore, eventOf } from '@countinghouse/testkit/breaking-store';
import { type Chance, chanceOf } from '@countinghouse/testkit/chance';
import { idOf, intentOf, NOW, openBooks, rowOf, TENANT } from '@countinghouse/testkit/pure-ledger';
import { VirtualTime } from '@countinghouse/testkit/virtual-time';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { compareWithModel, findDisorder, type StoredPosting } from '../../../../test/simulation/model.ts';
import { CheckedClock } from '../clock.ts';
import { Keyring } from '../keys/keyring.ts';
import { localKms } from '../keys/kms.ts';
import { type Outcome, postingLine } from './batch.ts';
import { LedgerUnavailable } from './failures.ts';
import { TenantWriter } from './tenant-writer.ts';

const SEEDS = Number(process.env['SEEDS'] ?? 300);
const SEED = Number(process.env['SEED'] ?? 1);
const TIMEOUT_MS = 120_000 + SEEDS * 300;
const CALLERS = 4;
const KEYS_EACH = 3;
const SENT_MAX = 3;
/** A database that is away again and again refuses 140 of them each time. */
const TRIES_MAX = 1_000;
const AGAIN_MS = 40;
const RANDOM_STEPS = 1_000_000;
const BREAKS_PERCENT = 35;
const CONNECTS_NOT_PERCENT = 4;
/** Of commits whose answer is lost, how many are followed by a database that is away for longer than their outcome is looked for. */
const AWAY_PERCENT = 2;
const AWAY_MS = 5_500;
/** Given way to another, no room, told to end. */
const SQL_STATES = ['40001', '40P01', '55P03', '57014', '53100', '57P01'] as const;
const ACCOUNTS = ['A', 'B', 'OLD', 'SAFE', 'DEBT'] as const;
const CODES: ReadonlyMap<string, string> = new Map(ACCOUNTS.map((code) => [idOf(code), code]));

/** What sleeps, sleeps in this, and what is left to chance is drawn from that: a seed is played alone, and goes the same way each time. */
let time = new VirtualTime();
let anything = chanceOf(SEED);
const realSleep = timers.setTimeout;
const setSleep = (sleep: (ms: number) => Promise<unknown>): void => {
  Object.assign(timers, { setTimeout: sleep });
  // Those who import it by its name have the new one. A mock would stay in the modules of the next test file.
  syncBuiltinESMExports();
};
beforeAll(() => {
  setSleep((ms) => time.sleep(ms));
  vi.stubGlobal('performance', { now: () => time.nowMs() });
  vi.spyOn(Math, 'random').mockImplementation(() => anything.below(RANDOM_STEPS) / RANDOM_STEPS);
  vi.stubGlobal('setImmediate', (...asked: Parameters<VirtualTime['soon']>) => time.soon(...asked));
});
afterAll(() => {
  setSleep(realSleep);
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** A clock that stands where the books' consents are valid. */
const clock = new CheckedClock(() => {}, { wallMs: () => Date.parse(NOW), steadyMs: () => 0, uptimeMs: () => 0 });
clock.stop();

const met: Record<Break['is'] | 'OUTCOME_UNKNOWN' | 'duplicate' | 'rejected' | 'modelled', number> = {
  pass: 0,
  refuse: 0,
  'lose-before': 0,
  'lose-after': 0,
  linger: 0,
  OUTCOME_UNKNOWN: 0,
  duplicate: 0,
  rejected: 0,
  modelled: 0,
};

function drawBreak(chance: Chance): Break {
  if (!chance.happens(BREAKS_PERCENT)) return { is: 'pass' };
  const at = chance.below(1000) / 1000;
  const is = chance.pick(['refuse', 'lose-before', 'lose-after', 'linger'] as const);
  if (is === 'refuse') return { is, at, sqlState: chance.pick(SQL_STATES) };
  return is === 'lose-before' ? { is, at } : { is };
}

interface Sent {
  readonly command: ExecuteIntent;
  readonly row: { readonly debitAccount: string; readonly creditAccount: string; readonly amount: string; readonly currency: string };
}

interface Told extends Sent {
  readonly outcome: Outcome;
  readonly beganMs: number;
  readonly endedMs: number;
}

interface Played {
  readonly store: BreakingStore;
  readonly told: readonly Told[];
  readonly faults: readonly string[];
}

function play(seed: number, keyring: Keyring, before: readonly ChainedEvent[]): Promise<Played> {
  time = new VirtualTime();
  anything = chanceOf(seed).fork(-3);
  return time.passUntil(playAll(chanceOf(seed), keyring, before));
}

async function playAll(chance: Chance, keyring: Keyring, before: readonly ChainedEvent[]): Promise<Played> {
  const [ofTransactions, ofConnections] = [chance.fork(-1), chance.fork(-2)];
  let awayUntilMs = 0;
  const store = new BreakingStore(TENANT, before, {
    transaction: () => {
      const drawn = drawBreak(ofTransactions);
      if (drawn.is === 'lose-after' && ofTransactions.happens(AWAY_PERCENT)) awayUntilMs = performance.now() + AWAY_MS;
      return drawn;
    },
    connection: () => performance.now() < awayUntilMs || ofConnections.happens(CONNECTS_NOT_PERCENT),
  });
  const resources = { pool: store.pool, loadState: store.loadState, connectToResolve: store.connect, keyring, clock };
  const writers = [new TenantWriter(TENANT, resources as never), new TenantWriter(TENANT, resources as never)];
  const told: Told[] = [];
  const faults: string[] = [];
  const send = async (own: Chance, sent: Sent): Promise<void> => {
    const { command } = sent;
    const beganMs = performance.now();
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      try {
        const outcome = await own.pick(writers).submit(command);
        told.push({ ...sent, outcome, beganMs, endedMs: performance.now() });
        return;
      } catch (error) {
        // Anything else than "repeat with the same key" is a fault.
        if (!(error instanceof LedgerUnavailable)) faults.push(`${command.idemKey} met ${String(error)}`);
        else if (error.code === 'OUTCOME_UNKNOWN') met.OUTCOME_UNKNOWN += 1;
        await sleep(AGAIN_MS);
      }
    }
    faults.push(`${command.idemKey} had no answer in ${TRIES_MAX} tries`);
  };
  const call = async (caller: number): Promise<void> => {
    const own = chance.fork(caller);
    for (let n = 0; n < KEYS_EACH; n++) {
      const key = `${caller}-${n}`;
      const draw = (): Sent => {
        const debit = own.pick(ACCOUNTS);
        const credit = own.pick(ACCOUNTS.filter((code) => code !== debit));
        const amount = `${1 + own.below(50)}.25`;
        return {
          command: intentOf({ intentId: key, idemKey: key, rows: [rowOf(debit, credit, amount)] }),
          row: { debitAccount: debit, creditAccount: credit, amount, currency: 'USD' },
        };
      };
      const first = draw();
      const sent = Array.from({ length: 1 + own.below(SENT_MAX) }, (_, i) => (i > 0 && own.happens(25) ? draw() : first));
      if (own.happens(50)) await Promise.all(sent.map((each) => send(own, each)));
      else for (const each of sent) await send(own, each);
    }
  };
  await Promise.all(Array.from({ length: CALLERS }, (_, caller) => call(caller)));
  return { store, told, faults };
}

/** Everything that must hold of what was told and what is stored. */
function findFaults({ store, told, faults: seen }: Played): readonly string[] {
  const faults = [...seen, ...store.notKnown.map((asked) => `the store was asked what it does not know: ${asked}`)];
  let at: Position = startOfChain;
  const state = emptyState(TENANT);
  const postings: string[] = [];
  const priors = new Set<string>();
  for (const row of store.events) {
    const fault = checkLink((text) => hash('sha256', text), at, row);
    if (fault !== null) faults.push(`chain: ${JSON.stringify(fault)}`);
    at = { seq: row.seq, hash: row.event_hash, ts: row.event_ts };
    if (row.idem_key !== null && priors.has(row.idem_key)) faults.push(`${row.idem_key} was decided twice`);
    if (row.idem_key !== null) priors.add(row.idem_key);
    postings.push(...evolve(state, eventOf(row)).map((p) => postingLine(TENANT, p).trimEnd()));
  }
  if (store.head.seq !== at.seq || store.head.hash !== at.hash) faults.push('the head is not that of the last event');
  if (postings.length !== store.postings.length || postings.some((line, i) => line !== store.postings[i]))
    faults.push(`${store.postings.length} postings are stored, the log says ${postings.length}`);
  for (const account of state.accounts.values())
    if (account.floorE8 !== null && (account.normalBalance === 'DR' ? account.balanceE8 : -account.balanceE8) < account.floorE8)
      faults.push(`${account.code} is below its floor`);
  const byKey = new Map(store.events.map((row) => [row.idem_key, row]));
  const asNew = new Set<string>();
  for (const { command, outcome } of told) {
    const row = byKey.get(command.idemKey);
    if (outcome.kind === 'refused') {
      if (outcome.code !== 'IDEMPOTENCY_CONFLICT' || row === undefined) faults.push(`${command.idemKey} was refused: ${outcome.code}`);
      continue;
    }
    const said = outcome.kind === 'written' ? outcome.events[0] : outcome.prior;
    if (said === undefined || said.eventId !== row?.event_id || said.eventHash !== row.event_hash)
      faults.push(`${command.idemKey} was told as ${said?.eventId}, stored is ${row?.event_id}`);
    if (outcome.kind === 'written' && asNew.has(command.idemKey)) faults.push(`${command.idemKey} was told twice as new`);
    if (outcome.kind === 'written') asNew.add(command.idemKey);
    else met.duplicate += 1;
    if (row?.event_type === 'intent.rejected') met.rejected += 1;
  }
  return [...faults, ...findFaultsByModel(store, told)];
}

/** What was told as executed, one after the other in the order of the log, held against what is stored. */
function findFaultsByModel(store: BreakingStore, told: readonly Told[]): readonly string[] {
  const [keyed, executed] = [new Map(store.events.map((e) => [e.seq, e.idem_key])), new Set<string>()];
  for (const row of store.events) if (row.event_type === 'intent.executed') executed.add(row.event_id);
  const codeOf = (id = ''): string => CODES.get(id) ?? id;
  const postings = store.postings.map((line): StoredPosting => {
    const [, seq, , debit, credit, amount = '', , , , debit_after = '', credit_after = ''] = line.split('\t');
    return {
      idem_key: keyed.get(Number(seq)) ?? '',
      seq: Number(seq),
      debit: codeOf(debit),
      credit: codeOf(credit),
      amount,
      debit_after,
      credit_after,
    };
  });
  // The model's floors are those of accounts that stand in debit.
  const accounts = ACCOUNTS.map((code) => ({
    code,
    currency: 'USD',
    balance: store.balances.get(idOf(code)) ?? '0',
    floor: code === 'SAFE' ? 'zero' : 'none',
  }));
  const acknowledged = told.flatMap(({ command, row, outcome, beganMs, endedMs }) => {
    if (outcome.kind === 'refused') return [];
    const said = outcome.kind === 'written' ? outcome.events[0] : outcome.prior;
    if (said === undefined || !executed.has(said.eventId)) return [];
    const { seq, eventId, eventHash } = said;
    const duplicate = outcome.kind !== 'written';
    return [{ key: command.idemKey, rows: [row], beganMs, endedMs, status: 200, code: null, seq, eventId, eventHash, duplicate }];
  });
  for (const { key } of acknowledged) met.modelled += Number(postings.some((p) => p.idem_key === key));
  return [...compareWithModel(acknowledged, postings, accounts), ...findDisorder(acknowledged)];
}

async function openedBooks(): Promise<{ readonly keyring: Keyring; readonly before: readonly ChainedEvent[] }> {
  const keyring = new Keyring(localKms(randomBytes(32)));
  const { generated } = await keyring.generate(TENANT);
  return { keyring, before: openBooks(generated).events };
}

test('a seed goes the same way each time', async () => {
  const { keyring, before } = await openedBooks();
  const ways = [await play(SEED, keyring, before), await play(SEED, keyring, before)];
  const [first, second] = ways.map(({ store, told }) => ({
    log: store.events.map((e) => [e.seq, e.event_type, e.idem_key]),
    told: told.map(({ command, outcome, beganMs, endedMs }) => [command.idemKey, outcome.kind, beganMs, endedMs]),
    met: store.met,
  }));
  expect(first?.told.length).toBeGreaterThan(CALLERS * KEYS_EACH - 1);
  expect(second).toEqual(first);
});

test(`${SEEDS} seeds of two writers over a store that breaks: nothing is lost, doubled or told otherwise than it is`, {
  timeout: TIMEOUT_MS,
}, async () => {
  const { keyring, before } = await openedBooks();
  const beganMs = Date.now();
  for (let seed = SEED; seed < SEED + SEEDS; seed++) {
    const played = await play(seed, keyring, before);
    for (const [is, count] of Object.entries(played.store.met)) met[is as Break['is']] += count;
    expect({ seed, faults: findFaults(played) }).toEqual({ seed, faults: [] });
  }
  const perMinute = Math.round((SEEDS * 60_000) / (Date.now() - beganMs));
  console.log(`${SEEDS} seeds, ${perMinute} a minute: ${JSON.stringify(met)}`);
  // Every way to break was met, and what follows from it.
  for (const [what, count] of Object.entries(met)) expect([what, count > 0]).toEqual([what, true]);
});
