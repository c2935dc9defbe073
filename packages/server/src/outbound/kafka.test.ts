// How Kafka is spoken to before it takes anything: what its own kind for tests cannot show, since that has neither TLS nor users.

import { once } from 'node:events';
import net from 'node:net';
import { expect, test } from 'vitest';
import { connectKafka } from './kafka.ts';

const TIMEOUT_MS = 60_000;
const CLIENT_HELLO = 0x16;
/** Of the protocol: what is asked, and that somebody may not sign in. */
const [SASL_HANDSHAKE, API_VERSIONS, SASL_AUTHENTICATE] = [17, 18, 36] as const;
const SASL_AUTHENTICATION_FAILED = 58;

/** A server that hears what is sent to it, and answers as `answer` says. */
async function openServer(answer: (request: Buffer) => Buffer | null): Promise<{ readonly port: number; close(): void }> {
  const server = net.createServer((socket) =>
    socket.on('data', (request) => {
      const reply = answer(request);
      if (reply === null) socket.destroy();
      else socket.write(reply);
    }),
  );
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: (server.address() as net.AddressInfo).port, close: () => server.close() };
}
const int16 = (...values: readonly number[]): Buffer => Buffer.from(Int16Array.from(values).buffer).swap16();
const int32 = (value: number): Buffer => Buffer.from(Int32Array.of(value).buffer).swap32();
const to = { topic: 'countinghouse.events', tls: false, sasl: { mechanism: 'PLAIN', username: 'me', password: 'hush' } } as const;

test('over TLS it is told which of its servers is meant, and nothing before that', { timeout: TIMEOUT_MS }, async () => {
  const heard: Buffer[] = [];
  const server = await openServer((bytes) => {
    heard.push(bytes);
    return null;
  });
  const connecting = connectKafka({ ...to, brokers: [{ host: 'localhost', port: server.port }], tls: true }, 0);
  await expect(connecting).rejects.toThrow(/^(?!.*hush)/);
  server.close();
  expect(heard.length).toBeGreaterThan(0);
  for (const bytes of heard) {
    expect(bytes[0]).toBe(CLIENT_HELLO);
    expect(bytes.includes('localhost')).toBe(true);
  }
});

test('that refuses the user or the password is told of in those words', { timeout: TIMEOUT_MS }, async () => {
  const signedIn: string[] = [];
  const bodies: Readonly<Record<number, (request: Buffer) => Buffer>> = {
    [API_VERSIONS]: () => Buffer.concat([int16(0), int32(2), int16(SASL_HANDSHAKE, 1, 1), int16(SASL_AUTHENTICATE, 0, 0), int32(0)]),
    [SASL_HANDSHAKE]: () => Buffer.concat([int16(0), int32(1), int16(to.sasl.mechanism.length), Buffer.from(to.sasl.mechanism)]),
    [SASL_AUTHENTICATE]: (request) => {
      signedIn.push(request.toString('latin1'));
      return Buffer.concat([int16(SASL_AUTHENTICATION_FAILED), int16(-1), int32(0)]);
    },
  };
  const server = await openServer((request) => {
    const body = bodies[request.readInt16BE(4)]?.(request) ?? Buffer.alloc(0);
    return Buffer.concat([int32(body.length + 4), request.subarray(8, 12), body]);
  });
  const connecting = connectKafka({ ...to, brokers: [{ host: '127.0.0.1', port: server.port }] }, 0);
  await expect(connecting).rejects.toThrow('it does not accept the user or the password.');
  server.close();
  expect(signedIn.length).toBeGreaterThan(0);
  for (const request of signedIn) expect(request.endsWith('\0me\0hush')).toBe(true);
});
