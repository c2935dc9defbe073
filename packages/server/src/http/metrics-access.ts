// Who may read the metrics. They tell of no organisation, and yet how much goes on: where METRICS_TOKEN is set, whoever brings it; else
// a program on this machine that asks directly. What a proxy hands on says so, and is refused; and where the server has a public address,
// somebody may hand on without saying so: then nobody gets in without the token.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { bearerOf } from '../auth/api-keys.ts';
import { isOfThisMachine } from './host.ts';
import { Refusal } from './refusal.ts';

/** Each is written by some proxy, and by no client of metrics. */
const HANDED_ON = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'forwarded', 'via'];

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** The address of the connection itself, whatever a proxy says. */
function isLoopback(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? '';
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Throws UNAUTHORIZED. `token` null: none is set. */
export function guardMetrics(token: string | null, publicUrl: string): (request: FastifyRequest) => Promise<void> {
  const wanted = token === null ? null : digest(token);
  const handsOn = !isOfThisMachine(publicUrl);
  return async (request) => {
    const admitted =
      wanted === null
        ? !handsOn && isLoopback(request) && HANDED_ON.every((name) => request.headers[name] === undefined)
        : timingSafeEqual(digest(bearerOf(request) ?? ''), wanted);
    if (!admitted) throw new Refusal('UNAUTHORIZED');
  };
}
