// A time-stamping authority of one's own: `openssl ts` behind HTTP, with a root and a certificate made for the test.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';

const CONFIG = `
[tsa]
default_tsa = here
[here]
serial = ./serial
crypto_device = builtin
signer_cert = ./tsa.pem
certs = ./root.pem
signer_key = ./tsa.key
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256
accuracy = secs:1
ordering = yes
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
[extensions]
basicConstraints = CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = critical, timeStamping
`;

/** What becomes of an answer on its way; the default sends it as it is. */
export type Answering = (answer: Buffer) => { readonly status?: number; readonly body: Buffer };

export interface TimeStampAuthority {
  readonly url: string;
  /** How many requests it had. */
  requests(): number;
  /** Changes what it does from now on. */
  answerWith(answering: Answering): void;
  /** Whether `openssl ts -verify` accepts a token over a text. */
  verify(text: string, token: Buffer): boolean;
  close(): Promise<void>;
}

export async function openTimeStampAuthority(): Promise<TimeStampAuthority> {
  const dir = mkdtempSync(path.join(os.tmpdir(), 'countinghouse-tsa-'));
  const openssl = (...args: readonly string[]): Buffer =>
    execFileSync('openssl', [...args], { cwd: dir, stdio: ['ignore', 'pipe', 'pipe'] });
  writeFileSync(path.join(dir, 'tsa.conf'), CONFIG);
  writeFileSync(path.join(dir, 'serial'), '01\n');
  const newKey = ['-newkey', 'rsa:2048', '-nodes', '-sha256'];
  openssl('req', '-x509', ...newKey, '-keyout', 'root.key', '-out', 'root.pem', '-days', '2', '-subj', '/CN=Test root');
  openssl('req', ...newKey, '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Test time-stamps');
  const issue = ['-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-days', '2', '-sha256', '-extfile', 'tsa.conf'];
  openssl('x509', '-req', '-in', 'tsa.csr', ...issue, '-extensions', 'extensions', '-out', 'tsa.pem');

  let count = 0;
  let answering: Answering = (body) => ({ body });
  const reply = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    count += 1;
    const name = `q${count}`;
    writeFileSync(path.join(dir, `${name}.tsq`), Buffer.concat(parts));
    openssl('ts', '-reply', '-config', 'tsa.conf', '-queryfile', `${name}.tsq`, '-out', `${name}.tsr`);
    const { status = 200, body } = answering(readFileSync(path.join(dir, `${name}.tsr`)));
    response.writeHead(status, { 'content-type': 'application/timestamp-reply' }).end(body);
  };
  const server = createServer((request, response) => void reply(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    requests: () => count,
    answerWith: (next) => {
      answering = next;
    },
    verify: (text, token) => {
      writeFileSync(path.join(dir, 'text'), text);
      writeFileSync(path.join(dir, 'token'), token);
      try {
        openssl('ts', '-verify', '-data', 'text', '-in', 'token', '-token_in', '-CAfile', 'root.pem', '-untrusted', 'tsa.pem');
        return true;
      } catch {
        return false;
      }
    },
    close: async () => {
      await new Promise((resolve) => server.close(resolve));
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
