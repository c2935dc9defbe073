// Replies of SAML that somebody forged, changed, kept or meant for somebody else.

import { sso } from '@countinghouse/contract/features/sso';
import { useDatabase } from '@countinghouse/testkit/database';
import { openOrganisation } from '@countinghouse/testkit/organisation';
import { openSamlProvider, type SamlLie } from '@countinghouse/testkit/saml-provider';
import { openSamlSignIn, person, refusal, refused, type SamlSignIn } from '@countinghouse/testkit/saml-sign-in';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const db = useDatabase();
let scene: SamlSignIn;
beforeAll(async () => {
  scene = await openSamlSignIn(db.where);
});
afterAll(() => scene.close());

const replacing =
  (what: RegExp, by: string) =>
  (text: string): string => {
    expect(text).toMatch(what);
    return text.replace(what, by);
  };
const minutes = (n: number): string => new Date(Date.now() + n * 60_000).toISOString();
const ASSERTION = /<saml:Assertion.*<\/saml:Assertion>/s;
const EVIL = 'evil';
/** The message with a second assertion, of somebody else, put where `place` says: the signed one and the forged one are handed to it. */
const wrapped =
  (place: (signed: string, forged: string) => string) =>
  (response: string): string => {
    const signed = ASSERTION.exec(response)?.[0] ?? expect.fail();
    const forged = signed
      .replace(/<ds:Signature.*<\/ds:Signature>/s, '')
      .replace(/ ID="[^"]*"/, ' ID="_forged"')
      .replace(/(<saml:NameID[^>]*>)[^<]*/, `$1${EVIL}`);
    return response.replace(ASSERTION, () => place(signed, forged));
  };

describe('a hostile reply is refused:', () => {
  test.each<readonly [string, SamlLie, string]>([
    ['not signed', { signedBy: 'none' }, 'not signed'],
    ['signed with another key', { signedBy: 'other' }, 'not one of the certificates'],
    ['signed as a message, its assertion not', { signsResponse: true }, 'not signed'],
    ['signed with SHA-1', { hash: 'sha1' }, 'sha1'],
    ['changed after it was signed', { after: replacing(/@acme\.example/, '@evil.example') }, 'was changed'],
    ['a forged assertion before the signed one', { after: wrapped((signed, forged) => forged + signed) }, 'more than one assertion'],
    ['a forged assertion behind the signed one', { after: wrapped((signed, forged) => signed + forged) }, 'more than one assertion'],
    [
      'the signed assertion hidden within a forged one',
      { after: wrapped((signed, forged) => forged.replace('</saml:Issuer>', () => `</saml:Issuer><x>${signed}</x>`)) },
      'more than one assertion',
    ],
    [
      'a forged assertion that borrows the signature, which holds the signed one',
      {
        after: wrapped((signed, forged) => {
          const signature = /<ds:Signature.*<\/ds:Signature>/s.exec(signed)?.[0] ?? '';
          const bare = signed.replace(signature, '');
          const holding = signature.replace('</ds:Signature>', () => `<ds:Object>${bare}</ds:Object></ds:Signature>`);
          return forged.replace('</saml:Issuer>', () => `</saml:Issuer>${holding}`);
        }),
      },
      'more than one assertion',
    ],
    [
      'a forged assertion with the signature of another one',
      {
        after: wrapped((signed, forged) => {
          const signature = /<ds:Signature.*<\/ds:Signature>/s.exec(signed)?.[0] ?? '';
          return forged.replace('</saml:Issuer>', () => `</saml:Issuer>${signature}`);
        }),
      },
      'not one of the assertion',
    ],
    ['two elements with one ID', { after: replacing(/<samlp:Status>/, '<samlp:Status ID="x"><x ID="x"></x>') }, 'the same ID'],
    ['a comment within the name', { after: replacing(/(<saml:NameID[^>]*>)/, '$1evil<!-- -->') }, 'a comment'],
    ['a CDATA section', { after: replacing(/(<saml:NameID[^>]*>)([^<]*)/, '$1<![CDATA[$2]]>') }, 'a CDATA section'],
    ['an instruction', { after: replacing(/(<saml:NameID[^>]*>)/, '$1<?x y?>') }, 'an instruction'],
    ['a document type', { after: (r) => `<!DOCTYPE r [<!ENTITY e "evil">]>${r}` }, 'a document type'],
    ['an entity that nobody declared', { after: replacing(/(<saml:NameID[^>]*>)/, '$1&e;') }, 'not XML'],
    ['no XML', { after: () => 'hello' }, 'not XML'],
    ['of another message', { after: (r) => r.replaceAll('samlp:Response', 'samlp:LogoutResponse') }, 'no Response'],
    ['that the provider said no', { after: replacing(/status:Success/, 'status:AuthnFailed') }, 'said no: AuthnFailed'],
    ['encrypted', { after: replacing(ASSERTION, '<saml:EncryptedAssertion xmlns:saml="x"></saml:EncryptedAssertion>') }, 'encrypts'],
    ['of another provider', { before: replacing(/(<saml:Issuer>)[^<]*/, '$1https://idp.example.com') }, 'not of the provider'],
    ['for another audience', { before: replacing(/(<saml:Audience>)[^<]*/, '$1https://sp.example.com') }, 'audience'],
    ['for no audience', { before: replacing(/<saml:AudienceRestriction>.*<\/saml:AudienceRestriction>/, '') }, 'audience'],
    ['for another recipient', { before: replacing(/Recipient="[^"]*"/, 'Recipient="https://sp.example.com/acs"') }, 'recipient'],
    ['sent to another destination', { after: replacing(/Destination="[^"]*"/, 'Destination="https://sp.example.com/acs"') }, 'meant for'],
    ['to another request', { before: replacing(/InResponseTo="[^"]*"/, 'InResponseTo="_x"') }, 'does not answer'],
    ['to no request', { before: replacing(/InResponseTo="[^"]*" /, '') }, 'begins at the provider is not accepted'],
    ['in a message to another request', { after: replacing(/InResponseTo="[^"]*"/, 'InResponseTo="_x"') }, 'another request'],
    ['too late', { before: (a) => a.replace(/NotOnOrAfter="[^"]*"/g, `NotOnOrAfter="${minutes(-2)}"`) }, 'held until'],
    ['without an end', { before: replacing(/ NotOnOrAfter="[^"]*" Recipient/, ' Recipient') }, 'until when'],
    ['too early', { before: replacing(/NotBefore="[^"]*"/, `NotBefore="${minutes(2)}"`) }, 'only from'],
    ['at a time that cannot be read', { before: replacing(/NotBefore="[^"]*"/, 'NotBefore="now"') }, 'cannot be read'],
    [
      'with a condition nobody knows',
      { before: replacing(/(<saml:Conditions[^>]*>)/, '$1<saml:Condition></saml:Condition>') },
      'not understood',
    ],
    ['not for its bearer', { before: replacing(/cm:bearer/, 'cm:sender-vouches') }, 'a browser may bring'],
    ['of nobody who signed in', { before: replacing(/<saml:AuthnStatement.*<\/saml:AuthnStatement>/, '') }, 'anybody signed in'],
    [
      'of a name that is new each time',
      { before: replacing(/nameid-format:persistent/, 'nameid-format:transient') },
      'transient, not persistent',
    ],
  ])('%s', async (_what, lie, reason) => {
    expect((await scene.comeAs(person(), lie)).answer).toMatchObject(refused(reason));
  });

  test('longer than 256 kB', async () => {
    const { browser, url } = await scene.begin();
    const { acsUrl: _acs, ...body } = scene.provider.reply(url, person(), { after: (r) => r.padEnd(262_147) });
    expect(await browser.call(sso.finish, { body })).toMatchObject(refusal(400, 'VALIDATION_ERROR'));
  });

  test('of a clock that is a little wrong it is not', async () => {
    const before = (a: string): string =>
      a.replace(/NotBefore="[^"]*"/, `NotBefore="${minutes(0.75)}"`).replace(/NotOnOrAfter="[^"]*"/g, `NotOnOrAfter="${minutes(-0.25)}"`);
    expect((await scene.comeAs(person(), { before })).answer.status).toBe(200);
  });

  test('taken before, brought by another browser, or meant for another connection', async () => {
    const { browser, url } = await scene.begin();
    const { state, saml_response } = scene.provider.reply(url, person());
    const body = { state, saml_response };
    expect(await scene.testServer.visitor().call(sso.finish, { body })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    expect(await browser.call(sso.finish, { body })).toMatchObject(refusal(400, 'SSO_EXPIRED'));
    const again = await scene.begin();
    const stale = { state: new URL(again.url).searchParams.get('RelayState') ?? '', saml_response };
    expect(await again.browser.call(sso.finish, { body: stale })).toMatchObject(refused('another request'));
    const other = await scene.connect(await openOrganisation(scene.testServer), 'mallory.example');
    const [mine, theirs] = [await scene.begin(), await scene.begin(other)];
    const moved = { ...scene.provider.reply(theirs.url, person()), state: new URL(mine.url).searchParams.get('RelayState') ?? '' };
    const { acsUrl: _acs, ...asked } = moved;
    expect(await mine.browser.call(sso.finish, { body: asked })).toMatchObject(refused('meant for'));
  });

  test('as the certificates of the connection say from now on: the next one is believed beside the one before, which is then taken away', async () => {
    const next = await openSamlProvider();
    const change = (certificates: readonly string[]) =>
      scene.o.owner.call(sso.change, { params: { id: scene.connectionId }, body: { certificates: [...certificates] } });
    expect((await change([next.certificate, scene.provider.certificate])).status).toBe(200);
    expect((await scene.comeAs(person())).answer.status).toBe(200);
    expect((await change([next.certificate])).status).toBe(200);
    expect((await scene.comeAs(person())).answer).toMatchObject(refused('not one of the certificates'));
    await change([scene.provider.certificate]);
    await next.close();
  });
});
