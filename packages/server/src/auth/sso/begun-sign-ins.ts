// Sign-ins at a provider that a browser has begun: what only the reply to this one may say. Each is ended once, by the browser that began it, in
// time. Kept by the authentication library among its verifications; the state itself is kept as its hash.

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { SSO_SIGN_IN_MINUTES } from '@countinghouse/contract/features/sso';
import type { Clock } from '@countinghouse/store/clock';
import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod';
import { COOKIE_PREFIX, cookieLine, cookieOf } from '../../http/cookies.ts';
import { Refusal } from '../../http/refusal.ts';
import type { Auth } from '../auth.ts';

const SECRET_BYTES = 24;
const LIFE_SECONDS = SSO_SIGN_IN_MINUTES * 60;

const AtOidc = z.object({ connectionId: z.string(), nonce: z.string(), verifier: z.string() });
const AtSaml = z.object({ connectionId: z.string(), requestId: z.string() });
const Kept = z.union([AtOidc.extend({ browser: z.string() }), AtSaml.extend({ browser: z.string() })]);

/** What is asked of the reply. */
export type BegunAtOidc = z.output<typeof AtOidc>;
export type BegunAtSaml = z.output<typeof AtSaml>;
export type BegunSignIn = BegunAtOidc | BegunAtSaml;

interface Needs {
  readonly auth: Auth;
  readonly clock: Clock;
  readonly publicUrl: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const identifierOf = (state: string): string => `sso:${sha256(state)}`;
const cookieName = (publicUrl: string): string => `${publicUrl.startsWith('https:') ? '__Secure-' : ''}${COOKIE_PREFIX}.sso`;

/** Keeps it for this browser; several may be under way in it at once. */
export async function keepBegun(
  { auth, clock, publicUrl }: Needs,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  begun: BegunSignIn,
): Promise<void> {
  const name = cookieName(publicUrl);
  const browser = cookieOf(request, name) ?? randomBytes(SECRET_BYTES).toString('base64url');
  const { internalAdapter } = await auth.$context;
  const expiresAt = new Date(clock.nowMs() + LIFE_SECONDS * 1000);
  const value = JSON.stringify({ ...begun, browser: sha256(browser) } satisfies z.input<typeof Kept>);
  await internalAdapter.createVerificationValue({ identifier: identifierOf(state), value, expiresAt });
  const secure = publicUrl.startsWith('https:');
  reply.header('set-cookie', cookieLine(name, browser, { path: '/api/auth/sso', maxAgeSeconds: LIFE_SECONDS, secure }));
}

/** Takes it away, whoever asks. Throws SSO_EXPIRED: unknown, used, too old, or of another browser. */
export async function takeBegun({ auth, clock, publicUrl }: Needs, request: FastifyRequest, state: string): Promise<BegunSignIn> {
  const { internalAdapter } = await auth.$context;
  const taken = await internalAdapter.consumeVerificationValue(identifierOf(state));
  if (taken === null || new Date(taken.expiresAt).getTime() <= clock.nowMs()) throw new Refusal('SSO_EXPIRED');
  const { browser, ...begun } = Kept.parse(JSON.parse(taken.value));
  const given = Buffer.from(sha256(cookieOf(request, cookieName(publicUrl)) ?? ''));
  if (!timingSafeEqual(given, Buffer.from(browser))) throw new Refusal('SSO_EXPIRED');
  return begun;
}
