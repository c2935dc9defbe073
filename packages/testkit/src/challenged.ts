// Somebody who has typed their password and is asked for a code.

import { auth } from '@countinghouse/contract/features/auth';
import { secondFactors } from '@countinghouse/contract/features/second-factors';
import { expect } from 'vitest';
import { type Authenticator, enrol } from './second-factor.ts';
import type { Answer, Person, TestServer } from './test-server.ts';

export const refusal = (status: number, code: string) => ({ status, body: { code } });
export type Caller = Pick<Person, 'call' | 'adopt'>;

/** A person with a second factor who has typed their password in another browser: it waits for the code. */
export async function challenged(
  testServer: TestServer,
): Promise<{ readonly pat: Person; readonly app: Authenticator; readonly browser: Caller }> {
  const pat = await testServer.person();
  const app = await enrol(pat);
  return { pat, app, browser: await testServer.signIn(pat.email, pat.password) };
}
export const verify = (who: Caller, code: string): Promise<Answer<unknown>> => who.call(secondFactors.verify, { body: { code } });
export const userOf = async (who: Caller) => (await who.call(auth.session)).body.user;
export const stateOf = async (who: Caller) => (await who.call(secondFactors.get, {})).body;
/** A passkey as its row stands, for somebody whose session the password began. */
export const givePasskey = (testServer: TestServer, { id }: Person) =>
  testServer.opened.authPool.query(
    `insert into auth.passkeys ("userId", "credentialId", "publicKey", counter, transports, synced, name) values ($1::uuid, $1::text, '', 0, '{}', false, 'x')`,
    [id],
  );
export async function refuseAfterTen(guess: () => Promise<Answer<unknown>>, wrong: string, code: string): Promise<void> {
  for (let i = 0; i < 10; i++) expect(await guess()).toMatchObject({ body: { code: wrong } });
  const late = await guess();
  expect(late).toMatchObject(refusal(429, code));
  expect(Number(late.headers['retry-after'])).toBeGreaterThan(1_700);
}
