// Calls that read much and write nothing: they may be answered on another thread, so they are handed only what can be sent there.

import type { RouteDef, RouteParsed } from '@countinghouse/contract/wire';
import type { Clock } from '@countinghouse/store/clock';
import type { Pool } from '@countinghouse/store/connection';
import type { MembershipRow } from '@countinghouse/store/features/tenants/reads';
import type { PiiStore } from '@countinghouse/store/keys/pii';
import type { FastifyRequest } from 'fastify';
import type { FileAnswer, JsonAnswer } from './answers.ts';
import type { Caller } from './caller.ts';

/** Of a request what those who choose an entity look at. */
export type Headers = Pick<FastifyRequest, 'headers'>;

export interface AsideContext<R extends RouteDef> {
  readonly input: RouteParsed<R>;
  readonly tenant: MembershipRow;
  readonly caller: Caller;
  readonly request: Headers;
}

export interface AsideServices {
  readonly readerPool: Pool;
  readonly authPool: Pool;
  /** Words beside the log. null on another thread, which has no keys: only calls that need none are answered there (`words` of a handler). */
  readonly pii: PiiStore | null;
  /** On another thread it stands at the time of the question. */
  readonly clock: Clock;
}

/** From where a call that is answered aside reads: see `ReadSources`. */
export interface AsideSource {
  readonly number: number;
  /** null: the primary. */
  readonly replica: { whileUp<T>(work: Promise<T>): Promise<T> } | null;
}

export interface Aside {
  /** As the route's handler answers at `nowMs` (since 1970), its refusals too. Throws OVERLOADED where an organisation has too many calls waiting. */
  answer(route: RouteDef, context: AsideContext<RouteDef>, source: AsideSource, nowMs: number): Promise<FileAnswer | JsonAnswer>;
}
