// RFC 3161: an authority outside of the system says that a text was there at a time. The answer is checked before it is kept: it is
// about this text, for this request, and signed by the certificate it brings. Whether that certificate is to be trusted is for
// whoever checks the token later.

import { hash, randomBytes } from 'node:crypto';
import { Integer, Null, OctetString } from 'asn1js';
import { AlgorithmIdentifier, MessageImprint, SignedData, TimeStampReq, TimeStampResp, TSTInfo } from 'pkijs';
import { inCall } from '../../tracing/turn.ts';

const SHA256_OID = '2.16.840.1.101.3.4.2.1';
const NONCE_BYTES = 8;
const ANSWER_TIMEOUT_MS = 15_000;
const ANSWER_BYTES_MAX = 64 * 1024;
/** Granted, and granted with modifications. */
const GRANTED: readonly number[] = [0, 1];

export interface TimeStamp {
  /** DER of the token (a CMS ContentInfo). */
  readonly token: Buffer;
  /** The authority's number of it, hexadecimal. */
  readonly serial: string;
  readonly at: Date;
}

/** The authority did not answer, or not with a token that holds for this text. */
export class TimeStampRefused extends Error {}

/** Throws TimeStampRefused. */
export async function requestTimeStamp(url: string, text: string): Promise<TimeStamp> {
  const digest = hash('sha256', text, 'buffer');
  const nonce = randomBytes(NONCE_BYTES);
  // A positive INTEGER of eight bytes in its shortest form.
  nonce[0] = ((nonce[0] ?? 0) & 0x7f) | 0x40;
  const asked = new TimeStampReq({
    version: 1,
    messageImprint: new MessageImprint({
      hashAlgorithm: new AlgorithmIdentifier({ algorithmId: SHA256_OID, algorithmParams: new Null() }),
      hashedMessage: new OctetString({ valueHex: bytesOf(digest) }),
    }),
    nonce: new Integer({ valueHex: bytesOf(nonce) }),
    certReq: true,
  });
  const answer = await send(url, Buffer.from(asked.toSchema().toBER()));
  try {
    return await check(answer, text, digest, nonce);
  } catch (error) {
    throw error instanceof TimeStampRefused ? error : new TimeStampRefused('the answer is not a time-stamp', { cause: error });
  }
}

const bytesOf = (buffer: Buffer): ArrayBuffer => Uint8Array.from(buffer).buffer;

async function send(url: string, body: Buffer): Promise<Buffer> {
  let response: Response;
  try {
    response = await inCall('POST', url, (carried) =>
      fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query', accept: 'application/timestamp-reply', ...carried },
        body: Uint8Array.from(body),
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS),
      }),
    );
  } catch (error) {
    throw new TimeStampRefused('the authority did not answer', { cause: error });
  }
  if (!response.ok || response.body === null) throw new TimeStampRefused(`the authority answered ${response.status}`);
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of response.body) {
    size += part.length;
    if (size > ANSWER_BYTES_MAX) throw new TimeStampRefused(`the answer is larger than ${ANSWER_BYTES_MAX} bytes`);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

async function check(answer: Buffer, text: string, digest: Buffer, nonce: Buffer): Promise<TimeStamp> {
  const response = TimeStampResp.fromBER(bytesOf(answer));
  if (!GRANTED.includes(response.status.status)) throw new TimeStampRefused(`the authority refused with status ${response.status.status}`);
  const { timeStampToken } = response;
  if (timeStampToken === undefined) throw new TimeStampRefused('the answer has no token');
  const signed = new SignedData({ schema: timeStampToken.content });
  const content = signed.encapContentInfo.eContent;
  if (content === undefined) throw new TimeStampRefused('the token says nothing');
  const info = TSTInfo.fromBER(content.getValue());
  const imprint = Buffer.from(info.messageImprint.hashedMessage.valueBlock.valueHexView);
  if (info.messageImprint.hashAlgorithm.algorithmId !== SHA256_OID || !imprint.equals(digest))
    throw new TimeStampRefused('the token is about another text');
  if (info.nonce === undefined || !Buffer.from(info.nonce.valueBlock.valueHexView).equals(nonce))
    throw new TimeStampRefused('the token is for another request');
  const holds = await signed.verify({ signer: 0, data: bytesOf(Buffer.from(text)), checkChain: false });
  if (!holds) throw new TimeStampRefused('the signature of the token is wrong');
  return {
    token: Buffer.from(timeStampToken.toSchema().toBER()),
    serial: Buffer.from(info.serialNumber.valueBlock.valueHexView).toString('hex'),
    at: info.genTime,
  };
}
