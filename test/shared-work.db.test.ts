// The work beside the requests, shared by three processes: each of them is killed while mail goes out and events are sent to a receiver. Everything
// is done, and nothing twice but what was on its way at that moment, which comes again under the same id.

import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { auditExport } from '@countinghouse/contract/features/audit-export';
import { people } from '@countinghouse/contract/features/people';
import { type Answer, NoAnswer, okBody } from '@countinghouse/testkit/caller';
import { putFreshPostgres } from '@countinghouse/testkit/fresh-postgres';
import {
  databaseOf,
  findFreePort,
  type ServerProcess,
  serves,
  servingProcessesOf,
  startServer,
} from '@countinghouse/testkit/server-process';
import { openWebhookReceiver, type WebhookReceiver } from '@countinghouse/testkit/webhook-receiver';
import { openWorld, type World } from '@countinghouse/testkit/world';
import { afterAll, beforeAll, expect, test } from 'vitest';

const PROCESSES = 3;
const KILLS = PROCESSES;
const SECRET = 'a secret that both know';
/** On a machine that is busy with much else. */
const WITHIN_MS = 240_000;
const TIMEOUT_MS = 900_000;
const LOOK_MS = 50;
/** A second's worth is not noted yet when a process is killed. Source: decision 0040. */
const TWICE_MAX = 1_000 / LOOK_MS + 1;
const INVITES_A_KILL = 12;

let dataDir: string;
let server: ServerProcess;
let world: World;
let receiver: WebhookReceiver;

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(os.tmpdir(), 'shared-work-'));
  await putFreshPostgres(path.join(dataDir, 'pg'));
  receiver = await openWebhookReceiver(SECRET);
  const settings = { DEMO: '0', COUNTINGHOUSE_PROCESSES: String(PROCESSES), EGRESS_ALLOW: '127.0.0.1' };
  server = await startServer(dataDir, await findFreePort(), settings);
  expect(await server.ready(WITHIN_MS), server.output()).toBe(true);
  await serves(server, PROCESSES);
  world = await openWorld({ url: server.url, where: databaseOf(dataDir) });
}, TIMEOUT_MS);
afterAll(async () => {
  await world?.close();
  await server.end('SIGTERM');
  await receiver.close();
  rmSync(dataDir, { recursive: true, force: true });
}, TIMEOUT_MS);

async function until(what: string, holds: () => boolean | Promise<boolean>): Promise<void> {
  for (const endMs = performance.now() + WITHIN_MS; performance.now() < endMs; await sleep(LOOK_MS)) if (await holds()) return;
  throw new Error(`it did not come to: ${what}\n${server.output()}`);
}

/** Asked again where the process that was asked is killed; whatever is asked here may be. */
async function ask(work: () => Promise<Answer>) {
  for (;;) {
    try {
      const answer = await work();
      if (answer.status !== 503) return okBody(answer);
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
    }
    await sleep(LOOK_MS);
  }
}

/** All mails that were sent, as often as they were. */
function mails(): readonly { readonly id: string; readonly to: string }[] {
  const folder = path.join(dataDir, 'mail');
  if (!existsSync(folder)) return [];
  // What was being written when its process was killed is no mail.
  const whole = readdirSync(folder).filter((name) => name.endsWith('.txt'));
  return whole.map((name) => ({
    id: name.slice(-'00000000.txt'.length),
    to: /^To: (.*)$/m.exec(readFileSync(path.join(folder, name), 'utf8'))?.[1] ?? '',
  }));
}

const countHolders = async (): Promise<number> =>
  (
    await world.query<{ readonly holder: string }>(
      'select distinct holder from cluster.worker_leases where held_until > clock_timestamp()',
      [],
    )
  ).length;

test('each mail is sent and each event taken once, whichever process is killed', { timeout: TIMEOUT_MS }, async () => {
  const books = await world.makeOrganisation({ currencies: ['USD'], accountsEach: 2 });
  await ask(() => books.caller.post(auditExport.configure.path, { webhookUrl: receiver.url, secret: SECRET }));
  await until('each process has some of the work', async () => (await countHolders()) === PROCESSES);
  // Slow enough that a kill finds one under way.
  receiver.answerWith(() => sleep(LOOK_MS, 200));
  const invited: string[] = [];
  const invite = async (): Promise<void> => {
    const email = `${randomUUID()}@example.test`;
    invited.push(email);
    await ask(() => books.caller.post(people.invite.path, { email, role: 'member' }));
  };
  for (let killed = 0; killed < KILLS; killed++) {
    const [before, taken] = [mails().length, receiver.effect.length];
    const inviting = Promise.all(Array.from({ length: INVITES_A_KILL }, invite));
    await until('work goes on', () => mails().length > before && receiver.effect.length > taken);
    const [pid = 0] = servingProcessesOf(server);
    process.kill(pid, 'SIGKILL');
    await inviting;
    const running = (): readonly number[] => servingProcessesOf(server);
    await until('it is started again', () => running().length === PROCESSES && !running().includes(pid));
  }

  await until('no mail waits', async () => (await world.query('select 1 from mail_outbox limit 1', [])).length === 0);
  const headOf = async (): Promise<number> =>
    Number((await world.query<{ readonly seq: number }>('select seq from chain_heads where tenant_id = $1', [books.tenantId]))[0]?.seq);
  await until('the receiver has the log', async () => receiver.effect.length === (await headOf()));
  expect(receiver.effect.map(({ seq }) => seq)).toEqual(Array.from({ length: await headOf() }, (_, i) => i + 1));
  expect(receiver.calls.length - receiver.effect.length, 'events that came twice').toBeLessThanOrEqual(KILLS * TWICE_MAX);

  const sent = mails();
  expect(new Set(sent.map(({ to }) => to))).toEqual(new Set(invited));
  expect(sent.length - new Set(sent.map(({ id }) => id)).size, 'mails that were sent twice').toBeLessThanOrEqual(KILLS);
});
