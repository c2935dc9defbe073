// `countinghouse import`: a ledger of another program moves in. It reads, plans and says what it would do; with `--post` it does so, and then holds
// what each account came to against what the source said. Every intent has a key that follows from the source, so that an import that was cut
// off, or a file that grew, is run again as it was.

import { readFileSync } from 'node:fs';
import { ApiError } from '@countinghouse/client/api-error';
import type { Client } from '@countinghouse/client/client';
import {
  BATCH_INTENTS_MAX,
  CONSENT_LIFE_SECONDS,
  type IntentInput,
  VALUE_DATE_YEARS_AHEAD_MAX,
  VALUE_DATE_YEARS_BACK_MAX,
} from '@countinghouse/contract/features/intents';
import { formatAmountE8, parseBalanceE8 } from '@countinghouse/kernel/money/amount';
import { sha256Of } from '../intent-import/intent-line.ts';
import { type Candidate, postLines } from '../intent-import/post-lines.ts';
import { Progress } from '../intent-import/progress.ts';
import { lineOf, openServer } from '../server.ts';
import { type Problem, type ReadOptions, SourceFault, showMoney, some } from './books.ts';
import { type Plan, planOf } from './plan.ts';
import { listAccounts, open, readExisting, snapshotOf } from './server-books.ts';
import { sideless, sources } from './sources.ts';

interface MoveOptions {
  readonly from: string;
  readonly url: string;
  readonly tenant: string;
  readonly name?: string | undefined;
  readonly map?: string | undefined;
  readonly commodity?: readonly string[] | undefined;
  readonly without?: readonly string[] | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly positive: string;
  readonly results?: string | undefined;
  readonly post?: true | undefined;
}

const patience = { attempts: 20, deadlineMs: 120_000 };
const EXIT = { done: 0, faults: 1, notDone: 2 } as const;
/** Of a kind; the rest are counted. */
const SAID_MAX = 20;
export const MOVED_IN_USE_CASE = 'moved_in';
const nameShape = /^[A-Za-z0-9._-]{1,24}$/;
const dayShape = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Answers 0 when everything is as in the source, or, without `--post`, could be; 1 when something stands in its way, was not executed or is
 * another balance afterwards; 2 when it did not reach the end. Throws where it did not begin.
 */
export async function moveIn(file: string, options: MoveOptions, json: boolean): Promise<number> {
  const { from, url, tenant } = options;
  const read = sources.get(from);
  if (read === undefined) throw new Error(`--from takes one of ${[...sources.keys()].join(', ')}`);
  const name = options.name ?? from;
  if (!nameShape.test(name)) throw new Error('--name takes 1 to 24 letters, digits and . _ -');
  const readOptions: ReadOptions = {
    commodities: readCommodities(options.commodity ?? []),
    positive: sideOf(options.positive),
    without: new Set(options.without ?? []),
  };
  const books = readBooks(() => read(file, readOptions), file);
  const client = openServer({ url, tenant }, patience);
  const progress = new Progress(process.stderr);
  const say = (sentence: string): void => void (json || process.stdout.write(`${sentence}\n`));
  try {
    const plan = planOf(books, await readExisting(client), {
      name,
      from,
      map: options.map === undefined ? [] : readMap(options.map),
      without: readOptions.without,
      since: dayIn('--since', options.since),
      until: dayIn('--until', options.until),
      positive: sideless.has(from) ? readOptions.positive : 'debit',
      earliest: yearsFromToday(-VALUE_DATE_YEARS_BACK_MAX),
      latest: yearsFromToday(VALUE_DATE_YEARS_AHEAD_MAX),
    });
    sayPlan(plan, say);
    if (plan.problems.length > 0) {
      if (json) process.stdout.write(`${JSON.stringify(summaryOf(plan))}\n`);
      return EXIT.faults;
    }
    if (options.post !== true) {
      say('Nothing was changed. Run it again with --post to do this.');
      if (json) process.stdout.write(`${JSON.stringify(summaryOf(plan))}\n`);
      return EXIT.done;
    }
    await open(client, plan, (n) => progress.show(() => `${n} of ${plan.accounts.length} accounts opened`));
    const snapshot = await snapshotOf(client, name);
    const how = { url, results: options.results, batchMax: BATCH_INTENTS_MAX, noun: 'intent' };
    const posted = await postLines(client, () => linesOf(plan, tenant, snapshot), how);
    say(String(posted.tally));
    if (posted.failure !== null) {
      progress.say(`${posted.failure}; run it again, with the same --name nothing is posted twice`);
      if (json) process.stdout.write(`${JSON.stringify({ ...summaryOf(plan), posted: posted.tally, failure: posted.failure })}\n`);
      return EXIT.notDone;
    }
    const differences = await differencesOf(client, plan);
    for (const line of differences.slice(0, SAID_MAX)) say(line);
    say(
      differences.length === 0
        ? `All ${plan.expected.length.toLocaleString('en-US')} balances are those of the source.`
        : `${differences.length} of ${plan.expected.length} balances are not those of the source.`,
    );
    if (json) process.stdout.write(`${JSON.stringify({ ...summaryOf(plan), posted: posted.tally, differences })}\n`);
    return differences.length === 0 && posted.tally.faults === 0 ? EXIT.done : EXIT.faults;
  } catch (error) {
    if (error instanceof ApiError) throw new Error(lineOf(error, url), { cause: error });
    throw error;
  } finally {
    progress.end();
  }
}

function* linesOf({ intents }: Plan, tenant: string, snapshot: string): Generator<Candidate> {
  const consent = {
    scope: ['ledger:post'],
    granted_at: new Date(Date.now() - 1_000).toISOString(),
    expires_at: new Date(Date.now() + CONSENT_LIFE_SECONDS * 1_000).toISOString(),
  };
  for (const [i, { id, date, rows, metadata }] of intents.entries()) {
    const proposed = rows.map(({ debit, credit, currency, amountE8, narrative }) => ({
      debitAccount: debit,
      creditAccount: credit,
      amount: formatAmountE8(amountE8),
      currency,
      ...(narrative === '' ? {} : { narrative }),
    }));
    const intent: IntentInput = {
      intent_id: id,
      tenant_id: tenant,
      idem_key: id,
      use_case: MOVED_IN_USE_CASE,
      value_date: date,
      proposed_actions: proposed,
      snapshot_ids: { fx: snapshot },
      consent,
      metadata: { ...metadata },
    };
    // What the results are known by: what is posted, not when it is sent.
    const line = { number: i + 1, sha256: sha256Of(JSON.stringify([id, date, proposed])) };
    yield { ...line, read: () => ({ ...line, intent }) };
  }
}

/** Balances that are others than the source's. */
async function differencesOf(client: Client, plan: Plan): Promise<readonly string[]> {
  const held = new Map((await listAccounts(client)).map(({ code, balance }) => [code, parseBalanceE8(balance)]));
  return plan.expected.flatMap(({ account, code, currency, amountE8 }) => {
    const isE8 = held.get(code);
    if (isE8 === amountE8) return [];
    const is = isE8 === undefined ? 'is not there' : `holds ${showMoney(isE8, currency)}`;
    return [`${code} ${is}; ${account} of the source holds ${showMoney(amountE8, currency)}`];
  });
}

function sayPlan(plan: Plan, say: (sentence: string) => void): void {
  const rows = plan.intents.reduce((sum, intent) => sum + intent.rows.length, 0);
  const days = plan.intents.map(({ date }) => date).sort();
  const span = days.length === 0 ? '' : ` from ${days[0]} to ${days.at(-1)}`;
  say(`Posts ${some(plan.intents.length, 'intent')} with ${some(rows, 'row')}${span}.`);
  if (plan.currencies.length > 0) say(`Allows ${plan.currencies.join(', ')}.`);
  list(
    plan.gl,
    'Adds',
    (n) => some(n, 'GL account'),
    ({ code, title, class: glClass }) => `${code} ${title} (${glClass})`,
    say,
  );
  list(
    plan.accounts,
    'Opens',
    (n) => some(n, 'account'),
    ({ code, currency, externalRef, gl }) => `${code} ${currency} for ${externalRef}, GL ${gl}`,
    say,
  );
  for (const note of plan.notes) say(note);
  list<Problem>(
    plan.problems,
    'In its way:',
    (n) => some(n, 'problem'),
    ({ place, sentence }) => `${place}: ${sentence}`,
    say,
  );
}

function list<T>(
  all: readonly T[],
  verb: string,
  count: (n: number) => string,
  line: (one: T) => string,
  say: (sentence: string) => void,
): void {
  if (all.length === 0) return;
  say(`${verb} ${count(all.length)}:`);
  for (const one of all.slice(0, SAID_MAX)) say(`  ${line(one)}`);
  if (all.length > SAID_MAX) say(`  and ${(all.length - SAID_MAX).toLocaleString('en-US')} more`);
}

function summaryOf({ currencies, gl, accounts, intents, problems, notes, expected }: Plan): object {
  const balances = expected.map(({ amountE8, ...rest }) => ({ ...rest, balance: formatAmountE8(amountE8) }));
  return { intents: intents.length, currencies, gl, accounts, problems, notes, balances };
}

function readBooks<T>(read: () => T, file: string): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof SourceFault) throw new Error(`${file}: ${error.message}`, { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new Error(`${file} is not readable (${code})`, { cause: error });
  }
}

function readCommodities(pairs: readonly string[]): ReadonlyMap<string, string> {
  return new Map(
    pairs.map((pair) => {
      const [, name = '', currency = ''] = /^(.+)=([A-Z]{3})$/.exec(pair) ?? [];
      if (name === '') throw new Error(`--commodity takes NAME=CURRENCY, as '$=USD', not “${pair}”`);
      return [name, currency];
    }),
  );
}

function sideOf(text: string): 'debit' | 'credit' {
  if (text !== 'debit' && text !== 'credit') throw new Error('--positive takes debit or credit');
  return text;
}

function dayIn(option: string, text: string | undefined): string | null {
  if (text !== undefined && !dayShape.test(text)) throw new Error(`${option} takes a day as 2026-01-31`);
  return text ?? null;
}

function yearsFromToday(years: number): string {
  const today = new Date();
  today.setUTCFullYear(today.getUTCFullYear() + years);
  return today.toISOString().slice(0, 10);
}

function readMap(file: string): readonly { readonly account: string; readonly gl: string }[] {
  let read: unknown;
  try {
    read = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`${file} is not readable as JSON`, { cause: error });
  }
  const rules = Array.isArray(read) ? (read as readonly Partial<Record<'account' | 'gl', unknown>>[]) : [];
  if (rules.length === 0 || rules.some((rule) => typeof rule?.account !== 'string' || typeof rule.gl !== 'string'))
    throw new Error(`${file} is to be a list as [{"account": "Assets:Bank:*", "gl": "1010"}]`);
  return rules as readonly { readonly account: string; readonly gl: string }[];
}
