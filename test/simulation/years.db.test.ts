// Years of a small group, ten in the long form, as chance has them: two legal entities and what belongs to none, three currencies, savings that bear
// interest, months that are revalued and closed, years that are closed, jobs that sleep or run twice. SEED repeats a run.

import { accounts } from '@countinghouse/contract/features/accounts';
import { currencies } from '@countinghouse/contract/features/currencies';
import { entities } from '@countinghouse/contract/features/entities';
import { fx } from '@countinghouse/contract/features/fx';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { intents } from '@countinghouse/contract/features/intents';
import { DAY_COUNTS, interest } from '@countinghouse/contract/features/interest';
import { periods } from '@countinghouse/contract/features/periods';
import { reports } from '@countinghouse/contract/features/reports';
import { revaluations } from '@countinghouse/contract/features/revaluations';
import { settings } from '@countinghouse/contract/features/settings';
import { snapshots } from '@countinghouse/contract/features/snapshots';
import { yearEnds } from '@countinghouse/contract/features/year-ends';
import type { RouteDef, RouteInput, RouteOk } from '@countinghouse/contract/wire';
import { addDays, addMonths, addYears } from '@countinghouse/kernel/time/instant';
import { postInterest } from '@countinghouse/server/features/interest/worker';
import { sumDays } from '@countinghouse/store/days';
import { unbalanced } from '@countinghouse/testkit/balance-sheet';
import { type Chance, chanceOf } from '@countinghouse/testkit/chance';
import { useDatabase } from '@countinghouse/testkit/database';
import { inForm } from '@countinghouse/testkit/long-form';
import { type Organisation, openOrganisation, row } from '@countinghouse/testkit/organisation';
import { findFaults } from '@countinghouse/testkit/soundness';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { interestOf } from './interest-reckoned.ts';

const SEED = Number(process.env['SEED'] ?? 20_261_121);
const YEARS = inForm(2, 10);
const TIMEOUT_MS = 600_000;
const POSTINGS_A_MONTH = 8;
const BACK_DAYS_MAX = 25;
/** The group begins here: as far back as a value date may lie, and a little less. */
const START = `${new Date().getUTCFullYear() - YEARS}-${String(new Date().getUTCMonth() + 1).padStart(2, '0')}-01`;
const START_OPEN = addMonths(START, 1);

const db = useDatabase();
let testServer: TestServer;
/** A second server over the same database. */
let other: TestServer;
beforeAll(async () => {
  testServer = await openTestServer(db.where);
  other = await openTestServer(db.where, { DATA_DIR: testServer.dataDir });
});
afterAll(async () => {
  await other.close();
  await testServer.close();
});

const ENTITIES = ['HQ', 'DE', ''] as const;
const BASES: Readonly<Record<string, string>> = { HQ: 'USD', DE: 'EUR', '': 'USD' };
const CURRENCIES = ['USD', 'EUR', 'JPY'] as const;
const GL = [
  ['1000', 'A', 'BANK'],
  ['2000', 'L', 'SAVE'],
  ['2500', 'L', null],
  ['3000', 'E', 'CAP'],
  ['4000', 'I', 'SALES'],
  ['5000', 'X', 'RENT'],
  ['5500', 'X', null],
] as const;
const roles = ['BANK', 'SAVE', 'CAP', 'SALES', 'RENT'] as const;
const codeOf = (entity: string, role: string, currency: string): string => `${entity || 'NO'}-${role}-${currency}`;

class Group {
  readonly o: Organisation;
  readonly chance: Chance;
  /** The day that it is. */
  today = START_OPEN;
  readonly ids = new Map<string, string>();
  readonly entityIds = new Map<string, string>([['', 'all']]);
  readonly counts = {
    postings: 0,
    backDated: 0,
    accrualRuns: 0,
    runsAtOnce: 0,
    revaluations: 0,
    revaluedAgain: 0,
    locks: 0,
    tooLate: 0,
    yearsClosed: 0,
    zeros: 0,
  };

  constructor(o: Organisation, chance: Chance) {
    this.o = o;
    this.chance = chance;
  }

  async ok<R extends RouteDef>(route: R, input: RouteInput<R>, headers: Readonly<Record<string, string>> = {}): Promise<RouteOk<R>> {
    const answer = await this.o.owner.call(route, input, { 'x-tenant-id': this.o.tenantId, ...headers });
    if (answer.status !== 200) throw new Error(`${route.method} ${route.path} on ${this.today}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  }

  /** Between accounts of one currency, mostly of one entity; now and then for a day long past. */
  async post(): Promise<void> {
    const { chance } = this;
    const currency = chance.pick(CURRENCIES);
    const [from, to] = [chance.pick(ENTITIES), chance.happens(75) ? null : chance.pick(ENTITIES)];
    const debit = codeOf(from, chance.pick(roles), currency);
    let credit = codeOf(to ?? from, chance.pick(roles), currency);
    while (credit === debit) credit = codeOf(to ?? from, chance.pick(roles), currency);
    const back = chance.happens(30) ? chance.below(BACK_DAYS_MAX) : 0;
    const on = addDays(this.today, -back);
    const value_date = on < START_OPEN ? START_OPEN : on;
    const amount =
      currency === 'JPY' ? `${1 + chance.below(900_000)}` : `${1 + chance.below(9_000)}.${String(chance.below(100)).padStart(2, '0')}`;
    const body = this.o.intent({ value_date, proposed_actions: [row(debit, credit, amount, { currency })] });
    const answer = await this.o.owner.call(intents.execute, { body });
    if (answer.status === 200) {
      this.counts.postings += 1;
      if (back > 0) this.counts.backDated += 1;
      return;
    }
    expect(answer).toMatchObject({ status: 422, body: { error: 'PERIOD_LOCKED' } });
    this.counts.tooLate += 1;
  }

  /** The daily job wakes up: on one server, or on both at once. */
  async accrue(): Promise<void> {
    const both = this.chance.happens(20);
    this.counts.accrualRuns += 1;
    if (both) this.counts.runsAtOnce += 1;
    await Promise.all((both ? [testServer, other] : [testServer]).map((h) => postInterest(h.opened.services, this.today)));
  }

  /** New rates, and a snapshot that freezes them. */
  async quote(): Promise<string> {
    const { chance } = this;
    for (const [base_currency, quote_currency, rate] of [
      ['EUR', 'USD', (95 + chance.below(30)) / 100],
      ['USD', 'JPY', 100 + chance.below(60)],
    ] as const)
      await this.ok(fx.upsert, { body: { base_currency, quote_currency, rate, asof: `${this.today}T00:00:00Z`, source: 'SIM' } });
    return (await this.ok(snapshots.take, { body: { kind: 'fx' } })).snapshot.id;
  }

  /** Every statement of a day, of the whole and of each entity: each currency is zero, and what is owned is what is owed. */
  async expectBalanced(as_of: string): Promise<void> {
    for (const entity of this.entityIds.values()) {
      const query = { as_of, entity };
      const sum = (await this.ok(reports.trialBalance, { query })).lines.at(-1);
      expect([as_of, entity, sum?.translated.current]).toEqual([as_of, entity, '0']);
      for (const a of sum?.amounts ?? []) expect([as_of, entity, a.currency, a.current]).toEqual([as_of, entity, a.currency, '0']);
      this.counts.zeros += sum?.amounts.length ?? 0;
      expect([as_of, entity, ...unbalanced(await this.ok(reports.balanceSheet, { query }))]).toEqual([as_of, entity]);
    }
  }
}

async function openGroup(chance: Chance): Promise<Group> {
  const g = new Group(await openOrganisation(testServer, 'Ten Years'), chance);
  await g.ok(currencies.add, { body: { code: 'JPY' } });
  await g.ok(settings.change, { body: { fiscal_year_start: chance.pick([1, 4, 7]) } });
  const gl = new Map<string, string>();
  for (const [code, glClass] of GL.slice(1))
    gl.set(code, (await g.ok(glAccounts.create, { body: { code, title: `GL ${code}`, class: glClass } })).gl.id);
  gl.set('1000', g.o.glAccountId);
  for (const code of ENTITIES) {
    if (code === '') continue;
    const body = { code, name: `Entity ${code}`, base_currency: BASES[code] ?? '' };
    g.entityIds.set(code, (await g.ok(entities.create, { body })).entity.id);
  }
  for (const entity of ENTITIES) {
    for (const currency of CURRENCIES) {
      for (const [glCode, , role] of GL) {
        if (role === null) continue;
        const code = codeOf(entity, role, currency);
        const body = { code, currency, ledgerAccountId: gl.get(glCode) ?? '' };
        const { account } = await g.ok(accounts.create, { body }, { 'x-entity-id': g.entityIds.get(entity) ?? '' });
        g.ids.set(code, account.id);
      }
    }
  }
  const counter = (await g.ok(accounts.create, { body: { code: 'PAID', ledgerAccountId: gl.get('5500') ?? '' } }, { 'x-entity-id': 'all' }))
    .account.id;
  await g.ok(interest.change, { body: { counter_account_id: counter, day_count: chance.pick(DAY_COUNTS) } });
  return g;
}

interface Bucket {
  readonly id: string;
  /** From a day on, percent in units of 10⁻⁸; ascending. */
  readonly rates: { on: string; e8: bigint }[];
}

test(`${YEARS} years from seed ${SEED}`, { timeout: TIMEOUT_MS }, async () => {
  const chance = chanceOf(SEED);
  const g = await openGroup(chance);
  const accrued_gl_id = (await g.ok(glAccounts.list, {})).gl.find((a) => a.code === '2500')?.id ?? '';
  const buckets: Bucket[] = [];
  for (const [code, e8] of [
    ['SAVINGS', 225_000_000n],
    ['PENALTY', -40_000_000n],
  ] as const) {
    const body = { code, rate: decimal(e8), effective_on: START_OPEN, accrued_gl_id };
    buckets.push({ id: (await g.ok(interest.create, { body })).bucket.id, rates: [{ on: START_OPEN, e8 }] });
  }
  /** Savers, each with the buckets it was in, ascending. */
  const savers = ['HQ-SAVE-USD', 'DE-SAVE-EUR', 'NO-SAVE-JPY'].map((code, i) => ({
    code,
    id: g.ids.get(code) ?? '',
    bucket: buckets[i % 2] as Bucket,
  }));
  for (const { id, bucket } of savers)
    await g.ok(interest.setBucket, { params: { id }, body: { bucket_id: bucket.id, effective_on: START_OPEN } });

  const end = addYears(START_OPEN, YEARS);
  const today = new Date().toISOString().slice(0, 10);
  const last = end < today ? end : addMonths(`${today.slice(0, 7)}-01`, 0);
  for (let month = START_OPEN; month < last; month = addMonths(month, 1)) {
    const monthEnd = addDays(addMonths(month, 1), -1);
    for (let i = 0; i < POSTINGS_A_MONTH; i++) {
      // A job that sleeps for days, and one that runs twice a day.
      const next = addDays(g.today, chance.below(5));
      g.today = next > monthEnd ? monthEnd : next < month ? month : next;
      await g.post();
      if (chance.happens(40)) await g.accrue();
    }
    if (chance.happens(15)) {
      const bucket = chance.pick(buckets);
      const on = g.today;
      const e8 = BigInt(chance.below(500_000_000)) - 50_000_000n;
      await g.ok(interest.addRate, { params: { id: bucket.id }, body: { rate: decimal(e8), effective_on: on } });
      bucket.rates.push({ on, e8 });
    }
    g.today = monthEnd;
    const valuation_snapshot_id = await g.quote();
    g.today = addDays(monthEnd, 1);
    await g.accrue();
    // The sums per day follow the log, here at times by a few weeks.
    if (g.counts.revaluations % 3 !== 0) while ((await sumDays(testServer.opened.services.writerPool, g.o.tenantId)) > 0);
    const range = { period_start: month, period_end: monthEnd };
    await g.ok(periods.start, { body: { ...range, valuation_snapshot_id } });
    await g.ok(revaluations.post, { body: range });
    g.counts.revaluations += 1;
    if (chance.happens(25)) {
      // An adjustment, and the revaluation once more.
      await g.post();
      await g.ok(revaluations.post, { body: range });
      g.counts.revaluedAgain += 1;
    }
    const { years } = await g.ok(yearEnds.list, {});
    if (years.some((y) => y.year_end === monthEnd)) {
      const result = async () => (await g.ok(reports.incomeStatement, { query: { to: monthEnd } })).lines;
      const before = await result();
      await g.ok(yearEnds.close, { body: { year_end: monthEnd } });
      expect(await result()).toEqual(before);
      g.counts.yearsClosed += 1;
    }
    await g.expectBalanced(monthEnd);
    if (chance.happens(80)) {
      await g.ok(periods.lock, { body: range });
      g.counts.locks += 1;
    }
  }
  g.today = last;
  await g.accrue();

  // What is missing of the road: everything that chance was to bring has come.
  for (const [what, count] of Object.entries(g.counts)) expect([what, count > 0]).toEqual([what, true]);
  const pools = { readerPool: testServer.opened.services.readerPool, loginPool: testServer.opened.loginPool };
  expect(await findFaults(pools, g.o.tenantId)).toEqual([]);
  const how = await g.ok(interest.settings, {});
  for (const { id, code, bucket } of savers) {
    const told = await interestOf(testServer.opened.loginPool, g.o.tenantId, id, {
      convention: how.day_count,
      from: START_OPEN,
      to: last,
      rates: bucket.rates,
    });
    expect([code, told.posted === 0n, told.posted]).toEqual([code, false, told.reckoned]);
    expect([code, told.days]).toEqual([code, told.daysExpected]);
  }
  console.log(`seed ${SEED}: ${JSON.stringify(g.counts)}`);
});

/** Units of 10⁻⁸ as a decimal. */
function decimal(e8: bigint): string {
  const digits = (e8 < 0n ? -e8 : e8).toString().padStart(9, '0');
  return `${e8 < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`;
}
