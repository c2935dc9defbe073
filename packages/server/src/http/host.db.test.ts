import net from 'node:net';
import { useDatabase } from '@countinghouse/testkit/database';
import { openTestServer, type TestServer } from '@countinghouse/testkit/test-server';
import { afterAll, beforeAll, expect, test } from 'vitest';

const db = useDatabase();
let testServer: TestServer;
let port: number;
beforeAll(async () => {
  testServer = await openTestServer(db.where, {}, { workers: false });
  port = Number(new URL(await testServer.listen()).port);
});
afterAll(() => testServer.close());

/** The first line and the code that a request gets, sent as it is written. */
async function ask(...lines: readonly string[]): Promise<readonly [string, string | undefined]> {
  const socket = net.connect(port, '127.0.0.1');
  socket.end([...lines, 'connection: close', '', ''].join('\r\n'));
  let text = '';
  for await (const part of socket) text += String(part);
  return [text.split('\r\n')[0] ?? '', /"code":"(\w+)"/.exec(text)?.[1]];
}

test('one Host is taken', async () => {
  expect(await ask('GET /livez HTTP/1.1', `host: 127.0.0.1:${port}`)).toEqual(['HTTP/1.1 200 OK', undefined]);
});
test.each([
  ['the same twice', ['host: localhost', 'host: localhost']],
  ['ours, then another', ['host: localhost', 'host: evil.example']],
  ['ours, then another in other letters', ['Host: localhost', 'HOST: evil.example']],
])('two are refused: %s', async (_what, hosts) => {
  for (const path of ['/livez', '/api/internal/session', '/'])
    expect(await ask(`GET ${path} HTTP/1.1`, ...hosts)).toEqual(['HTTP/1.1 400 Bad Request', 'INVALID_HOST']);
});
test.each([['HTTP/1.0'], ['HTTP/1.1']])('none is refused: %s', async (version) => {
  expect(await ask(`GET /livez ${version}`)).toEqual(['HTTP/1.1 400 Bad Request', 'INVALID_HOST']);
});
test('one that the first line names goes before the header', async () => {
  const asked = (target: string) => ask(`GET ${target} HTTP/1.1`, `host: 127.0.0.1:${port}`);
  for (const other of ['http://evil.example/livez', 'HTTPS://evil.example:80/livez', 'http://localhost@evil.example/livez'])
    expect([other, ...(await asked(other))]).toEqual([other, 'HTTP/1.1 400 Bad Request', 'INVALID_HOST']);
  expect(await asked(`http://127.0.0.1:${port}/livez`)).toEqual(['HTTP/1.1 200 OK', undefined]);
});
