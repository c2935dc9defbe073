// Time-stamps of a real authority (`openssl ts`), and of one that answers wrongly.

import { openTimeStampAuthority, type TimeStampAuthority } from '@countinghouse/testkit/time-stamp-authority';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../../../../tools/system-programs.ts';
import { requestTimeStamp, TimeStampRefused } from './time-stamp.ts';

let authority: TimeStampAuthority;

beforeAll(async () => {
  if (has('openssl')) authority = await openTimeStampAuthority();
});
afterAll(() => authority?.close());

const TEXT = 'countinghouse/x\n7\nAAAA\n';

describe.skipIf(!has('openssl'))('a time-stamp', () => {
  test('is one that openssl accepts for this text and for no other', async () => {
    const before = Date.now();
    const { token, serial, at } = await requestTimeStamp(authority.url, TEXT);
    expect(authority.verify(TEXT, token)).toBe(true);
    expect(authority.verify(`${TEXT} `, token)).toBe(false);
    expect(serial).toMatch(/^[0-9a-f]+$/);
    expect(Math.abs(at.getTime() - before)).toBeLessThan(60_000);
  });
  test.each<readonly [string, Parameters<TimeStampAuthority['answerWith']>[0], RegExp]>([
    ['an error', (body) => ({ status: 503, body }), /answered 503/],
    ['nothing', () => ({ body: Buffer.alloc(0) }), /not a time-stamp/],
    ['something else', () => ({ body: Buffer.from('<html>') }), /not a time-stamp/],
    ['too much', () => ({ body: Buffer.alloc(100_000) }), /larger than/],
    ['an altered signature', (body) => ({ body: flipLast(body) }), /signature of the token is wrong|not a time-stamp/],
  ])('is refused where the authority answers with %s', async (_what, answering, words) => {
    authority.answerWith(answering);
    await expect(requestTimeStamp(authority.url, TEXT)).rejects.toThrow(words);
    await expect(requestTimeStamp(authority.url, TEXT)).rejects.toBeInstanceOf(TimeStampRefused);
  });
  test('is refused where the authority repeats the answer to another request, or to the same text', async () => {
    let kept: Buffer | null = null;
    authority.answerWith((body) => {
      kept ??= body;
      return { body: kept };
    });
    await requestTimeStamp(authority.url, TEXT);
    await expect(requestTimeStamp(authority.url, TEXT)).rejects.toThrow('for another request');
    await expect(requestTimeStamp(authority.url, `${TEXT}\n`)).rejects.toThrow('about another text');
  });
  test('is refused where nobody answers', async () => {
    await expect(requestTimeStamp('http://127.0.0.1:9/', TEXT)).rejects.toThrow('did not answer');
  });
});

/** The last byte of the reply is the last of the signature. */
function flipLast(body: Buffer): Buffer {
  const flipped = Buffer.from(body);
  flipped[flipped.length - 1] = (flipped.at(-1) ?? 0) ^ 1;
  return flipped;
}
