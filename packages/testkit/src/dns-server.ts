// A name server of one's own: a real one over UDP that knows TXT records and nothing else, and says so of every other name.

import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const HEADER_BYTES = 12;
const TXT = 16;
const RESPONSE = 0x8180;
const NO_SUCH_NAME = 3;
/** Where the name of the question stands, as an answer points to it. */
const NAME_OF_QUESTION = 0xc00c;
const TTL_SECONDS = 1;

export interface DnsServer {
  /** For DNS_SERVERS. */
  readonly address: string;
  /** The TXT records of a name from now on; none: it is not there. */
  set(name: string, records: readonly string[]): void;
  close(): Promise<void>;
}

/** The name of the first question, and where it ends. */
function readQuestion(query: Buffer): { readonly name: string; readonly end: number; readonly type: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5, type: query.readUInt16BE(at + 1) };
}

function answerOf(record: string): Buffer {
  const text = Buffer.from(record);
  const answer = Buffer.alloc(13);
  answer.writeUInt16BE(NAME_OF_QUESTION, 0);
  answer.writeUInt16BE(TXT, 2);
  answer.writeUInt16BE(1, 4);
  answer.writeUInt32BE(TTL_SECONDS, 6);
  answer.writeUInt16BE(text.length + 1, 10);
  answer.writeUInt8(text.length, 12);
  return Buffer.concat([answer, text]);
}

export async function openDnsServer(port = 0): Promise<DnsServer> {
  const records = new Map<string, readonly string[]>();
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end, type } = readQuestion(query);
    const known = records.get(name);
    const answers = type === TXT ? (known ?? []) : [];
    const header = Buffer.from(query.subarray(0, HEADER_BYTES));
    header.writeUInt16BE(RESPONSE | (known === undefined ? NO_SUCH_NAME : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(answers.length, 6);
    header.writeUInt32BE(0, 8);
    socket.send(Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...answers.map(answerOf)]), from.port, from.address);
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, '127.0.0.1', resolve);
  });
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    set: (name, of) => {
      if (of.length === 0) records.delete(name.toLowerCase());
      else records.set(name.toLowerCase(), of);
    },
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
