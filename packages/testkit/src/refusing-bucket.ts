// A server of S3 that knows neither key nor bucket: it refuses whatever it is asked.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface RefusingBucket {
  /** Of a server that is to keep its files there. */
  readonly settings: Readonly<
    Record<'S3_ENDPOINT' | 'S3_REGION' | 'S3_BUCKET' | 'S3_ACCESS_KEY' | 'S3_SECRET_KEY' | 'S3_PATH_STYLE', string>
  >;
  close(): Promise<void>;
}

export async function openRefusingBucket(): Promise<RefusingBucket> {
  const server = createServer((request, response) => {
    request.resume();
    const body = '<?xml version="1.0"?><Error><Code>InvalidAccessKeyId</Code><Message>no such key</Message></Error>';
    response.writeHead(403, { 'content-type': 'application/xml' }).end(request.method === 'HEAD' ? undefined : body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_REGION: 'us-east-1',
      S3_BUCKET: 'books',
      S3_ACCESS_KEY: 'key',
      S3_SECRET_KEY: 'secret',
      S3_PATH_STYLE: '1',
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
