// `countinghouse mcp`: stands between a ledger and an assistant.

import type { AddressInfo } from 'node:net';
import { serveHttp, serveStdio } from './serve.ts';

interface McpOptions {
  readonly url: string;
  /** `host:port`; left out: over the standard streams. */
  readonly listen?: string | undefined;
  readonly readOnly?: boolean | undefined;
}

/** Answers 0 once it has ended. Throws one line that says why it cannot begin. */
export async function runMcp({ url, listen, readOnly = false }: McpOptions, version: string): Promise<number> {
  if (listen === undefined) {
    await serveStdio({ url, readOnly, version });
    return 0;
  }
  const [, host = '', port = ''] = /^(.+):(\d{1,5})$/.exec(listen) ?? [];
  if (host === '') throw new Error('Say where to listen as host:port, for example 127.0.0.1:3100.');
  const server = await serveHttp({ url, readOnly, version }, { host: host.replace(/^\[|\]$/g, ''), port: Number(port) });
  process.stdout.write(`listening on http://${host}:${(server.address() as AddressInfo).port}/mcp\n`);
  await new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => server.close(() => resolve()));
  });
  return 0;
}
