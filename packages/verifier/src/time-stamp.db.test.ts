// Tokens of a real authority (`openssl ts`): they hold for their text, and no byte that a check can reach may change.

import { requestTimeStamp } from '@countinghouse/server/features/anchors/time-stamp';
import { openTimeStampAuthority, type TimeStampAuthority } from '@countinghouse/testkit/time-stamp-authority';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { has } from '../../../tools/system-programs.ts';
import { checkTimeStamp } from './time-stamp.js';

/** Every byte would take long; a prime, so that no field is stepped over. */
const STEP_BYTES = 3;
const TEXT = 'countinghouse/x\n7\nAAAA\n';
let authority: TimeStampAuthority;
let token: Buffer;
beforeAll(async () => {
  if (!has('openssl')) return;
  authority = await openTimeStampAuthority();
  token = (await requestTimeStamp(authority.url, TEXT)).token;
});
afterAll(() => authority?.close());

describe.skipIf(!has('openssl'))('a time-stamp', () => {
  test('holds for its text and for no other', async () => {
    const said = await checkTimeStamp(token, TEXT);
    expect(said).toMatchObject({ serial: expect.stringMatching(/^[0-9a-f]+$/), signed: true, signer: 'CN=Test time-stamps' });
    expect(Math.abs(Date.parse(typeof said === 'string' ? '' : said.at) - Date.now())).toBeLessThan(60_000);
    expect(await checkTimeStamp(token, `${TEXT} `)).toBe('it is about another text than this checkpoint');
  });
  test('of which a byte was changed does not hold, but for a few that nobody signs and nobody reads', async () => {
    const said = await checkTimeStamp(token, TEXT);
    let [changed, unnoticed] = [0, 0];
    for (let at = 0; at < token.length; at += STEP_BYTES) {
      const altered = Buffer.from(token);
      altered[at] = (altered[at] ?? 0) ^ 1;
      changed += 1;
      if (JSON.stringify(await checkTimeStamp(altered, TEXT)) === JSON.stringify(said)) unnoticed += 1;
    }
    // Names of issuers and of hashes that are repeated outside of what is signed.
    expect(unnoticed / changed).toBeLessThan(0.04);
    for (const cut of [0, 1, 40, 700, token.length - 1])
      expect(await checkTimeStamp(token.subarray(0, cut), TEXT)).toMatch(/^it is not a time-stamp/);
  });
});
