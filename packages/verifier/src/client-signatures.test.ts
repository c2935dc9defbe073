// What a client signed, in archives made here with keys of their own.

import { canonicalize, type JsonObject } from '@countinghouse/kernel/canonical/jcs';
import { ACCOUNTS, intentOf, MadeLog as Made, makeKey, signDetached } from '@countinghouse/testkit/made-log';
import { after, executedBy, givenKey, request, row, signedLog, USER, verify } from '@countinghouse/testkit/verified';
import { describe, expect, test } from 'vitest';

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

describe('what a client signed', () => {
  test.each(['EdDSA', 'ES256'] as const)('with %s holds', async (algorithm) => {
    const r = await verify(after(signedLog(makeKey(algorithm))));
    expect([r.fault, r.clientSigned, r.clientUnknown, r.intents]).toEqual([null, 1, 0, 1]);
  });
  const [key, other] = [makeKey('ES256'), makeKey('ES256')];
  test.each<readonly [string, Made, string]>([
    [
      'another key’s signature',
      signedLog(key, undefined, signDetached(other, canonicalize(request), { alg: 'ES256', kid: key.kid })),
      'client_signature',
    ],
    [
      'a signature over other words',
      signedLog(key, undefined, signDetached(key, canonicalize({ ...request, intent_id: 'j' }))),
      'client_signature',
    ],
    [
      'a header that says more than is understood',
      signedLog(key, undefined, signDetached(key, canonicalize(request), { alg: 'ES256', crit: ['x'], kid: key.kid })),
      'client_signature',
    ],
    [
      'the algorithm none',
      signedLog(key, undefined, `${base64url(canonicalize({ alg: 'none', kid: key.kid }))}..AAAA`),
      'client_signature',
    ],
    ['a name of another key in its event', signedLog(key, executedBy('else')), 'client_signature'],
    ['a key of somebody else', signedLog(key, executedBy(key.kid, { actor_id: 'else' })), 'client_signature'],
    ['another amount', signedLog(key, executedBy(key.kid, { rows: [{ ...row, amount: '12.51000000' }] })), 'as_signed'],
    [
      'its sides changed over',
      signedLog(key, executedBy(key.kid, { rows: [{ ...row, debit_account_id: ACCOUNTS[1], credit_account_id: ACCOUNTS[0] }] })),
      'as_signed',
    ],
    ['another day', signedLog(key, executedBy(key.kid, { rows: [{ ...row, value_date: '2026-02-01' }] })), 'as_signed'],
    ['a row more', signedLog(key, executedBy(key.kid, { rows: [row, { ...row, line: 2 }] })), 'as_signed'],
  ])('and %s is told apart', async (_what, made, code) => {
    expect((await verify(after(made))).fault).toMatchObject({ seq: 6, code });
  });
  test('with a key that had ended is told apart, but not where it waited for approval', async () => {
    const signing = makeKey();
    const ended = (more: JsonObject): Made => {
      const made = new Made();
      made.addKey(signing, 'intent', USER);
      made.append('key.revoked', { kid: signing.kid });
      made.append('intent.executed', executedBy(signing.kid, more), { signature: signDetached(signing, canonicalize(request)) });
      return made;
    };
    expect((await verify(after(ended({})))).fault).toMatchObject({ seq: 7, code: 'client_signature' });
    // Nobody gave it here, which is another matter.
    expect((await verify(after(ended({ approval_id: 'a' })))).fault).toMatchObject({ seq: 7, code: 'approval' });
  });
  test('with a key that the log does not know is not proven, until the key is given', async () => {
    const external = makeKey();
    const made = new Made();
    const signed = signDetached(external, canonicalize(request), { alg: 'EdDSA', kid: 'theirs' });
    made.append('intent.executed', executedBy('theirs'), { signature: signed });
    expect(await verify(after(made))).toMatchObject({ fault: null, clientSigned: 0, clientUnknown: 1 });
    const given = [...givenKey(made.chain.jwk), ...givenKey({ ...external.jwk, kid: 'theirs' })];
    expect(await verify(after(made), { keys: given })).toMatchObject({ fault: null, clientSigned: 1, clientUnknown: 0, keysGiven: true });
  });
  test('with a key that its event brings holds, or does not', async () => {
    const external = makeKey('ES256');
    const log = (jwk: JsonObject): Made => {
      const made = new Made();
      const signed = signDetached(external, canonicalize(request), { alg: 'ES256', kid: 'theirs' });
      made.append('intent.executed', executedBy('theirs', { checks: { signature: 'verified', signing_kid: 'theirs', signing_jwk: jwk } }), {
        signature: signed,
      });
      return made;
    };
    expect(await verify(after(log(external.jwk)))).toMatchObject({ fault: null, clientSigned: 1, clientUnknown: 0 });
    for (const jwk of [makeKey('ES256').jwk, makeKey().jwk])
      expect((await verify(after(log(jwk)))).fault).toMatchObject({ seq: 5, code: 'client_signature' });
    expect((await verify(after(log({ kty: 'oct', k: 'AAAA' })))).fault).toMatchObject({ seq: 5, code: 'shape' });
  });
  test('with a key that its event brings, under the name of another one of the log, is told apart', async () => {
    const [registered, planted] = [makeKey(), makeKey()];
    const log = (by: typeof planted): Made =>
      signedLog(
        registered,
        executedBy(registered.kid, { checks: { signature: 'verified', signing_kid: registered.kid, signing_jwk: by.jwk } }),
        signDetached(by, canonicalize(request), { alg: 'EdDSA', kid: registered.kid }),
      );
    expect((await verify(after(log(planted)))).fault).toMatchObject({ seq: 6, code: 'client_signature' });
    expect((await verify(after(log(registered)))).fault).toBe(null);
  });
  test('and was refused proves nothing, and is no fault', async () => {
    const made = new Made();
    const rejected = { ...intentOf('i'), error_code: 'E', reason_code: 'R', reason: {} };
    made.append('intent.rejected', { ...rejected, actor_id: USER, request }, { signature: 'whatever it was sent with' });
    expect(await verify(made.archive())).toMatchObject({ fault: null, clientSigned: 0, clientUnknown: 0 });
  });
});
