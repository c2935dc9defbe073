// Two who want what only one can have, at the servers of one database, in rounds: who decides an approval, whether a post or what ends
// the right to it comes first, which of two owners stays, who captures a hold or reverses an intent. Exactly one wins, the others are told so
// with the right code, and what was asked for after an end was answered is refused.

import { setTimeout as sleep } from 'node:timers/promises';
import { accounts } from '@countinghouse/contract/features/accounts';
import { apiKeys } from '@countinghouse/contract/features/api-keys';
import { approvals } from '@countinghouse/contract/features/approvals';
import { controls } from '@countinghouse/contract/features/controls';
import { glAccounts } from '@countinghouse/contract/features/gl-accounts';
import { type IntentInput, intents } from '@countinghouse/contract/features/intents';
import { limits } from '@countinghouse/contract/features/limits';
import { people as members } from '@countinghouse/contract/features/people';
import { periods } from '@countinghouse/contract/features/periods';
import { tenants } from '@countinghouse/contract/features/tenants';
import { makeProgram } from '@countinghouse/testkit/api-keys';
import type { Chance } from '@countinghouse/testkit/chance';
import { type Organisation, openOrganisation, row as rowOf } from '@countinghouse/testkit/organisation';
import type { Answer, Person } from '@countinghouse/testkit/test-server';
import { overlap, type Timed, timed } from '@countinghouse/testkit/timed';
import { openPeople, type People } from '../people.ts';
import { keyOfEvent, type Row, type Told, toTold } from '../posting.ts';
import { type Acts, type Frame, findFaultsAfter, type Verdict, type Workload } from '../workload.ts';

const APPROVERS = 8;
const HELD_FROM = 100;
const TWO_MUST_APPROVE_FROM = 500;
/** Who is sent later waits up to so long: posts take about as much, and so either is first now and then. */
const LATER_MS_MAX = 12;
const REPEAT = 503;
const REPEAT_AFTER_MS = 25;
/** A kind of race that has not met its window after so many rounds beyond the time will not. */
const ROUNDS_MORE = 8;

export const races: Workload = { stage: 'cluster', run };

type Who = Pick<Person, 'call'>;

interface Books {
  readonly people: People;
  readonly o: Organisation;
  readonly maker: Person;
  readonly checkers: readonly Who[];
  readonly chance: Chance;
  readonly told: Told[];
  /** Says that something is not as it must be. */
  fault(what: string): void;
  /** Posts and remembers what was told; `rows` is what it posts once it is executed. */
  post(who: Who, rows: readonly Row[], more?: Partial<IntentInput>): Promise<Timed>;
  /** A day that no other round has. */
  freshDay(): string;
}

/** A race: the requests, in the order in which they met. Those that share the first one's window make it a hit. */
type Race = (books: Books) => Promise<readonly Timed[]>;

const kinds: Readonly<Record<string, Race>> = {
  'eight approvals at once': raceApprovals,
  'approve against reject': raceRejection,
  'three for a stage that takes two': raceStage,
  'lock against post': raceLock,
  'close against post': raceClose,
  'revoke an API key against post': raceKey,
  'end a membership against post': raceMember,
  'deactivate against post': raceDeactivation,
  'owners removing each other': raceOwners,
  'capture twice': raceCapture,
  'reverse twice': raceReversal,
};

async function run(frame: Frame): Promise<Verdict> {
  const people = await openPeople(frame);
  const faults: string[] = [];
  const hits = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, 0]));
  const counts = { rounds: 0, requests: 0 };
  try {
    const books = await openBooks(people, frame.chance, faults);
    const acts: Acts = { organisation: await people.posting(books.o), told: books.told, faults };
    const play = async (kind: string): Promise<void> => {
      const met = await kinds[kind]?.({ ...books, fault: (what) => void faults.push(`round ${counts.rounds}, ${kind}: ${what}`) });
      const [first, ...others] = met ?? [];
      const overlapped = first !== undefined && others.some((other) => overlap(first, other));
      if (overlapped) hits[kind] = (hits[kind] ?? 0) + 1;
      frame.history.note({ round: counts.rounds, race: kind, overlapped, answers: met?.map(codeOf) });
      counts.rounds += 1;
      counts.requests += met?.length ?? 0;
    };
    while (frame.goOn()) await play(frame.chance.pick(Object.keys(kinds)));
    for (const kind of Object.keys(kinds)) for (let more = 0; hits[kind] === 0 && more < ROUNDS_MORE; more++) await play(kind);
    const after = [...(await findFaultsAfter(frame.world, [acts])), ...(await findLate(frame, books.o.tenantId))];
    return { faults: after, counts, hits };
  } finally {
    await people.close();
  }
}

/** Intents that stand in the log behind what ended the right to them: when they were answered says nothing, servers answer at their own pace. */
const LATE: Readonly<Record<string, string>> = {
  'the end of the key that asked for it': `select i.seq from events i
      join api_keys k on k.tenant_id = i.tenant_id and k.id::text = i.payload::jsonb ->> 'api_key_id'
    where i.tenant_id = $1 and i.event_type = 'intent.executed' and i.event_ts >= k.revoked_at`,
  'the end of the membership of who asked for it': `select i.seq from events i join events m on m.tenant_id = i.tenant_id and m.seq < i.seq
    where i.tenant_id = $1 and i.event_type = 'intent.executed' and m.event_type = 'member.removed'
      and i.actor_id = m.payload::jsonb ->> 'user_id'`,
  'the deactivation': `select seq from (select seq, event_type, lag(event_type) over (order by seq) as before from events where tenant_id = $1
      and event_type in ('tenant.deactivated', 'tenant.reactivated', 'intent.executed')) e
    where event_type = 'intent.executed' and before = 'tenant.deactivated'`,
  'the lock of its period': `select p.seq from postings p join events l on l.tenant_id = p.tenant_id and l.seq < p.seq
    where p.tenant_id = $1 and l.event_type = 'period.locked' and p.value_date::text = l.payload::jsonb ->> 'period_end'`,
};

async function findLate({ world }: Frame, tenantId: string): Promise<readonly string[]> {
  const found = Object.entries(LATE).map(async ([what, sql]) => {
    const rows = await world.query<{ seq: number }>(sql, [tenantId]);
    return rows.map(({ seq }) => `event ${seq} stands behind ${what}`);
  });
  return (await Promise.all(found)).flat();
}

async function openBooks(people: People, chance: Chance, faults: string[]): Promise<Books> {
  const o = await openOrganisation(people.server);
  const [second, third, maker] = [await o.member('owner'), await o.member('owner'), await o.member()];
  await ok(o.owner.call(glAccounts.create, { body: { code: '2000', title: 'Owed', class: 'L', normalBalance: 'CR' } }));
  await ok(o.owner.call(limits.set, { body: { key: 'high_risk_amount', value: String(HELD_FROM) } }));
  const expr = `intent.rows.exists(r, r.amount_minor >= ${TWO_MUST_APPROVE_FROM * 100}) ? 2 : 0`;
  const two = { id: crypto.randomUUID(), name: 'Two must approve', spec: { hook: 'intent.high_risk', expr } };
  await ok(o.owner.call(controls.register, { body: two }));
  const told: Told[] = [];
  let days = 0;
  return {
    people,
    o,
    maker,
    checkers: [o.owner, second, third],
    chance,
    told,
    fault: (what) => void faults.push(what),
    post: async (who, rows, more = {}) => {
      const body = o.intent({ proposed_actions: rows.map((r) => ({ ...r })), ...more });
      const asked = await ask(() => who.call(intents.execute, { body }, { 'x-tenant-id': o.tenantId }) as Promise<Answer<unknown>>);
      const posted = toTold(
        { key: body.idem_key ?? '', rows, beganMs: asked.sentMs, endedMs: asked.answeredMs },
        { status: asked.answer.status, body: asked.answer.body as Readonly<Record<string, unknown>> },
      );
      // What was refused at the door, or by the kernel without an event, left none.
      if (posted.seq > 0) told.push(posted);
      return asked;
    },
    freshDay: () => {
      days += 1;
      return new Date(Date.UTC(new Date().getUTCFullYear() - 6, 0, days)).toISOString().slice(0, 10);
    },
  };
}

/** Asks, and asks again whoever is told to repeat. */
const ask = (send: () => Promise<Answer<unknown>>): Promise<Timed> =>
  timed(async () => {
    for (;;) {
      const answer = await send();
      if (answer.status !== REPEAT) return answer;
      await sleep(REPEAT_AFTER_MS);
    }
  });

const codeOf = ({ answer: { status, body } }: Timed): string => {
  const { code, error } = body as { readonly code?: unknown; readonly error?: unknown };
  return String(code ?? error ?? status);
};
const isDone = ({ answer }: Timed): boolean => answer.status === 200;

async function ok<T>(answer: Promise<Answer<T>>): Promise<T> {
  const { status, body } = await answer;
  if (status !== 200) throw new Error(`status ${status}: ${JSON.stringify(body)}`);
  return body;
}

/** Sends all at once, or each after a moment of its own. */
async function atOnce({ chance }: Books, sends: readonly (() => Promise<Timed>)[]): Promise<readonly Timed[]> {
  const waits = sends.map(() => (chance.happens(50) ? 0 : chance.below(LATER_MS_MAX)));
  return Promise.all(
    sends.map(async (send, i) => {
      const waitMs = waits[i] ?? 0;
      if (waitMs > 0) await sleep(waitMs);
      return send();
    }),
  );
}

/** So many are done, and each of the others was told one of the codes. */
function expectWinners({ fault }: Books, asked: readonly Timed[], winners: number, codes: readonly string[]): void {
  const done = asked.filter(isDone).length;
  if (done !== winners) fault(`${done} of ${asked.length} were done, and ${winners} may be: ${asked.map(codeOf).join(', ')}`);
  for (const one of asked) if (!isDone(one) && !codes.includes(codeOf(one))) fault(`who lost was told ${codeOf(one)}`);
}

/** What ends a right to post is done; a post after its answer is refused, and one before it is done or refused with one of the codes. */
async function expectEnded(
  books: Books,
  ended: Timed,
  posted: readonly Timed[],
  again: () => Promise<Timed>,
  codes: readonly string[],
): Promise<readonly Timed[]> {
  if (!isDone(ended)) books.fault(`it did not end: ${codeOf(ended)}`);
  for (const one of posted) if (!isDone(one) && !codes.includes(codeOf(one))) books.fault(`a post was told ${codeOf(one)}`);
  const late = await Promise.all([again(), again()]);
  for (const one of late) if (!codes.includes(codeOf(one))) books.fault(`after the end was answered a post was told ${codeOf(one)}`);
  return [ended, ...posted];
}

const plain = (amount: number, debitAccount = 'CASH', creditAccount = 'BANK'): Row => rowOf(debitAccount, creditAccount, String(amount));
const turned = ({ debitAccount, creditAccount, ...rest }: Row): Row => ({
  ...rest,
  debitAccount: creditAccount,
  creditAccount: debitAccount,
});

async function holdBack({ o: { tenantId }, maker, post }: Books, held: Row): Promise<string> {
  const { answer } = await post(maker, [held], { tenant_id: tenantId });
  const { approvalId } = answer.body as { readonly approvalId?: string };
  if (answer.status !== 202 || approvalId === undefined) throw new Error(`not held: ${JSON.stringify(answer.body)}`);
  return approvalId;
}

/** Approves; what an approval posts is told as its event. */
function approve({ told }: Books, id: string, held: Row, checker: Who | undefined): () => Promise<Timed> {
  return async () => {
    const asked = await ask(() => whom(checker).call(approvals.approve, { params: { id }, body: {} }) as Promise<Answer<unknown>>);
    const { receipt } = asked.answer.body as { readonly receipt?: { readonly status: string; readonly seq: number } | null };
    if (isDone(asked) && receipt?.status === 'executed')
      told.push(
        toTold(
          { key: keyOfEvent(receipt.seq), rows: [held], beganMs: asked.sentMs, endedMs: asked.answeredMs },
          { status: 200, body: { ...receipt } },
        ),
      );
    return asked;
  };
}

const whom = <T>(who: T | undefined): T => {
  if (who === undefined) throw new Error('there is nobody to ask it');
  return who;
};
const DECIDED = ['APPROVAL_ALREADY_DECIDED'];

async function raceApprovals(books: Books): Promise<readonly Timed[]> {
  const held = plain(HELD_FROM + books.chance.below(50));
  const id = await holdBack(books, held);
  const sends = Array.from({ length: APPROVERS }, (_, i) => approve(books, id, held, books.checkers[i % books.checkers.length]));
  const asked = await atOnce(books, sends);
  expectWinners(books, asked, 1, DECIDED);
  return winnerFirst(asked);
}

async function raceRejection(books: Books): Promise<readonly Timed[]> {
  const held = plain(HELD_FROM + books.chance.below(50));
  const id = await holdBack(books, held);
  const [one, other] = books.checkers;
  const reject = (): Promise<Timed> =>
    ask(() => whom(other).call(approvals.reject, { params: { id }, body: {} }) as Promise<Answer<unknown>>);
  const asked = await atOnce(books, [approve(books, id, held, one), reject]);
  expectWinners(books, asked, 1, DECIDED);
  return winnerFirst(asked);
}

/** Two must approve, and three do at once: two of them count, and it is posted with the second. */
async function raceStage(books: Books): Promise<readonly Timed[]> {
  const held = plain(TWO_MUST_APPROVE_FROM + books.chance.below(50));
  const id = await holdBack(books, held);
  const before = books.told.length;
  const asked = await atOnce(
    books,
    books.checkers.map((checker) => approve(books, id, held, checker)),
  );
  expectWinners(books, asked, 2, DECIDED);
  if (books.told.length !== before + 1) books.fault(`it was posted ${books.told.length - before} times`);
  return winnerFirst(asked);
}

const winnerFirst = (asked: readonly Timed[]): readonly Timed[] => [...asked.filter(isDone), ...asked.filter((one) => !isDone(one))];

async function raceLock(books: Books): Promise<readonly Timed[]> {
  const { o, post } = books;
  const day = books.freshDay();
  const range = { period_start: day, period_end: day };
  await ok(o.owner.call(periods.start, { body: { ...range, valuation_snapshot_id: o.fxSnapshotId } }));
  const postIt = (): Promise<Timed> => post(o.owner, [{ ...plain(1), valueDate: day } as Row]);
  const lock = (): Promise<Timed> => ask(() => o.owner.call(periods.lock, { body: range }) as Promise<Answer<unknown>>);
  const [ended, ...posted] = await atOnce(books, [lock, postIt, postIt]);
  return expectEnded(books, whom(ended), posted, postIt, ['PERIOD_LOCKED']);
}

/** An account can be closed with nothing on it: so either it is closed and nothing posted, or posted and not closed. */
async function raceClose(books: Books): Promise<readonly Timed[]> {
  const { o, post } = books;
  const code = `CLOSE-${books.told.length}-${books.chance.below(1_000_000)}`;
  const id = await o.account(code);
  const postIt = (): Promise<Timed> => post(o.owner, [plain(5, code)]);
  const close = (): Promise<Timed> => ask(() => o.owner.call(accounts.close, { params: { id }, body: {} }) as Promise<Answer<unknown>>);
  const [closed, posted] = await atOnce(books, [close, postIt]);
  expectWinners(books, [whom(closed), whom(posted)], 1, ['ACCOUNT_NOT_EMPTY', 'ACCOUNT_CLOSED']);
  if (isDone(whom(closed))) await expectEnded(books, whom(closed), [whom(posted)], postIt, ['ACCOUNT_CLOSED']);
  return [whom(closed), whom(posted)];
}

/** Whoever posts is known to all servers, which remember it for a moment: so the log alone can decide. */
async function expectKnown({ fault }: Books, postIt: () => Promise<Timed>): Promise<void> {
  for (const one of [await postIt(), await postIt()]) if (!isDone(one)) fault(`before the end a post was told ${codeOf(one)}`);
}

async function raceKey(books: Books): Promise<readonly Timed[]> {
  const { o, people, post } = books;
  const program = await makeProgram(people.server, o, 'post');
  const revoke = (): Promise<Timed> => ask(() => o.owner.call(apiKeys.revoke, { params: { id: program.id } }) as Promise<Answer<unknown>>);
  const postIt = (): Promise<Timed> => post(program, [plain(1)]);
  await expectKnown(books, postIt);
  const [ended, ...posted] = await atOnce(books, [revoke, postIt, postIt]);
  return expectEnded(books, whom(ended), posted, postIt, ['UNAUTHORIZED', 'UNAUTHENTICATED']);
}

async function raceMember(books: Books): Promise<readonly Timed[]> {
  const { o, post } = books;
  const member = await o.member();
  const end = (): Promise<Timed> =>
    ask(() => o.owner.call(members.removeMember, { params: { id: member.id } }) as Promise<Answer<unknown>>);
  const postIt = (): Promise<Timed> => post(member, [plain(1)]);
  await expectKnown(books, postIt);
  const [ended, ...posted] = await atOnce(books, [end, postIt, postIt]);
  return expectEnded(books, whom(ended), posted, postIt, ['NOT_FOUND', 'UNAUTHORIZED']);
}

async function raceDeactivation(books: Books): Promise<readonly Timed[]> {
  const { o, post, maker } = books;
  const postIt = (): Promise<Timed> => post(maker, [plain(1)]);
  const stop = (): Promise<Timed> => ask(() => o.owner.call(tenants.deactivate, { body: {} }) as Promise<Answer<unknown>>);
  const [ended, ...posted] = await atOnce(books, [stop, postIt, postIt]);
  const met = await expectEnded(books, whom(ended), posted, postIt, ['TENANT_READONLY']);
  await ok(o.owner.call(tenants.clearReadOnly, { body: {} }));
  return met;
}

/** Each would be the only one left; in an organisation of its own, of which it may never have none. */
async function raceOwners(books: Books): Promise<readonly Timed[]> {
  const { server } = books.people;
  const { owner, member, tenantId } = await openOrganisation(server);
  const second = await member('owner');
  const remove = (who: Who, whom: Person) => (): Promise<Timed> =>
    ask(() => who.call(members.removeMember, { params: { id: whom.id } }, { 'x-tenant-id': tenantId }) as Promise<Answer<unknown>>);
  const asked = await atOnce(books, [remove(owner, second), remove(second, owner)]);
  expectWinners(books, asked, 1, ['NOT_FOUND', 'FORBIDDEN', 'LAST_OWNER', 'UNAUTHORIZED']);
  const left = await server.opened.loginPool.query(`select from members where tenant_id = $1 and role = 'owner'`, [tenantId]);
  if (left.rowCount !== 1) books.fault(`the organisation has ${left.rowCount} owners`);
  return winnerFirst(asked);
}

async function raceCapture(books: Books): Promise<readonly Timed[]> {
  const { o, post } = books;
  const held = plain(1 + books.chance.below(50));
  const placed = crypto.randomUUID();
  const hold = { intent_id: placed, use_case: 'hold', proposed_actions: [{ ...held }] };
  if (!isDone(await post(o.owner, [], hold))) throw new Error('the hold was not placed');
  const capture = (): Promise<Timed> => post(o.owner, [held], { use_case: 'capture', constraints: { hold: placed }, proposed_actions: [] });
  const asked = await atOnce(books, [capture, capture]);
  expectWinners(books, asked, 1, ['HOLD_CAPTURED']);
  return winnerFirst(asked);
}

async function raceReversal(books: Books): Promise<readonly Timed[]> {
  const { o, post } = books;
  const posted = plain(1 + books.chance.below(50));
  const original = crypto.randomUUID();
  if (!isDone(await post(o.owner, [posted], { intent_id: original }))) throw new Error('nothing to reverse');
  const reverse = (): Promise<Timed> =>
    post(o.owner, [turned(posted)], { use_case: 'reversal', constraints: { reverses: original }, proposed_actions: [] });
  const asked = await atOnce(books, [reverse, reverse]);
  expectWinners(books, asked, 1, ['INTENT_ALREADY_REVERSED']);
  return winnerFirst(asked);
}
