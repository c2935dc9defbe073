// A database that went back, seen and accepted from the command line: a process of its own with the settings of the server.

import { events } from '@countinghouse/contract/features/events';
import { intents } from '@countinghouse/contract/features/intents';
import { type OperatedServer, openOperatedServer } from '@countinghouse/testkit/operated-server';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { copyOf } from '@countinghouse/testkit/put-back';
import type { TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

let operated: OperatedServer;
let testServer: TestServer;
beforeAll(async () => {
  operated = await openOperatedServer();
  ({ testServer } = operated);
}, 60_000);
afterAll(() => operated.close());

test('a loss is listed, accepted by name, and the server goes on', { timeout: 180_000 }, async () => {
  const o = await openOrganisation(testServer);
  expect(await operated.run('loss', 'list')).toEqual({ code: 0, out: 'No log went back.\n', err: '' });
  const kept = await o.headSeq();
  const putBack = await copyOf({ where: operated.where });
  for (let n = 0; n < 2; n++) expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
  // The marks are where another process finds them.
  await testServer.opened.services.highWater.settle();
  await putBack();
  expect(await o.owner.call(intents.execute, { body: o.intent() })).toMatchObject({ status: 423, body: { code: 'LOG_WENT_BACK' } });

  const [from, to] = [String(kept + 1), String(kept + 2)];
  const listed = await operated.run('loss', 'list');
  expect(listed).toMatchObject({
    code: 1,
    out: expect.stringContaining(`${o.tenantId}  events ${from} to ${to} were answered and are gone`),
  });
  const accept = (first: string, owner: string) =>
    operated.run('loss', 'accept', o.tenantId, '--from', first, '--to', to, '--owner', owner);
  expect(await accept('1', o.owner.email)).toMatchObject({ code: 2, err: expect.stringContaining(`events ${from} to ${to}`) });
  expect(await accept(from, 'nobody@example.com')).toMatchObject({ code: 2, err: 'nobody signs in as nobody@example.com\n' });
  const stranger = await testServer.person('Sam');
  expect(await accept(from, stranger.email)).toMatchObject({ code: 2, err: expect.stringContaining('NOT_FOUND') });
  expect(await accept(from, o.owner.email)).toMatchObject({ code: 0, out: expect.stringContaining(`in event ${from}`) });

  expect((await o.owner.call(intents.execute, { body: o.intent() })).status).toBe(200);
  const accepted = (await o.owner.call(events.list, { query: { type: 'ledger.loss_accepted' } })).body.events;
  expect(accepted).toMatchObject([{ actor_id: o.owner.id, payload: { lost_from: kept + 1, lost_to: kept + 2 } }]);
  expect(await operated.run('loss', 'list')).toMatchObject({ code: 0 });
});
