// Sign-in and what belongs to it. Bodies are checked against the contract and handed to the authentication library; its
// answers keep their cookies, its refusals get our envelope and codes.

import { createHash } from 'node:crypto';
import type { ErrorCode } from '@countinghouse/contract/errors';
import { auth as contract } from '@countinghouse/contract/features/auth';
import type { RouteDef } from '@countinghouse/contract/wire';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type * as z from 'zod';
import { countAttempt } from '../../attempts.ts';
import { CLIENT_ADDRESS_HEADER } from '../../auth.ts';
import { provesMailbox } from '../../invitations.ts';
import { verifyEmail } from '../../people.ts';
import { Refusal } from '../../refusal.ts';
import { register } from '../../route.ts';
import type { Services } from '../../services.ts';

/** The library's codes that people meet, as ours. */
const codes: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'INVALID_EMAIL_OR_PASSWORD',
  USER_ALREADY_EXISTS: 'EMAIL_TAKEN',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'EMAIL_TAKEN',
  PASSWORD_TOO_SHORT: 'PASSWORD_TOO_SHORT',
  PASSWORD_TOO_LONG: 'PASSWORD_TOO_LONG',
  INVALID_TOKEN: 'INVALID_TOKEN',
  INVALID_ORIGIN: 'INVALID_ORIGIN',
  MISSING_OR_NULL_ORIGIN: 'INVALID_ORIGIN',
  EMAIL_PASSWORD_SIGN_UP_DISABLED: 'SIGN_UP_CLOSED',
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: 'SIGN_UP_CLOSED',
};
const TOO_MANY = 429;
const HOUR_MS = 3_600_000;
/** Of a mailbox. Source: decision 0015. */
const RESETS_AN_HOUR = 5;

export function registerAuth(app: FastifyInstance, services: Services): void {
  const forward = (route: RouteDef) =>
    register(app, services, route, async ({ request, reply }) => {
      const answer = await ask(services, request, reply, request.body);
      services.sessions.forgetSessions();
      return answer;
    });
  for (const route of [contract.signIn, contract.signOut, contract.reset]) forward(route);

  register(app, services, contract.forgot, async ({ input, request, reply }) => {
    // A mailbox is not filled by strangers; counted for every address, so that the answer tells nothing of accounts.
    const mailbox = createHash('sha256').update(input.body.email).digest('hex');
    await countAttempt(services.authPool, [`reset|${mailbox}`], { most: RESETS_AN_HOUR, windowMs: HOUR_MS });
    const answer = await ask(services, request, reply, input.body);
    return answer as z.input<(typeof contract.forgot)['ok']>;
  });

  // The library knows nothing of invitations: whether sign-up is open is decided here, before it is asked.
  register(app, services, contract.signUp, async ({ input, request, reply }) => {
    const { invite_token, ...body } = input.body;
    const proven = invite_token !== undefined && (await provesMailbox(services, invite_token, body.email));
    if (services.signUp === 'invite' && !proven) throw new Refusal('SIGN_UP_CLOSED');
    const answer = await ask(services, request, reply, body);
    if (proven) await verifyEmail(services.authPool, body.email);
    services.sessions.forgetSessions();
    return answer as z.input<(typeof contract.signUp)['ok']>;
  });

  register(app, services, contract.session, async ({ caller }) => {
    if (caller === null) return { user: null };
    const { userId, email, name } = caller.session;
    return { user: { id: userId, email, name } };
  });
}

/** One request of the library. Several cookies stay several. */
async function ask(services: Services, request: FastifyRequest, reply: FastifyReply, sent: unknown): Promise<Record<string, unknown>> {
  const headers = new Headers({ 'content-type': 'application/json', [CLIENT_ADDRESS_HEADER]: request.ip });
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  // The origin was checked before the body was read; the library insists on one.
  headers.set('origin', request.headers.origin ?? services.publicUrl);
  const url = new URL(request.routeOptions.url ?? '', services.publicUrl);
  const response = await services.auth.handler(new Request(url, { method: 'POST', headers, body: JSON.stringify(sent) }));
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const body = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>;
  if (response.ok) return body;
  if (response.status === TOO_MANY) {
    const wait = response.headers.get('x-retry-after');
    if (wait !== null) reply.header('retry-after', wait);
    throw new Refusal('TOO_MANY_ATTEMPTS');
  }
  const code = typeof body['code'] === 'string' ? codes[body['code']] : undefined;
  if (code === undefined)
    throw response.status < 500 ? new Refusal('INVALID_REQUEST') : new Error(`authentication failed: ${String(body['code'])}`);
  throw new Refusal(code);
}
