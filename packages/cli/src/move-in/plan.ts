// What an import would do: which accounts it opens, which intents it posts, and what stands in its way. It decides all of it before anything is
// sent, from the source and from what the organisation has already, and the same each time.

import { hash } from 'node:crypto';
import { CLEARING_REF } from '@countinghouse/contract/features/accounts';
import { INTENT_ROWS_MAX } from '@countinghouse/contract/features/intents';
import { isoCurrencies } from '@countinghouse/kernel/money/iso4217';
import {
  addTo,
  type Balances,
  type Books,
  type Problem,
  type SourceClass,
  type SourceTransaction,
  showMoney,
  some,
  sumsOf,
} from './books.ts';
import { codeFor, digitOf, intentIdFor, onOneLine, referenceFor } from './names.ts';
import { CLEARING, EXCHANGE, type Place, type Row, rowsOf } from './rows.ts';

export interface PlanOptions {
  /** Of the import: a file that grew is imported again under the same name. */
  readonly name: string;
  /** Of the source: `hledger`. */
  readonly from: string;
  /** First match wins: an account, or what it begins with where it ends in `*`, and the code of a GL account that is there. */
  readonly map: readonly { readonly account: string; readonly gl: string }[];
  readonly without: ReadonlySet<string>;
  /** YYYY-MM-DD: what is before it becomes one opening balance of the day before. */
  readonly since: string | null;
  /** Later ones are left out. */
  readonly until: string | null;
  /** Of accounts that the source says no class of. */
  readonly positive: 'debit' | 'credit';
  /** Value dates that the ledger takes. */
  readonly earliest: string;
  readonly latest: string;
}

/** What the organisation has. */
export interface Existing {
  readonly gl: readonly { readonly code: string; readonly title: string; readonly class: SourceClass }[];
  readonly accounts: readonly { readonly code: string; readonly currency: string; readonly external_ref: string | null }[];
  readonly currencies: ReadonlySet<string>;
}

export interface NewGl {
  readonly code: string;
  readonly title: string;
  readonly class: SourceClass;
}
export interface NewAccount {
  readonly code: string;
  readonly currency: string;
  readonly externalRef: string;
  /** Code of the GL account that it maps to. */
  readonly gl: string;
}
export interface PlannedRow {
  readonly debit: string;
  readonly credit: string;
  readonly currency: string;
  readonly amountE8: bigint;
  readonly narrative: string;
}
export interface PlannedIntent {
  readonly id: string;
  readonly date: string;
  readonly rows: readonly PlannedRow[];
  readonly metadata: Readonly<Record<string, string>>;
}
export interface Plan {
  readonly currencies: readonly string[];
  readonly gl: readonly NewGl[];
  readonly accounts: readonly NewAccount[];
  readonly intents: readonly PlannedIntent[];
  readonly problems: readonly Problem[];
  /** What is done otherwise than in the source, as sentences. */
  readonly notes: readonly string[];
  /** What each of the source's accounts is to hold afterwards, by our code. */
  readonly expected: readonly { readonly account: string; readonly code: string; readonly currency: string; readonly amountE8: bigint }[];
}

const NARRATIVE_MAX = 500;
const METADATA_MAX = 500;
const TITLE_MAX = 120;
const DAY_MS = 86_400_000;

export function planOf(books: Books, existing: Existing, options: PlanOptions): Plan {
  const problems: Problem[] = [...books.problems];
  const notes: string[] = [...books.leftOut.map((what) => `Left where they are: ${what}.`)];
  const chart = new Chart(books, existing, options, problems);
  const intents: PlannedIntent[] = [];
  const seen = new Map<string, number>();
  const taken: SourceTransaction[] = [];
  const opening: Balances = new Map();
  const counted = { opening: 0, later: 0, empty: 0, exchanges: 0 };
  for (const transaction of books.transactions) {
    if (transaction.date === '') continue;
    if (options.until !== null && transaction.date > options.until) {
      counted.later += 1;
      continue;
    }
    taken.push(transaction);
    const made = rowsOf(transaction, options.without);
    if ('off' in made) {
      const by = made.off.map(({ currency, byE8 }) => showMoney(byE8, currency)).join(', ');
      problems.push({ place: transaction.place, sentence: `it does not balance: ${by} too much` });
      continue;
    }
    if (options.since !== null && transaction.date < options.since) {
      counted.opening += 1;
      addRows(opening, made.rows);
      continue;
    }
    if (made.rows.length === 0) {
      counted.empty += 1;
      continue;
    }
    if (transaction.date < options.earliest || transaction.date > options.latest) {
      problems.push({
        place: transaction.place,
        sentence: `its day, ${transaction.date}, is not between ${options.earliest} and ${options.latest}: use --since or --until`,
      });
      continue;
    }
    if (made.rows.some(({ debit, credit }) => debit === EXCHANGE || credit === EXCHANGE)) counted.exchanges += 1;
    intents.push(...chart.intentsOf(transaction, made.rows, idOf(transaction, seen)));
  }
  if (options.since !== null && counted.opening > 0) {
    const date = new Date(Date.parse(`${options.since}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10);
    const transaction = {
      place: '--since',
      id: `opening ${options.since}`,
      date,
      recordedAt: null,
      narrative: `Balances before ${options.since}`,
      of: { moves: [] },
    };
    if (date < options.earliest) problems.push({ place: '--since', sentence: `use a day after ${options.earliest}` });
    intents.push(...chart.intentsOf(transaction, openingRows(opening), transaction.id));
    notes.push(`Balances of ${date} stand for ${some(counted.opening, 'transaction')} before ${options.since}.`);
  }
  if (counted.later > 0) notes.push(`Left out after ${options.until}: ${some(counted.later, 'transaction')}.`);
  if (counted.empty > 0) notes.push(`Left out since nothing moves: ${some(counted.empty, 'transaction')}.`);
  if (counted.exchanges > 0)
    notes.push(
      `Between currencies: ${some(counted.exchanges, 'transaction')}; what they come to in each stands on “${SPECIAL[EXCHANGE].title}”.`,
    );
  return {
    ...chart.made(),
    intents,
    problems: [...problems, ...compare(books, taken, options)],
    notes: [...notes, ...chart.guesses()],
    expected: chart.expected(sumsOf(taken), options.without),
  };
}

/** What the source says that it holds, held against what its transactions come to: else it was not read as a whole. */
function compare(books: Books, taken: readonly SourceTransaction[], { until, without }: PlanOptions): readonly Problem[] {
  if (books.balances === null || until !== null) return [];
  const sums = sumsOf(taken);
  const problems: Problem[] = [];
  for (const account of new Set([...books.balances.keys(), ...sums.keys()])) {
    const [said, sum] = [books.balances.get(account), sums.get(account)];
    for (const currency of new Set([...(said?.keys() ?? []), ...(sum?.keys() ?? [])])) {
      const [saidE8, sumE8] = [said?.get(currency) ?? 0n, sum?.get(currency) ?? 0n];
      if (saidE8 !== sumE8 && !without.has(currency))
        problems.push({
          place: account,
          sentence: `the source says that it holds ${showMoney(saidE8, currency)}, its transactions come to ${showMoney(sumE8, currency)}`,
        });
    }
  }
  return problems;
}

/** Its own name, or a digest of what it says and which of its equals it is: another line above it in the file changes nothing. */
function idOf({ id, date, narrative, of }: SourceTransaction, seen: Map<string, number>): string {
  if (id !== null) return id;
  const text = JSON.stringify([date, narrative, of], (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
  const digest = hash('sha256', text).slice(0, 24);
  const nth = (seen.get(digest) ?? 0) + 1;
  seen.set(digest, nth);
  return nth === 1 ? digest : `${digest}.${nth}`;
}

const SPECIAL = {
  [CLEARING]: { ref: CLEARING_REF, title: 'Clearing of imported transactions', code: 'CLEARING', class: 'E' },
  [EXCHANGE]: { ref: 'countinghouse:exchange', title: 'Exchanges of imported transactions', code: 'EXCHANGE', class: 'E' },
} as const;

const refOf = (place: Place): string => (typeof place === 'string' ? place : SPECIAL[place].ref);

function addRows(balances: Balances, rows: readonly Row[]): void {
  for (const { debit, credit, currency, amountE8 } of rows) {
    addTo(balances, refOf(debit), currency, amountE8);
    addTo(balances, refOf(credit), currency, -amountE8);
  }
}

/** Each account against clearing, which all of them leave empty. */
function openingRows(balances: Balances): readonly Row[] {
  const place = (ref: string): Place => (ref === SPECIAL[EXCHANGE].ref ? EXCHANGE : ref);
  return [...balances].flatMap(([ref, held]) =>
    ref === SPECIAL[CLEARING].ref
      ? []
      : [...held].flatMap(([currency, e8]): readonly Row[] => {
          if (e8 === 0n) return [];
          const row = { currency, amountE8: e8 < 0n ? -e8 : e8 };
          return [e8 > 0n ? { ...row, debit: place(ref), credit: CLEARING } : { ...row, debit: CLEARING, credit: place(ref) }];
        }),
  );
}

/** Finds the account of a name and currency, or plans to open it, with the GL account that it needs. */
class Chart {
  private readonly books: Books;
  private readonly options: PlanOptions;
  private readonly problems: Problem[];
  private readonly allowed: ReadonlySet<string>;
  private readonly known = new Map<string, string>();
  private readonly codes = new Set<string>();
  private readonly glByTitle = new Map<string, string>();
  private readonly glCodes = new Set<string>();
  private readonly currencies = new Set<string>();
  private readonly newGl: NewGl[] = [];
  private readonly newAccounts: NewAccount[] = [];
  private readonly told = new Set<string>();
  private readonly guessed = { A: 0, L: 0 };

  constructor(books: Books, existing: Existing, options: PlanOptions, problems: Problem[]) {
    this.books = books;
    this.options = options;
    this.problems = problems;
    this.allowed = existing.currencies;
    for (const { code, title, class: glClass } of existing.gl) {
      this.glCodes.add(code);
      this.glByTitle.set(`${glClass} ${title}`, code);
    }
    for (const { code, currency, external_ref: ref } of existing.accounts) {
      this.codes.add(code);
      if (ref !== null) this.known.set(`${currency} ${ref}`, code);
    }
  }

  made(): Pick<Plan, 'currencies' | 'gl' | 'accounts'> {
    return { currencies: [...this.currencies], gl: this.newGl, accounts: this.newAccounts };
  }

  /** Of which accounts the source does not say what they are. */
  guesses(): readonly string[] {
    const named = [[this.guessed.A, 'assets'] as const, [this.guessed.L, 'liabilities'] as const].filter(([n]) => n > 0);
    return named.map(
      ([n, what]) => `Of ${some(n, 'account')} the source does not say what they are: they become ${what}, unless --map says otherwise.`,
    );
  }

  expected(sums: Balances, without: ReadonlySet<string>): Plan['expected'] {
    return [...sums].flatMap(([account, held]) =>
      [...held].flatMap(([currency, amountE8]) => {
        const code = this.known.get(`${currency} ${referenceFor(account)}`);
        return code === undefined || without.has(currency) ? [] : [{ account, code, currency, amountE8 }];
      }),
    );
  }

  /** In pieces where it has more rows than an intent takes. */
  intentsOf(transaction: SourceTransaction, rows: readonly Row[], id: string): readonly PlannedIntent[] {
    const { name, from } = this.options;
    const planned = rows.map(({ debit, credit, currency, amountE8, memo }): PlannedRow => {
      const narrative = onOneLine([transaction.narrative, memo ?? ''].filter((t) => t !== '').join(' · '), NARRATIVE_MAX);
      return { debit: this.codeOf(debit, currency), credit: this.codeOf(credit, currency), currency, amountE8, narrative };
    });
    const metadata = {
      moved_from: from,
      source_id: onOneLine(transaction.id ?? transaction.place, METADATA_MAX),
      ...(transaction.recordedAt === null ? {} : { recorded_at: transaction.recordedAt }),
    };
    const intents: PlannedIntent[] = [];
    for (let at = 0; at < planned.length; at += INTENT_ROWS_MAX) {
      const part = at === 0 ? id : `${id}.part${at / INTENT_ROWS_MAX + 1}`;
      intents.push({ id: intentIdFor(name, part), date: transaction.date, rows: planned.slice(at, at + INTENT_ROWS_MAX), metadata });
    }
    return intents;
  }

  private codeOf(place: Place, currency: string): string {
    const ref = referenceFor(refOf(place));
    const found = this.known.get(`${currency} ${ref}`);
    if (found !== undefined) return found;
    if (!isoCurrencies.has(currency))
      this.tell(
        currency,
        `it is no currency of ISO 4217: say which it is by --commodity '${currency}=USD', or leave it out by --without '${currency}'`,
      );
    else if (!this.allowed.has(currency)) this.currencies.add(currency);
    const code = codeFor(typeof place === 'string' ? place : SPECIAL[place].code, currency, this.codes);
    this.newAccounts.push({ code, currency, externalRef: ref, gl: this.glOf(place) });
    this.codes.add(code);
    this.known.set(`${currency} ${ref}`, code);
    return code;
  }

  /** A rule names it; else there is one for each account whose class is known, and one for what other names begin with. */
  private glOf(place: Place): string {
    if (typeof place !== 'string') return this.glNamed(SPECIAL[place].title, SPECIAL[place].class);
    const rule = this.options.map.find(({ account }) =>
      account.endsWith('*') ? place.startsWith(account.slice(0, -1)) : place === account,
    );
    if (rule !== undefined) {
      if (!this.glCodes.has(rule.gl)) this.tell(rule.gl, 'there is no such GL account: the map names it');
      return rule.gl;
    }
    const known = this.books.classes.get(place) ?? null;
    if (known !== null) return this.glNamed(place, known);
    const [first = place] = place.replace(/^@/, '').split(/[:/.]/);
    // What stands for the world outside is the other side of all the rest.
    const isWorld = /^@?world\b/i.test(place);
    const guessed = (this.options.positive === 'credit') === isWorld ? 'A' : 'L';
    this.guessed[guessed] += 1;
    return this.glNamed(first, guessed);
  }

  private glNamed(name: string, glClass: SourceClass): string {
    const title = onOneLine(name, TITLE_MAX);
    const found = this.glByTitle.get(`${glClass} ${title}`);
    if (found !== undefined) return found;
    let n = 1;
    const code = (): string => `${digitOf[glClass]}-${String(n).padStart(4, '0')}`;
    while (this.glCodes.has(code())) n += 1;
    this.glCodes.add(code());
    this.glByTitle.set(`${glClass} ${title}`, code());
    this.newGl.push({ code: code(), title, class: glClass });
    return code();
  }

  /** Once. */
  private tell(place: string, sentence: string): void {
    if (!this.told.has(place)) this.problems.push({ place, sentence });
    this.told.add(place);
  }
}
