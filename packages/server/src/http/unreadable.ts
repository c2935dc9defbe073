// What is no request that a route could be found for: an address that no router reads, bytes that are not HTTP, or what does not come to its
// end. No hook sees it, so what every answer has is put on here.

import { randomUUID } from 'node:crypto';
import { type Server, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { problemOf, sendError } from './errors.ts';
import { headersOfAnswers } from './security-headers.ts';

/** What Node says of a connection, where it is not simply unreadable. */
const statuses: Readonly<Record<string, number>> = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 };
const UNREADABLE = 400;
const EXPECTATION_FAILED = 417;

/** How often Node looks. */
const CHECKED_EVERY_MS = 5_000;
/** Until when a request has arrived. The headers must not have longer than the whole, or Node changes the two over. Source: decision 0072. */
const ARRIVES = { headersMs: 20_000, wholeMs: 60_000 };

type Headers = Readonly<Record<string, string>>;

/** Options of the application; `caution` are the headers of every answer. */
export const unreadable = (caution: Headers, { headersMs, wholeMs } = ARRIVES) => ({
  requestTimeout: wholeMs,
  // A request without a Host is refused like one with another's, and not by Node in silence.
  http: { headersTimeout: headersMs, connectionsCheckingInterval: Math.min(wholeMs, CHECKED_EVERY_MS), requireHostHeader: false },
  genReqId: () => randomUUID(),
  frameworkErrors: (error: Error, request: FastifyRequest, reply: FastifyReply): void => {
    void sendError(error, request, reply.headers({ ...caution, ...headersOfAnswers, 'x-request-id': request.id }));
  },
  clientErrorHandler: (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    if (socket.writable) socket.write(writtenRefusal(statuses[error.code ?? ''] ?? UNREADABLE, caution));
    socket.destroy(error);
  },
});

/** What a request expects of the server besides `100-continue`, it does not do: Node would say so without a body. */
export function refuseExpectations(server: Server, caution: Headers): void {
  server.on('checkExpectation', (_request, response) => {
    const { headers, body } = refusalOf(EXPECTATION_FAILED, caution);
    response.writeHead(EXPECTATION_FAILED, headers).end(body);
  });
}

function refusalOf(status: number, caution: Headers): { readonly headers: Headers; readonly body: string } {
  const requestId = randomUUID();
  const body = JSON.stringify({ ...problemOf('INVALID_REQUEST', requestId, undefined), status });
  const headers = {
    ...caution,
    ...headersOfAnswers,
    'x-request-id': requestId,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  };
  return { headers, body };
}

/** A whole answer, as it stands on the wire. */
function writtenRefusal(status: number, caution: Headers): string {
  const { headers, body } = refusalOf(status, caution);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n');
}
