// Bodies of every wrong kind, drawn, to every call that takes one, while others post. Each is done or refused: no answer of 5xx but 503, none
// hangs, what is refused leaves nothing behind, and the servers that were asked are those that run at the end.

import { health } from '@countinghouse/contract/features/health';
import { findFaults } from '@countinghouse/testkit/soundness';
import type { Answer } from '@countinghouse/testkit/test-server';
import { type BodyBooks, openBodyBooks, type Sent, type Target } from '../../walks/body-books.ts';
import { drawBody, sendBody, targets } from '../../walks/junk.ts';
import { openPeople, type People } from '../people.ts';
import { Poster } from '../posting.ts';
import { fleetOf } from '../stage.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict, type Workload } from '../workload.ts';
import { ACCOUNTS_EACH, CURRENCIES, drawRow } from './bank.ts';

/** Few: passwords are hashed at length. */
const SENDERS = 4;
const BODIES_EACH = 24;
/** So many are sent whatever the time: what they are sent to took longer to make. */
const BODIES_LEAST = 8;
const POSTERS = 2;
const REPEAT = 503;

export const malformed: Workload = { stage: 'cluster', run };

interface Seen {
  readonly faults: string[];
  /** Refused bodies, by what they were to be. */
  readonly refused: Map<string, number>;
  done: number;
  repeats: number;
}

async function run(frame: Frame): Promise<Verdict> {
  const { chance, history, world } = frame;
  const fleet = fleetOf(frame);
  const pids = fleet.servers.map(({ child }) => child.pid);
  const people = await openPeople(frame);
  const seen: Seen = { faults: [], refused: new Map(), done: 0, repeats: 0 };
  const organisation = await world.makeOrganisation({ currencies: CURRENCIES, accountsEach: ACCOUNTS_EACH });
  const poster = new Poster(
    organisation,
    history,
    fleet.servers.map(({ url }) => organisation.caller.at(url)),
  );
  try {
    let over = false;
    const load = runCallers(frame, POSTERS, async (own, n) => {
      for (let i = 0; !over; i++) await poster.post(`${n}-${i}`, [drawRow(own)]);
    });
    // Every call is dealt once before any is a second time.
    let deck: Target[] = [];
    const sentTo: { readonly o: BodyBooks; readonly target: Target }[] = [];
    const sendAll = runCallers({ ...frame, chance: chance.fork(-1) }, SENDERS, async (own) => {
      while (frame.goOn()) {
        if (deck.length === 0) deck = chance.shuffled(targets);
        const target = deck.pop();
        if (target === undefined) break;
        const o = await openBodyBooks(people.server, target);
        for (let i = 0; i < BODIES_EACH && (i < BODIES_LEAST || frame.goOn()); i++)
          await sendOne(people, o, target, drawBody(target, o, own), seen);
        sentTo.push({ o, target });
      }
    });
    await Promise.all([sendAll.finally(() => (over = true)), load]);
    for (const { o, target } of sentTo)
      seen.faults.push(...(await findFaultsIn(people, o)).map((fault) => `after ${target.title}: ${fault}`));
  } finally {
    await people.close();
  }
  for (const [n, { child, output }] of fleet.servers.entries())
    if (child.pid !== pids[n] || child.exitCode !== null || child.signalCode !== null) seen.faults.push(`a server ended:\n${output()}`);
  history.note({ refusedByCall: Object.fromEntries(seen.refused) });
  const refused = [...seen.refused.values()].reduce((sum, n) => sum + n, 0);
  return {
    faults: [...seen.faults, ...(await findFaultsAfter(world, [poster]))],
    counts: {
      'bodies done': seen.done,
      'told to repeat': seen.repeats,
      intents: poster.told.length,
      'calls that take a body': targets.length,
    },
    hits: { 'bodies refused': refused, 'calls that refused one': seen.refused.size },
  };
}

/** Sends a body; what is wrong with its answer, and with what it left, is a fault. */
async function sendOne({ server }: People, o: BodyBooks, target: Target, sent: Sent, seen: Seen): Promise<void> {
  const fault = (what: string): void => void seen.faults.push(`${target.title} with junk in ${sent.what}: ${what}: ${String(sent.text)}`);
  const before = await o.headSeq();
  let answer: Answer;
  try {
    answer = await sendBody(o, target, sent);
  } catch (error) {
    return fault(String(error));
  }
  if (answer.status === REPEAT) seen.repeats += 1;
  else if (answer.status >= 500) fault(`answered ${answer.status} ${String(answer.body['code'])}`);
  else if (answer.status < 400 || typeof answer.body['seq'] === 'number') seen.done += 1;
  else {
    seen.refused.set(target.title, (seen.refused.get(target.title) ?? 0) + 1);
    // What the server does by itself is nobody's body.
    const left = await server.opened.services.writerPool.query<{ seq: number; event_type: string }>(
      `select seq, event_type from events where tenant_id = $1 and seq > $2 and actor_id <> 'system'`,
      [o.tenantId, before],
    );
    for (const { seq, event_type } of left.rows) fault(`refused with ${String(answer.body['code'])}, and left event ${seq}, ${event_type}`);
  }
}

/** A body may have ended the session that sent it, or the people's right to read: the health is asked for by the owner anew. */
async function findFaultsIn({ server }: People, o: BodyBooks): Promise<readonly string[]> {
  const { readerPool } = server.opened.services;
  const owner = await server.session(o.owner.id);
  const { status, body } = await owner.call(health.get, undefined, { 'x-tenant-id': o.tenantId });
  const told = status === 200 && body.ok ? [] : [`health: ${status} ${JSON.stringify(body)}`];
  return [...told, ...(await findFaults({ readerPool, loginPool: server.opened.loginPool }, o.tenantId))];
}
