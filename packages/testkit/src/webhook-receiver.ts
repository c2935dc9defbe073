// Somebody who is sent the log: a real HTTP server that verifies each message with the public library of the standard, keeps the ids
// it has taken, and answers as it is told to.

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';

const VERIFICATION_FAILED = 401;

export interface ReceivedMessage {
  readonly id: string;
  readonly seq: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: { readonly type: string; readonly tenant_id: string; readonly data: Readonly<Record<string, unknown>> };
}

/** The status that a message is answered with; null: it is never answered. A promise: it is answered then. */
type Answering = (message: ReceivedMessage, calls: number) => number | null | Promise<number>;

export interface WebhookReceiver {
  readonly url: string;
  /** For EGRESS_ALLOW. */
  readonly host: string;
  /** Each message that was taken, once, in the order in which it was first taken. */
  readonly effect: readonly ReceivedMessage[];
  /** Every call whose signature held, also of what was taken before. */
  readonly calls: readonly ReceivedMessage[];
  /** Calls whose signature did not. */
  forged(): number;
  /** The secret that it verifies with from now on. */
  trust(secret: string): void;
  answerWith(answering: Answering): void;
  /** Headers of every answer from now on. */
  replyWith(headers: Readonly<Record<string, string>>): void;
  close(): Promise<void>;
}

const webhookOf = (secret: string): Webhook =>
  secret.startsWith('whsec_') ? new Webhook(secret) : new Webhook(Buffer.from(secret), { format: 'raw' });

export async function openWebhookReceiver(secret: string): Promise<WebhookReceiver> {
  let webhook = webhookOf(secret);
  let answering: Answering = () => 200;
  let replyHeaders: Readonly<Record<string, string>> = {};
  let forged = 0;
  const calls: ReceivedMessage[] = [];
  const effect: ReceivedMessage[] = [];
  const taken = new Set<string>();
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const text = Buffer.concat(parts).toString();
    const headers = request.headers as Record<string, string>;
    try {
      webhook.verify(text, headers);
    } catch (error) {
      if (!(error instanceof WebhookVerificationError)) throw error;
      forged += 1;
      response.writeHead(VERIFICATION_FAILED).end();
      return;
    }
    const body = JSON.parse(text) as ReceivedMessage['body'];
    const message = { id: headers['webhook-id'] ?? '', seq: Number(body.data['seq']), headers, body };
    calls.push(message);
    const status = await answering(message, calls.length);
    if (status === null) return;
    if (status < 300 && !taken.has(message.id)) {
      taken.add(message.id);
      effect.push(message);
    }
    response.writeHead(status, { 'content-type': 'text/plain', ...replyHeaders }).end('what a receiver writes is its own business');
  };
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.writeHead(500).end());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    host: `127.0.0.1:${port}`,
    effect,
    calls,
    forged: () => forged,
    trust: (next) => {
      webhook = webhookOf(next);
    },
    answerWith: (next) => {
      answering = next;
    },
    replyWith: (next) => {
      replyHeaders = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
