// The wall clock of the server is set forward and back while money moves. A small step is not followed; a large one stops posting until it is
// taken back, or until an operator says that the clock is right. No event has a time, and no limit a day, that was not.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Caller, okBody } from '@countinghouse/testkit/caller';
import type { Organisation } from '@countinghouse/testkit/world';
import { Poster } from '../posting.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict, type Workload } from '../workload.ts';
import { ACCOUNTS_EACH, CURRENCIES, drawRow } from './bank.ts';

const CLIENTS = 8;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const KEY_DAYS = 30;
/** Below an hour the steps are small. */
const STEPS_MS = [MINUTE_MS, -MINUTE_MS, 120 * MINUTE_MS, -120 * MINUTE_MS, DAY_MS, -DAY_MS] as const;
const STOPS_FROM_MS = 60 * MINUTE_MS;
/** A step of up to so much is taken for the clock's own. */
const TAKEN_FOR_TRUE_MS = 5_000;
const SET_WITHIN_MS = 250;
const HOLD_MS = 700;
const GOES_ON_WITHIN_MS = 10_000;
/** Stays in place until it is confirmed; then the clock is set back, beside a log that is ahead, and that is confirmed too. */
const CONFIRMED_MS = [120 * MINUTE_MS, 0] as const;
const NOTICED_WITHIN_MS = 10_000;

export const clock: Workload = { stage: 'clock', run };

async function run(frame: Frame): Promise<Verdict> {
  const { world, chance, history } = frame;
  const wanted = { currencies: CURRENCIES, accountsEach: ACCOUNTS_EACH };
  const organisation = await world.makeOrganisation(wanted);
  // Something counts, so that there is a day that it counts for.
  okBody(await organisation.caller.post('/api/internal/limits/set', { key: 'daily_txn_count_max', value: '100000000' }));
  const poster = new Poster({ ...organisation, caller: await makeProgram(organisation) }, history);
  const faults: string[] = [];
  const beganAtMs = Date.now();
  let over = false;
  const load = runCallers(frame, CLIENTS, async (own, client) => {
    for (let n = 0; !over; n++) await poster.post(`${client}-${n}`, [drawRow(own)]);
  });
  const unsure = (): number => poster.refused.get('CLOCK_UNSURE') ?? 0;
  const hits = { 'executed beside a small step': 0, 'refused beside a large step': 0 };
  for (let steps = 0; frame.goOn() || steps < STEPS_MS.length; steps++) {
    const stepMs = steps < STEPS_MS.length ? (STEPS_MS[steps] ?? 0) : chance.pick(STEPS_MS);
    frame.stepClock(stepMs);
    await sleep(SET_WITHIN_MS);
    const [acknowledged, refused] = [poster.acknowledged, unsure()];
    await sleep(HOLD_MS);
    const stops = Math.abs(stepMs) > STOPS_FROM_MS;
    if (stops && poster.acknowledged > acknowledged + CLIENTS) faults.push(`posted beside a clock that stepped by ${stepMs} ms`);
    if (!stops && unsure() > refused) faults.push(`refused beside a clock that stepped by ${stepMs} ms`);
    hits[stops ? 'refused beside a large step' : 'executed beside a small step'] += stops
      ? unsure() - refused
      : poster.acknowledged - acknowledged;
    frame.stepClock(0);
    history.note({ stepMs, acknowledged: poster.acknowledged - acknowledged, refused: unsure() - refused });
    if (!(await goesOn(poster, frame.within(GOES_ON_WITHIN_MS)))) {
      faults.push(`nothing is posted ${frame.within(GOES_ON_WITHIN_MS)} ms after the clock was set right`);
      break;
    }
  }
  faults.push(...(await findFalseTimes(frame, poster, beganAtMs, Date.now())));
  const confirmed = faults.length === 0 ? await confirmSteps(frame, poster, unsure, faults) : 0;
  over = true;
  await load;
  faults.push(...(await findFaultsAfter(world, [poster])));
  return { faults, counts: { intents: poster.told.length }, hits: { ...hits, 'executed once a step was confirmed': confirmed } };
}

/** As an operator does: SIGUSR2 to a server that refuses for its clock. Answers how many were executed then. */
async function confirmSteps(frame: Frame, poster: Poster, unsure: () => number, faults: string[]): Promise<number> {
  const operated = frame.world.server();
  if (operated === null) throw new Error('only a server of our own has a clock that steps');
  const [noticedMs, onMs] = [frame.within(NOTICED_WITHIN_MS), frame.within(GOES_ON_WITHIN_MS)];
  for (const stepMs of CONFIRMED_MS) {
    const refused = unsure();
    frame.stepClock(stepMs);
    // Until each of them was refused, nothing that was under way may be taken for what follows.
    if (!(await until(() => unsure() >= refused + 2 * CLIENTS, noticedMs))) faults.push('a step of two hours that stays refuses nobody');
    operated.child.kill('SIGUSR2');
    if (!(await goesOn(poster, onMs))) faults.push(`nothing is posted ${onMs} ms after a clock ${stepMs} ms ahead was confirmed`);
  }
  const ahead = await frame.world.query<{ count: number }>(
    "select count(*)::int as count from events where tenant_id = $1 and event_type = 'intent.executed' and event_ts > $2",
    [poster.organisation.tenantId, new Date(Date.now() + STOPS_FROM_MS).toISOString()],
  );
  return ahead[0]?.count ?? 0;
}

/** Somebody with an API key: after a day without a request, which is what a step of a day looks like, a session has ended. */
async function makeProgram({ caller }: Organisation): Promise<Caller> {
  const expires_at = new Date(Date.now() + KEY_DAYS * DAY_MS).toISOString();
  const { secret } = okBody(await caller.post('/api/internal/api-keys', { name: 'Clock', grant: 'post', expires_at }));
  return caller.with({ cookie: '', authorization: `Bearer ${String(secret)}` });
}

async function goesOn(poster: Poster, withinMs: number): Promise<boolean> {
  const before = poster.acknowledged;
  return until(() => poster.acknowledged > before + CLIENTS, withinMs);
}

async function until(holds: () => boolean, withinMs: number): Promise<boolean> {
  for (const end = performance.now() + withinMs; performance.now() < end; await sleep(SET_WITHIN_MS)) if (holds()) return true;
  return false;
}

async function findFalseTimes({ world }: Frame, { organisation }: Poster, fromMs: number, toMs: number): Promise<readonly string[]> {
  const bounds = [fromMs - TAKEN_FOR_TRUE_MS, toMs + TAKEN_FOR_TRUE_MS].map((ms) => new Date(ms).toISOString());
  const events = await world.query<{ seq: number; event_ts: string }>(
    "select seq, event_ts from events where tenant_id = $1 and event_type = 'intent.executed' and event_ts not between $2 and $3 limit 10",
    [organisation.tenantId, ...bounds],
  );
  const days = await world.query<{ booked_on: string }>(
    'select booked_on from booked where tenant_id = $1 and booked_on not between $2 and $3',
    [organisation.tenantId, ...bounds.map((at) => at.slice(0, 10))],
  );
  return [...events.map((e) => `event ${e.seq} is of ${e.event_ts}`), ...days.map((d) => `limits count for ${d.booked_on}`)];
}
