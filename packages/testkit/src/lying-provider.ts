// A provider of OpenID Connect that says what a test wants it to say, true or not, of the person, in its token, and of itself.

import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';

type Claims = Readonly<Record<string, unknown>>;

export interface Lie {
  /** Over those of a token that is in order; undefined takes one out. */
  readonly claims?: Claims;
  /** key: with its own key; other: with one that it does not publish; none: not at all; secret: with the client's secret. */
  readonly signedBy?: 'key' | 'other' | 'none' | 'secret';
  /** Over what it says when it is asked for the person. */
  readonly userinfo?: Claims;
}

export interface LyingProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** What comes back with a browser that was sent to this address. */
  reply(url: string, lie?: Lie): Promise<{ readonly state: string; readonly code: string; readonly iss: string }>;
  /** What it says of itself from now on, over what is so. */
  describe(over: Claims): void;
  /** Where every request leads from now on; null: nowhere else. */
  sendOn(to: string | null): void;
  /** What was asked for, with the credential that it came with. */
  readonly asked: readonly { readonly path: string; readonly authorization: string | undefined }[];
  close(): Promise<void>;
}

const LIFE_SECONDS = 300;
const ALGORITHM = 'ES256';

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString();
}

/** What was sent as basic authentication, whose parts are encoded as those of a form are. */
const credentialOf = (authorization = ''): string =>
  decodeURIComponent(Buffer.from(authorization.replace('Basic ', ''), 'base64').toString());

export async function openLyingProvider(): Promise<LyingProvider> {
  const [clientId, clientSecret] = ['countinghouse', randomUUID()];
  const [own, other] = [await generateKeyPair(ALGORITHM), await generateKeyPair(ALGORITHM)];
  const jwk = { ...(await exportJWK(own.publicKey)), alg: ALGORITHM, use: 'sig', kid: 'own' };
  const codes = new Map<string, { readonly challenge: string; readonly idToken: string; readonly userinfo: Claims }>();
  const tokens = new Map<string, Claims>();
  const asked: { path: string; authorization: string | undefined }[] = [];
  let described: Claims = {};
  let elsewhere: string | null = null;
  const server = createServer((request, response) => {
    const say = (status: number, body: unknown): void => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    const answer = async (): Promise<void> => {
      const { pathname: path } = new URL(request.url ?? '/', issuer);
      const { authorization } = request.headers;
      asked.push({ path, authorization });
      if (elsewhere !== null) return void response.writeHead(302, { location: elsewhere }).end();
      if (path === '/.well-known/openid-configuration') return say(200, { ...configuration, ...described });
      if (path === '/jwks') return say(200, { keys: [jwk] });
      if (path === '/userinfo') return say(200, tokens.get(authorization?.replace('Bearer ', '') ?? '') ?? {});
      const sent = new URLSearchParams(await textOf(request));
      const kept = codes.get(sent.get('code') ?? '');
      codes.delete(sent.get('code') ?? '');
      const challenge = createHash('sha256')
        .update(sent.get('code_verifier') ?? '')
        .digest('base64url');
      const isClient = credentialOf(authorization) === `${clientId}:${clientSecret}`;
      if (kept === undefined || kept.challenge !== challenge || !isClient) return say(400, { error: 'invalid_grant' });
      const token = randomUUID();
      tokens.set(token, kept.userinfo);
      return say(200, { access_token: token, token_type: 'Bearer', expires_in: LIFE_SECONDS, id_token: kept.idToken });
    };
    void answer().catch((error: unknown) => say(500, { error: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const configuration = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/userinfo`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: [ALGORITHM, 'none', 'HS256'],
  };
  const sign = (claims: Record<string, unknown>, signedBy: Lie['signedBy']): Promise<string> | string => {
    if (signedBy === 'none') return new UnsecuredJWT(claims).encode();
    if (signedBy === 'secret') return new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(Buffer.from(clientSecret));
    const { privateKey } = signedBy === 'other' ? other : own;
    return new SignJWT(claims).setProtectedHeader({ alg: ALGORITHM, kid: 'own' }).sign(privateKey);
  };
  return {
    issuer,
    clientId,
    clientSecret,
    asked,
    reply: async (url, { claims = {}, signedBy = 'key', userinfo = {} } = {}) => {
      const { searchParams: said } = new URL(url);
      const nowSeconds = Math.floor(Date.now() / 1000);
      const inOrder = {
        iss: issuer,
        aud: clientId,
        iat: nowSeconds,
        exp: nowSeconds + LIFE_SECONDS,
        nonce: said.get('nonce'),
        sub: randomUUID(),
        email_verified: true,
        name: 'Ada Example',
        groups: [],
      };
      const told = { ...inOrder, ...claims };
      const { sub } = told;
      const code = randomUUID();
      const idToken = await sign(JSON.parse(JSON.stringify(told)) as Record<string, unknown>, signedBy);
      codes.set(code, { challenge: said.get('code_challenge') ?? '', idToken, userinfo: { sub, ...userinfo } });
      return { state: said.get('state') ?? '', code, iss: issuer };
    },
    describe: (over) => {
      described = over;
    },
    sendOn: (to) => {
      elsewhere = to;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
