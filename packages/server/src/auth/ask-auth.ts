// One request of the authentication library: its answer keeps its cookies, its refusal gets our envelope and codes.

import type { ErrorCode } from '@countinghouse/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { askLibrary } from './ask-library.ts';
import { CLIENT_ADDRESS_HEADER } from './auth.ts';

/** The library's codes that people meet, as ours. */
const codes: Readonly<Record<string, ErrorCode>> = {
  INVALID_EMAIL_OR_PASSWORD: 'INVALID_EMAIL_OR_PASSWORD',
  USER_ALREADY_EXISTS: 'EMAIL_TAKEN',
  USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL: 'EMAIL_TAKEN',
  // By somebody at the same moment: what else may keep the database from writing it is told as that.
  FAILED_TO_CREATE_USER: 'EMAIL_TAKEN',
  PASSWORD_TOO_SHORT: 'PASSWORD_TOO_SHORT',
  PASSWORD_TOO_LONG: 'PASSWORD_TOO_LONG',
  INVALID_PASSWORD: 'INVALID_PASSWORD',
  INVALID_TOKEN: 'INVALID_TOKEN',
  INVALID_CODE: 'INVALID_CODE',
  INVALID_BACKUP_CODE: 'INVALID_CODE',
  INVALID_TWO_FACTOR_COOKIE: 'SECOND_FACTOR_EXPIRED',
  TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE: 'SECOND_FACTOR_EXPIRED',
  TOTP_ALREADY_ENABLED: 'SECOND_FACTOR_ACTIVE',
  TOTP_NOT_ENABLED: 'SECOND_FACTOR_EXPIRED',
  BACKUP_CODES_NOT_ENABLED: 'SECOND_FACTOR_EXPIRED',
  TWO_FACTOR_NOT_ENABLED: 'SECOND_FACTOR_INACTIVE',
  INVALID_ORIGIN: 'INVALID_ORIGIN',
  MISSING_OR_NULL_ORIGIN: 'INVALID_ORIGIN',
  EMAIL_PASSWORD_SIGN_UP_DISABLED: 'SIGN_UP_CLOSED',
  EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED: 'SIGN_UP_CLOSED',
};
const TOO_MANY = 429;
/** A recovery code that another request used at the same moment. */
const CONFLICT = 409;

/** Asks at the address of the request's own route. Several cookies stay several. */
export async function askAuth(
  services: Pick<Services, 'auth' | 'publicUrl'>,
  request: FastifyRequest,
  reply: FastifyReply,
  sent: unknown,
): Promise<Readonly<Record<string, unknown>>> {
  const headers = new Headers({ 'content-type': 'application/json', [CLIENT_ADDRESS_HEADER]: request.ip });
  for (const name of ['cookie', 'user-agent'] as const) {
    const value = request.headers[name];
    if (value !== undefined) headers.set(name, value);
  }
  // The origin was checked before the body was read; the library insists on one.
  headers.set('origin', request.headers.origin ?? services.publicUrl);
  const url = new URL(request.routeOptions.url ?? '', services.publicUrl);
  const asked = new Request(url, { method: 'POST', headers, body: JSON.stringify(sent) });
  const response = await askLibrary(
    () => services.auth.handler(asked),
    ({ ok }) => !ok,
    ({ status }) => status >= 500,
  );
  const cookies = response.headers.getSetCookie();
  if (cookies.length > 0) reply.header('set-cookie', cookies);
  const body = ((await response.json().catch(() => null)) ?? {}) as Record<string, unknown>;
  if (response.ok) return body;
  if (response.status === TOO_MANY) {
    const wait = Number(response.headers.get('x-retry-after') ?? Number.NaN);
    throw new Refusal('TOO_MANY_ATTEMPTS', undefined, Number.isFinite(wait) ? wait : null);
  }
  const code = response.status === CONFLICT ? 'INVALID_CODE' : typeof body['code'] === 'string' ? codes[body['code']] : undefined;
  if (code === undefined)
    throw response.status < 500 ? new Refusal('INVALID_REQUEST') : new Error(`authentication failed: ${String(body['code'])}`);
  throw new Refusal(code);
}
