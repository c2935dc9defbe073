// Organisations post at once while people and programs of one, and nobody at all, ask for what is another's: by every call of the contract, as
// outsiders in its books, or in their own by naming its objects. Nobody is told anything of it, or can tell it from what never was, and nothing of it changes.

import { randomUUID } from 'node:crypto';
import type { Chance } from '@countinghouse/testkit/chance';
import type { Answer } from '@countinghouse/testkit/test-server';
import { walks } from '../../walks/all.ts';
import { ask, type Call, type Callers, callersOf, calls, expectedFor, ofTenant, rows, strangersOf, toldOf } from '../../walks/asking.ts';
import { type Books, type Input, inOwn, nowhere, openBooks, useServer } from '../../walks/isolation-books.ts';
import { STORED_POSTINGS, type StoredPosting } from '../model.ts';
import { openPeople, type People } from '../people.ts';
import { Poster, STORED_INTENTS, type Stored, type Told } from '../posting.ts';
import { type Frame, findFaultsAfter, type Verdict, type Workload } from '../workload.ts';

const ORGANISATIONS = 3;
/** Who ask at once. */
const ASKERS = 4;
const NOBODY_PERCENT = 15;
const NAMES_PERCENT = 60;
const NEVER_DRAWN_SHOWN = 20;

export const isolation: Workload = { stage: 'cluster', run };

interface Tenant {
  readonly books: Books;
  readonly callers: Callers;
  readonly poster: Poster;
}

/** Who ask for what is another's. */
interface Asking extends Tenant {
  readonly strangers: Callers;
}

interface Seen {
  readonly faults: string[];
  /** Attempts on objects that are there, by call. */
  readonly byCall: Map<string, number>;
  asOutsiders: number;
  /** By roles in entities of other organisations, and by owners of read-only ones. */
  byStrangers: number;
  naming: number;
  byNobody: number;
}

/** Deals every call once, in an order that is drawn, before any a second time; each deal meets books of its own. */
async function run(frame: Frame): Promise<Verdict> {
  const people = await openPeople(frame);
  const seen: Seen = { faults: [], byCall: new Map(), asOutsiders: 0, byStrangers: 0, naming: 0, byNobody: 0 };
  let intents = 0;
  try {
    useServer(people.server);
    for (let deal = 0; deal === 0 || frame.goOn(); deal++)
      intents += await playDeal({ ...frame, chance: frame.chance.fork(deal) }, people, seen);
  } finally {
    await people.close();
  }
  const never = calls.filter(({ name }) => !seen.byCall.has(name)).map(({ name }) => name);
  frame.history.note({ attemptsByCall: Object.fromEntries(seen.byCall), neverDrawn: never });
  const attempts = [...seen.byCall.values()].reduce((sum, n) => sum + n, 0);
  return {
    faults: seen.faults,
    counts: {
      intents,
      attempts,
      'calls of the contract': calls.length,
      'calls never drawn': never.length,
      ...(never.length > NEVER_DRAWN_SHOWN ? {} : Object.fromEntries(never.map((name) => [`attempts by ${name}`, 0]))),
    },
    hits: {
      'calls that asked for what is there': seen.byCall.size,
      'attempts as outsiders': seen.asOutsiders,
      'attempts by roles in entities and owners of read-only organisations': seen.byStrangers,
      'attempts that named it in their own books': seen.naming,
      'attempts by nobody': seen.byNobody,
    },
  };
}

/** How the keys of the program that posts begin. */
const keysOf = ({ tenantId }: { readonly tenantId: string }): string => `${tenantId}-`;

const isMissing = ({ asOutsiders, byStrangers, naming, byNobody }: Seen): boolean =>
  Math.min(asOutsiders, byStrangers, naming, byNobody) === 0;

/** One deal; answers how many intents were posted meanwhile. */
async function playDeal(frame: Frame, people: People, seen: Seen): Promise<number> {
  const { chance, history, world } = frame;
  const tenants = await Promise.all(Array.from({ length: ORGANISATIONS }, () => openTenant(frame, people)));
  // What some rows make of the books that they ask for is no place to post any more.
  const spoilt = await openBooks();
  const strangers = await strangersOf();
  let over = false;
  const load = tenants.map(async ({ poster }, n) => {
    const own = chance.fork(n);
    for (let i = 0; !over; i++) await poster.post(`${keysOf(poster.organisation)}${i}`, [drawRow(own)]);
  });
  const deck = chance.shuffled(calls);
  const askAll = Array.from({ length: ASKERS }, async (_, n) => {
    const own = chance.fork(ORGANISATIONS + n);
    for (let call = deck.pop(); call !== undefined && (frame.goOn() || isMissing(seen)); call = deck.pop()) {
      const at = own.below(ORGANISATIONS);
      const ours = tenants[at];
      const theirs = rows[call.name]?.spoils ? spoilt : tenants[(at + 1 + own.below(ORGANISATIONS - 1)) % ORGANISATIONS]?.books;
      if (ours === undefined || theirs === undefined) throw new Error('no organisation to ask');
      // A server that says so may be busy, and what is asked for was not made then.
      const faults = await attempt(people, call, { ...ours, strangers: strangers.callers }, theirs, own, seen).catch((error: unknown) =>
        String(error).includes('not done: 503') ? [] : [`what it asks for was not made: ${error}`],
      );
      seen.byCall.set(call.name, (seen.byCall.get(call.name) ?? 0) + 1);
      history.note({ attempt: call.name, of: ours.books.tenantId, on: theirs.tenantId, faults });
      seen.faults.push(...faults.map((fault) => `${call.name}: ${fault}`));
    }
  });
  try {
    await Promise.all(askAll);
  } finally {
    over = true;
    await Promise.all(load);
  }
  for (const tenant of tenants) {
    const { organisation, told, faults } = tenant.poster;
    const asked = [...told, ...(await ownActs(frame, tenant))];
    seen.faults.push(...(await findFaultsAfter(world, [{ organisation, told: asked, faults }])));
  }
  seen.faults.push(...(await findStrangers(frame, [...tenants.map((t) => t.books), spoilt, ...strangers.books])));
  return tenants.reduce((sum, { poster }) => sum + poster.told.length, 0);
}

async function openTenant({ history }: Frame, people: People): Promise<Tenant> {
  const books = await openBooks();
  return { books, callers: await callersOf(books), poster: new Poster(await people.posting(books), history) };
}

function drawRow(chance: Chance) {
  const [debitAccount, creditAccount] = chance.happens(50) ? (['CASH', 'BANK'] as const) : (['BANK', 'CASH'] as const);
  return { debitAccount, creditAccount, amount: String(1 + chance.below(9)), currency: 'USD' };
}

/** One request for what is theirs, and the same for what never was: both must be answered alike. Answers what must not be. */
async function attempt(people: People, call: Call, ours: Asking, theirs: Books, chance: Chance, seen: Seen): Promise<readonly string[]> {
  const { name, stem, route } = call;
  const row = rows[name];
  if (chance.happens(NOBODY_PERCENT)) {
    seen.byNobody += 1;
    const input = (await row?.own(theirs)) ?? {};
    const answer = await ask(people.server.nobody, route, input, inOwn(theirs));
    return faultsOf('nobody', theirs, [[input, answer]], route.needs === 'anonymous' ? null : 'UNAUTHENTICATED');
  }
  // What is no organisation's may end the session that asks for it: somebody new does.
  const draw = async (of: Callers): Promise<Callers[number]> => (ofTenant(route) ? chance.pick(of) : ['member', await ours.books.member()]);
  const objectId = chance.happens(NAMES_PERCENT) ? ((await walks[stem]?.object?.(theirs)) ?? '') : null;
  const named = objectId === null ? [] : (row?.naming?.(ours.books, theirs, objectId) ?? []);
  if (named.length > 0) {
    seen.naming += 1;
    const [role, caller] = await draw(ours.callers);
    const which = chance.below(named.length);
    const [input, code, ofMember] = named[which] ?? [{}, ''];
    const [never] = row?.naming?.(ours.books, nowhere(), randomUUID())[which] ?? [{}];
    const answers = [
      [input, await ask(caller, route, input, inOwn(ours.books))],
      [never, await ask(caller, route, never, inOwn(ours.books))],
    ] as const;
    return faultsOf(role, theirs, answers, expectedFor(role, route, code, ofMember));
  }
  seen.asOutsiders += 1;
  const [role, caller] = await draw([...ours.callers, ...ours.strangers]);
  if (ours.strangers.some(([stranger]) => stranger === role)) seen.byStrangers += 1;
  const input = (await row?.own(theirs)) ?? {};
  const answers = [
    [input, await ask(caller, route, input, inOwn(theirs))],
    [input, await ask(caller, route, input, { 'x-tenant-id': randomUUID() })],
  ] as const;
  return faultsOf(role, theirs, answers, ofTenant(route) ? 'NOT_FOUND' : null);
}

/** Each answer has the code, where one is due; all are alike, and none tells anything of theirs. */
function faultsOf(
  role: string,
  theirs: Books,
  answers: readonly (readonly [input: Input, answer: Answer])[],
  code: string | null,
): readonly string[] {
  const faults: string[] = [];
  const [first] = answers;
  for (const [input, answer] of answers) {
    if (code !== null && answer.body['code'] !== code)
      faults.push(`${role} was told ${answer.status} ${String(answer.body['code'])}, not ${code}`);
    if (answer.status >= 500) faults.push(`${role} was answered ${answer.status} ${String(answer.body['code'])}`);
    const [, like] = first ?? [];
    const differs = String(Object.keys(answer.body)) !== String(Object.keys(like?.body ?? {}));
    if (code !== null && (answer.status !== like?.status || differs)) faults.push(`${role} can tell what is there from what never was`);
    const told = toldOf(theirs, answer, input);
    if (told.length > 0) faults.push(`${role} was told ${told.join(', ')}`);
  }
  return faults;
}

/** What an organisation's own people and programs made, for others to ask for or naming what is another's, past the program that posts: it is in the log as they made it. */
async function ownActs({ world }: Frame, { books }: Tenant): Promise<readonly Told[]> {
  const of = [books.tenantId];
  const postings = Map.groupBy(await world.query<StoredPosting>(STORED_POSTINGS, of), (p) => p.seq);
  const intents = (await world.query<Stored>(STORED_INTENTS, of)).filter(({ idem_key }) => !idem_key.startsWith(keysOf(books)));
  return intents.map(({ idem_key, seq, event_id, event_hash }) => ({
    key: idem_key,
    rows: (postings.get(seq) ?? []).map(({ debit, credit, amount }) => ({
      debitAccount: debit,
      creditAccount: credit,
      amount,
      currency: 'USD',
    })),
    // When they were asked for is not known, and so says nothing about their order.
    beganMs: Number.NEGATIVE_INFINITY,
    endedMs: Number.POSITIVE_INFINITY,
    status: 200,
    code: null,
    seq,
    eventId: event_id,
    eventHash: event_hash,
    duplicate: false,
  }));
}

/** Events in an organisation's log that people of another one are the actors of. */
async function findStrangers({ world }: Frame, all: readonly Books[]): Promise<readonly string[]> {
  const found = await world.query<{ tenant_id: string; seq: number; event_type: string }>(
    `select e.tenant_id, e.seq, e.event_type from events e
     where e.tenant_id = any($1::uuid[])
       and exists (select from events o where o.tenant_id = any($1::uuid[]) and o.tenant_id <> e.tenant_id and o.event_type = 'member.added'
         and o.payload::jsonb ->> 'user_id' = e.actor_id)`,
    [all.map((b) => b.tenantId)],
  );
  return found.map(
    ({ tenant_id, seq, event_type }) => `event ${seq} of ${tenant_id}, ${event_type}, is somebody's of another organisation`,
  );
}
