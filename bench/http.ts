// The server as its callers see it, each waiting for its answer. The callers are a process of their own (`http-callers.ts`), so that
// they share no event loop with what is measured.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Organisation, World } from '@countinghouse/testkit/world';
import type { CallersAsked, CallersTold } from './http-callers.ts';
import { bodyOf } from './intents.ts';
import type { Rate } from './rate.ts';

const callers = fileURLToPath(new URL('./http-callers.ts', import.meta.url));

/** Calls of one intent each between the accounts of an organisation, with the session of its owner. */
export function callersOf(
  world: Pick<World, 'url'>,
  { tenantId, fxSnapshotId, caller }: Organisation,
  accounts: number,
): Pick<CallersAsked, 'port' | 'path' | 'headers' | 'body' | 'accounts'> {
  const { port, host } = new URL(world.url);
  return {
    port: Number(port),
    path: '/api/v1/intents/execute',
    // A write with a cookie says where it comes from, as a browser's does.
    headers: { host, origin: world.url, 'content-type': 'application/json', 'x-tenant-id': tenantId, ...caller.headers },
    body: JSON.stringify(bodyOf({ tenantId, fxSnapshotId, debit: 'USD-DEBIT', credit: 'USD-CREDIT' }, 'KEY')),
    accounts,
  };
}

export async function measureHttp(asked: CallersAsked): Promise<Rate> {
  const child = fork(callers, { stdio: 'inherit' });
  const told = await new Promise<CallersTold>((resolve, reject) => {
    child.once('message', (message) => resolve(message as CallersTold));
    child.once('exit', (code) => reject(new Error(`the callers ended with ${code}`)));
    child.send(asked);
  });
  child.disconnect();
  if (told.failed > 0) throw new Error(`${told.failed} calls were not answered with 200: ${told.firstFailure}`);
  if (!(told.perSecond > 0)) throw new Error('no call was answered in time');
  return { perSecond: told.perSecond, p50Ms: told.p50Ms, p99Ms: told.p99Ms };
}
