// What a directory comes with: a token of one connection, kept as its hash. It opens the calls of SCIM of that connection and nothing else.

import { createHash } from 'node:crypto';
import { DIRECTORY_TOKEN_PREFIX } from '@countinghouse/contract/features/sso';
import { type FoundDirectory, findDirectoryByToken } from '@countinghouse/store/features/sso/reads';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { guardAddress } from '../auth/allow-lists.ts';
import { bearerOf } from '../auth/api-keys.ts';
import { Refusal } from '../http/refusal.ts';
import type { Services } from '../services.ts';
import { ScimError } from './protocol.ts';

/** Of a directory, 25 a second: what Microsoft Entra asks a service to bear. Source: decision 0196. */
const CALLS_A_MINUTE = 1_500;

export const hashDirectoryToken = (token: string): string => createHash('sha256').update(token).digest('hex');

/** Throws 401, ADDRESS_NOT_ALLOWED, RATE_LIMITED; of what changes something also SERVER_READONLY and STORAGE_FULL. */
export async function admitDirectory(
  { writerPool, callLimits, reads, disk }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FoundDirectory> {
  const bearer = bearerOf(request) ?? '';
  const found = bearer.startsWith(DIRECTORY_TOKEN_PREFIX) ? await findDirectoryByToken(writerPool, hashDirectoryToken(bearer)) : null;
  if (found === null) {
    reply.header('www-authenticate', 'Bearer');
    throw new ScimError(
      401,
      null,
      'This token is not that of a directory whose connection is on. An owner makes a new one in the console.',
    );
  }
  guardAddress(request, found.allow_list);
  await callLimits.countKey(`scim ${found.connection_id}`, CALLS_A_MINUTE, reply);
  if (request.method !== 'GET' && reads.readOnly) throw new Refusal('SERVER_READONLY');
  if (request.method !== 'GET' && disk.full) throw new Refusal('STORAGE_FULL');
  return found;
}
