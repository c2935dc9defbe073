// OpenID Connect with the provider of an organisation: where a person is sent, and whom its reply names. The protocol is openid-client's; every
// request goes through the egress. What the provider says is believed of its own organisation alone.

import type { OidcConnection } from '@countinghouse/kernel/sso/events';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client';
import { Refusal } from '../../http/refusal.ts';
import { type Egress, EgressRefused } from '../../signatures/egress.ts';
import type { BegunAtOidc } from './begun-sign-ins.ts';
import { addressOf, groupsOf, type NamedPerson, nameOf } from './named-person.ts';

const ANSWER_WITHIN_MS = 10_000;
const ANSWER_BYTES_MAX = 1_048_576;
const REASON_LENGTH_MAX = 300;
const SUBJECT_LENGTH_MAX = 255;

export interface OidcProvider {
  readonly connection: OidcConnection;
  readonly secret: string;
  readonly redirectUri: string;
}

/** Where a person is sent, and what only the reply to this may say. Throws SSO_PROVIDER_UNUSABLE. */
export async function beginAt(
  egress: Egress,
  provider: OidcProvider,
  email: string | undefined,
): Promise<{ readonly url: string; readonly state: string; readonly begun: BegunAtOidc }> {
  const configuration = await discover(egress, provider);
  const [state, nonce, verifier] = [randomState(), randomNonce(), randomPKCECodeVerifier()];
  const url = addressAt(configuration, {
    redirect_uri: provider.redirectUri,
    scope: provider.connection.scope,
    state,
    nonce,
    code_challenge: await calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(email !== undefined && { login_hint: email }),
  });
  // A browser goes there: an address that is a script, say, must not get that far.
  const fault = egress.faultOf(url);
  if (fault !== null) throw new Refusal('SSO_PROVIDER_UNUSABLE', { reason: fault });
  return { url, state, begun: { connectionId: provider.connection.id, nonce, verifier } };
}

function addressAt(configuration: Configuration, asked: Readonly<Record<string, string>>): string {
  try {
    return buildAuthorizationUrl(configuration, asked).href;
  } catch (error) {
    throw new Refusal('SSO_PROVIDER_UNUSABLE', { reason: causeOf(error)[1] });
  }
}

/** Whom the reply names: what came back with the browser, exchanged for a token. Throws SSO_REPLY_REFUSED, SSO_PROVIDER_UNUSABLE. */
export async function endAt(
  egress: Egress,
  provider: OidcProvider,
  begun: BegunAtOidc,
  reply: Readonly<Record<string, string | undefined>>,
): Promise<NamedPerson> {
  const configuration = await discover(egress, provider);
  const url = new URL(provider.redirectUri);
  for (const [key, value] of Object.entries(reply)) if (value !== undefined) url.searchParams.set(key, value);
  try {
    const tokens = await authorizationCodeGrant(configuration, url, {
      pkceCodeVerifier: begun.verifier,
      expectedNonce: begun.nonce,
      expectedState: reply['state'] ?? '',
      idTokenExpected: true,
    });
    const claims: Record<string, unknown> & { readonly sub?: string } = { ...tokens.claims() };
    const { sub } = claims;
    if (sub === undefined) throw new Refusal('SSO_REPLY_REFUSED', { reason: 'The token names nobody.' });
    const isWhole = claims['email'] !== undefined && claims[provider.connection.groups_claim] !== undefined;
    const canAsk = configuration.serverMetadata().userinfo_endpoint !== undefined;
    const asked = isWhole || !canAsk ? {} : await fetchUserInfo(configuration, tokens.access_token, sub);
    return namedBy({ ...asked, ...claims }, sub, provider.connection);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    const [cause, reason] = causeOf(error);
    throw new Refusal(cause instanceof EgressRefused ? 'SSO_PROVIDER_UNUSABLE' : 'SSO_REPLY_REFUSED', { reason });
  }
}

async function discover(egress: Egress, { connection, secret }: OidcProvider): Promise<Configuration> {
  const issuer = new URL(connection.issuer);
  const fault = egress.faultOf(issuer.href);
  if (fault !== null) throw new Refusal('SSO_PROVIDER_UNUSABLE', { reason: fault });
  try {
    const configuration = await discovery(issuer, connection.client_id, undefined, authenticateWith(secret), {
      [customFetch]: fetchThrough(egress),
      // Plain http is spoken with hosts alone that the egress is told to let by.
      execute: issuer.protocol === 'http:' ? [enableNonRepudiationChecks, allowInsecureRequests] : [enableNonRepudiationChecks],
    });
    // The library lets an issuer of several tenants of a cloud stand for each of them: any of these could then name our people.
    const said = configuration.serverMetadata().issuer;
    if (URL.parse(said)?.href === issuer.href) return configuration;
    throw new Refusal('SSO_PROVIDER_UNUSABLE', {
      reason: `The provider calls itself ${said.slice(0, REASON_LENGTH_MAX)}. Use that as the issuer.`,
    });
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal('SSO_PROVIDER_UNUSABLE', { reason: causeOf(error)[1] });
  }
}

/** As the provider wants it: in the body where it says so, else in a header, which is the standard's default. */
const authenticateWith =
  (secret: string): ClientAuth =>
  (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret);
    authenticate(server, client, body, headers);
  };

const fetchThrough =
  (egress: Egress): CustomFetch =>
  async (url, { method, headers, body }) => {
    const answer = await egress.send({
      url,
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(body instanceof URLSearchParams || typeof body === 'string' ? { body: String(body) } : {}),
      withinMs: ANSWER_WITHIN_MS,
      bytesMax: ANSWER_BYTES_MAX,
      follows: false,
    });
    const kept = Object.entries(answer.headers).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
    return new Response(answer.body.length === 0 ? null : new Uint8Array(answer.body), { status: answer.status, headers: kept });
  };

function namedBy(claims: Readonly<Record<string, unknown>>, sub: string, { groups_claim, second_factor }: OidcConnection): NamedPerson {
  if (sub.length > SUBJECT_LENGTH_MAX) throw new Refusal('SSO_REPLY_REFUSED', { reason: 'The provider’s name of the person is too long.' });
  const { email, name, amr } = claims;
  const address = addressOf(email);
  // Microsoft Entra says it under a name of its own, once it is asked to; some providers write the word.
  const isVerified = [claims['email_verified'], claims['xms_edov']].some(
    (said) => said === true || said === 'true' || said === 1 || said === '1',
  );
  return {
    subject: sub,
    verifiedEmail: isVerified ? address : null,
    name: nameOf(name, address),
    groups: groupsOf([claims[groups_claim] ?? []].flat()),
    secondFactor: second_factor === 'trusted' || (Array.isArray(amr) && amr.includes('mfa')),
  };
}

/** What went wrong at the bottom of it, and in words for whoever looks after the provider. */
function causeOf(error: unknown): readonly [unknown, string] {
  let [at, reason] = [error, 'Something went wrong.'];
  for (let depth = 0; depth < 8 && at instanceof Error; depth++) {
    reason = at.message;
    if (at instanceof EgressRefused || !(at.cause instanceof Error)) break;
    at = at.cause;
  }
  return [at, reason.slice(0, REASON_LENGTH_MAX)];
}
