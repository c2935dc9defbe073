// The provider of a company: a real OpenID Connect server, where somebody is signed in as soon as they come.

import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

export interface ProvidedPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
  readonly name: string;
  readonly groups: readonly string[];
}

export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Who comes there from now on. */
  signIn(person: ProvidedPerson): void;
  close(): Promise<void>;
}

const SCOPE = 'openid email profile';

export async function openOidcProvider(redirectUri: string): Promise<OidcProvider> {
  const people = new Map<string, ProvidedPerson>();
  let current = '';
  const [clientId, clientSecret] = ['countinghouse', randomUUID()];
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: 'test' }] },
    cookies: { keys: [randomUUID()] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, sub) => {
      const { email, email_verified, name, groups } = people.get(sub) as ProvidedPerson;
      return { accountId: sub, claims: () => ({ sub, email, email_verified, name, groups: [...groups] }) };
    },
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({ clientId, accountId: ctx.oidc.session?.accountId ?? '' });
      grant.addOIDCScope(SCOPE);
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request, response) => {
    const came = request.url?.startsWith('/interaction/') === true;
    const answered = came ? provider.interactionFinished(request, response, { login: { accountId: current } }) : answer(request, response);
    void answered.catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  return {
    issuer,
    clientId,
    clientSecret,
    signIn: (person) => {
      people.set(person.sub, person);
      current = person.sub;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
