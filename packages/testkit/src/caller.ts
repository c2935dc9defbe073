// Somebody who calls the server over HTTP with the cookie of a session. A lost connection is an error of its own kind.

import http from 'node:http';

/** No answer came: what was asked may or may not have happened. */
export class NoAnswer extends Error {}

export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
  readonly cookies: readonly string[];
  /** The header of that name. */
  readonly retryAfter: string | null;
}

const ANSWER_WITHIN_MS = 30_000;

export class Caller {
  private readonly url: URL;
  private readonly agent: http.Agent;
  readonly headers: Readonly<Record<string, string>>;

  constructor(url: string, agent: http.Agent, headers: Readonly<Record<string, string>> = {}) {
    this.url = new URL(url);
    this.agent = agent;
    this.headers = headers;
  }

  /** The same caller with more headers: an organisation, a cookie. */
  with(headers: Readonly<Record<string, string>>): Caller {
    return new Caller(this.url.href, this.agent, { ...this.headers, ...headers });
  }

  /** The same caller at another server. */
  at(url: string): Caller {
    return new Caller(url, this.agent, this.headers);
  }

  /** The same caller over other connections. */
  over(agent: http.Agent): Caller {
    return new Caller(this.url.href, agent, this.headers);
  }

  get(path: string): Promise<Answer> {
    return this.send('GET', path, undefined);
  }

  post(path: string, body: unknown): Promise<Answer> {
    return this.send('POST', path, JSON.stringify(body));
  }

  private send(method: string, path: string, payload: string | undefined): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const fail = (error: Error): void => reject(new NoAnswer(`${method} ${path}: ${error.message}`, { cause: error }));
      // As a browser does: whoever brings a cookie says where a request comes from.
      const headers: Record<string, string | number> = { origin: this.url.origin, ...this.headers };
      if (payload !== undefined) {
        headers['content-type'] = 'application/json';
        headers['content-length'] = Buffer.byteLength(payload);
      }
      const { hostname, port } = this.url;
      const request = http.request({ hostname, port, path, method, headers, agent: this.agent, timeout: ANSWER_WITHIN_MS }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', fail);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const cookies = (response.headers['set-cookie'] ?? []).map((c) => c.split(';')[0] ?? '');
          const retryAfter = response.headers['retry-after'] ?? null;
          resolve({ status: response.statusCode ?? 0, body: toBody(text), cookies, retryAfter });
        });
      });
      request.on('error', fail);
      request.on('timeout', () => request.destroy(new Error(`no answer within ${ANSWER_WITHIN_MS} ms`)));
      request.end(payload);
    });
  }
}

function toBody(text: string): Readonly<Record<string, unknown>> {
  try {
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  } catch {
    return { text };
  }
}

/** The answer's body; throws unless its status is 200. */
export function okBody(answer: Answer): Readonly<Record<string, unknown>> {
  if (answer.status !== 200) throw new Error(`status ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
