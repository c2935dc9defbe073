// Replies of a provider of OpenID Connect that are late, borrowed, forged or of another.

import { sso } from '@countinghouse/contract/features/sso';
import { useDatabase } from '@countinghouse/testkit/database';
import type { Lie } from '@countinghouse/testkit/lying-provider';
import { emailAt, type OidcSignIn, openOidcSignIn, refusal } from '@countinghouse/testkit/oidc-sign-in';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let scene: OidcSignIn;
beforeAll(async () => {
  scene = await openOidcSignIn(db.where);
});
afterEach(() => {
  scene.provider.describe({});
  scene.provider.sendOn(null);
});
afterAll(() => scene.close());

describe('POST /api/auth/sso/finish', () => {
  test('400: a reply that was used, is of another browser, or that nobody waits for', async () => {
    const browser = scene.newBrowser();
    const body = await scene.provider.reply(await browser.begin(), { claims: { email: emailAt() } });
    expect(await scene.newBrowser().call(sso.finish, { body })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    // Whoever asked used it up.
    expect(await browser.call(sso.finish, { body })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    const again = await scene.provider.reply(await browser.begin(), { claims: { email: emailAt() } });
    expect((await browser.call(sso.finish, { body: again })).status).toBe(200);
    expect(await browser.call(sso.finish, { body: again })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    expect(await browser.call(sso.finish, { body: { state: 'made up', code: 'x' } })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    const late = await scene.provider.reply(await browser.begin());
    await scene.testServer.opened.authPool.query(
      `update verifications set "expiresAt" = now() - interval '1 second' where identifier like 'sso:%'`,
    );
    expect(await browser.call(sso.finish, { body: late })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
  });

  const hour = 3_600;
  const now = (): number => Math.floor(Date.now() / 1000);
  test.each<readonly [string, () => Lie]>([
    ['a nonce of another sign-in', () => ({ claims: { nonce: 'of another' } })],
    ['no nonce', () => ({ claims: { nonce: undefined } })],
    ['another issuer', () => ({ claims: { iss: 'https://login.example.com' } })],
    ['another audience', () => ({ claims: { aud: 'another client' } })],
    ['an audience too many, without saying for whom', () => ({ claims: { aud: ['countinghouse', 'another'] } })],
    ['a token that has expired', () => ({ claims: { iat: now() - 2 * hour, exp: now() - hour } })],
    ['a token without an end', () => ({ claims: { exp: undefined } })],
    ['a token of nobody', () => ({ claims: { sub: undefined } })],
    ['a token that is not signed', () => ({ signedBy: 'none' })],
    ['a token signed with a key of somebody else', () => ({ signedBy: 'other' })],
    ['a token signed with what both sides know', () => ({ signedBy: 'secret' })],
    ['somebody else when it is asked once more', () => ({ claims: { email: undefined }, userinfo: { sub: 'another', email: emailAt() } })],
  ])('401: %s', async (_what, lie) => {
    const head = await scene.o.headSeq();
    const { claims, ...more } = lie();
    expect(await scene.newBrowser().signIn({ ...more, claims: { email: emailAt(), ...claims } })).toMatchObject(
      refusal(401, 'SSO_REPLY_REFUSED'),
    );
    expect(await scene.o.headSeq()).toBe(head);
  });

  test('401: a reply of another provider, with another’s code, or with the provider’s no', async () => {
    const browser = scene.newBrowser();
    const first = await scene.provider.reply(await browser.begin(), { claims: { email: emailAt() } });
    expect(await browser.call(sso.finish, { body: { ...first, iss: 'https://login.example.com' } })).toMatchObject(
      refusal(401, 'SSO_REPLY_REFUSED'),
    );
    const [one, two] = [await scene.provider.reply(await browser.begin()), await scene.provider.reply(await browser.begin())];
    expect(await browser.call(sso.finish, { body: { ...one, code: two.code } })).toMatchObject(refusal(401, 'SSO_REPLY_REFUSED'));
    const { state, iss } = await scene.provider.reply(await browser.begin());
    expect(await browser.call(sso.finish, { body: { state, iss, error: 'access_denied' } })).toMatchObject(
      refusal(401, 'SSO_REPLY_REFUSED'),
    );
  });

  test('422: a provider that leads the client’s secret elsewhere; it is not carried there', async () => {
    const browser = scene.newBrowser();
    const body = await scene.provider.reply(await browser.begin(), { claims: { email: emailAt() } });
    scene.provider.describe({ token_endpoint: 'http://169.254.169.254/token' });
    expect(await browser.call(sso.finish, { body })).toMatchObject(refusal(422, 'SSO_PROVIDER_UNUSABLE'));
  });
});
