// Each key is sent one to five times, a third of them at once, a quarter of the repeats with a changed body. One posting a key,
// equal receipts but for `duplicate`, and 409 for whatever differs from what was decided first: while the connection to the database is cut
// again and again, when COMMIT was sent, when it has happened, and before.

import type { Chance } from '@countinghouse/testkit/chance';
import type { Fate } from '@countinghouse/testkit/cutting-proxy';
import { Poster, type Row, type Told } from '../posting.ts';
import { fleetOf } from '../stage.ts';
import { type Frame, findFaultsAfter, runCallers, type Verdict, type Workload } from '../workload.ts';
import { ACCOUNTS_EACH, CURRENCIES, drawRow } from './bank.ts';

const CLIENTS = 16;
const SENT_MAX = 5;
const TOGETHER_PERCENT = 33;
const CHANGED_PERCENT = 25;
const CONFLICT = 409;

export interface Repeats {
  readonly faults: string[];
  together: number;
  conflicts: number;
  keys: number;
}

export const noRepeats = (): Repeats => ({ faults: [], together: 0, conflicts: 0, keys: 0 });

export const idempotency: Workload = { stage: 'proxied', run };

/** What becomes of the batches, one after the other. */
const FATES: readonly Fate[] = ['pass', 'cut-when-committed', 'pass', 'cut-when-sent', 'late-when-committed', 'pass', 'cut-in-copy'];

async function run(frame: Frame): Promise<Verdict> {
  const fleet = fleetOf(frame);
  const poster = new Poster(await frame.world.makeOrganisation({ currencies: CURRENCIES, accountsEach: ACCOUNTS_EACH }), frame.history);
  const seen = noRepeats();
  const metOf = (fate: Fate): number => fleet.proxies.reduce((sum, proxy) => sum + proxy.met[fate], 0);
  const metBefore = new Map(FATES.map((fate) => [fate, metOf(fate)]));
  let batches = 0;
  frame.decideFates(() => FATES[batches++ % FATES.length] ?? 'pass');
  await runCallers(frame, CLIENTS, async (chance, client) => {
    for (let n = 0; frame.goOn(); n++) await postRepeatedly(poster, chance, `${client}-${n}`, seen);
  });
  frame.decideFates(() => 'pass');
  const met = (fate: Fate): number => metOf(fate) - (metBefore.get(fate) ?? 0);
  const faults = [...seen.faults, ...(await findFaultsAfter(frame.world, [poster]))];
  return {
    faults,
    counts: { keys: seen.keys, answers: poster.told.length },
    hits: {
      'keys sent at once': seen.together,
      'changed bodies refused': seen.conflicts,
      'cuts after COMMIT': met('cut-when-committed'),
      'cuts when COMMIT was sent': met('cut-when-sent'),
      'cuts before COMMIT': met('cut-in-copy'),
      'late answers to COMMIT': met('late-when-committed'),
    },
  };
}

/** Sends one key as often as it is drawn, and holds the answers against each other. */
export async function postRepeatedly(poster: Poster, chance: Chance, key: string, seen: Repeats): Promise<void> {
  const row = drawRow(chance);
  const changed: Row = { ...row, amount: `${row.amount}1` };
  const rows = Array.from({ length: 1 + chance.below(SENT_MAX) }, (_, i) => (i > 0 && chance.happens(CHANGED_PERCENT) ? changed : row));
  const together = rows.length > 1 && chance.happens(TOGETHER_PERCENT);
  const answers: { readonly row: Row; readonly told: Told }[] = [];
  const send = async (sent: Row): Promise<void> => {
    answers.push({ row: sent, told: await poster.post(key, [sent]) });
  };
  if (together) await Promise.all(rows.map(send));
  else for (const sent of rows) await send(sent);

  seen.keys += 1;
  if (together) seen.together += 1;
  const accepted = answers.filter(({ told }) => told.status === 200);
  const [first] = accepted;
  if (first === undefined) {
    seen.faults.push(`${key} was sent ${rows.length} times and never accepted`);
    return;
  }
  for (const { row: sent, told } of answers) {
    const expected = sent === first.row ? 200 : CONFLICT;
    if (told.status !== expected) seen.faults.push(`${key}: ${told.status} ${told.code ?? ''} where ${expected} was due`);
    if (told.status === CONFLICT) seen.conflicts += 1;
    if (told.status === 200 && (told.seq !== first.told.seq || told.eventHash !== first.told.eventHash))
      seen.faults.push(`${key}: told as event ${first.told.seq} and as ${told.seq}`);
  }
  if (accepted.filter(({ told }) => !told.duplicate).length > 1) seen.faults.push(`${key} was told more than once as new`);
}
