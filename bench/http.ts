// The server as its callers see it: one intent a call, each caller waiting for its answer. The callers are a process of their
// own (`http-callers.ts`), so that they share no event loop with what is measured.

import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { CallersAsked, CallersTold } from './http-callers.ts';
import type { Rate } from './rate.ts';

const callers = fileURLToPath(new URL('./http-callers.ts', import.meta.url));

export async function measureHttp(asked: CallersAsked): Promise<Rate> {
  const child = fork(callers, { stdio: 'inherit' });
  const told = await new Promise<CallersTold>((resolve, reject) => {
    child.once('message', (message) => resolve(message as CallersTold));
    child.once('exit', (code) => reject(new Error(`the callers ended with ${code}`)));
    child.send(asked);
  });
  child.disconnect();
  if (told.failed > 0) throw new Error(`${told.failed} calls were not answered with 200: ${told.firstFailure}`);
  return { perSecond: told.perSecond, p50Ms: told.p50Ms, p99Ms: told.p99Ms };
}
