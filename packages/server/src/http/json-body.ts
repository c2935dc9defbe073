// JSON bodies: depth and the number of values are bounded before anything is made of them; prototype poisoning, other content types and bytes
// that are not UTF-8 are refused. Large ones are read and checked one at a time, step by step: in between, others are served, and where small ones have
// just come each step is followed by a pause as long as itself.

import { isUtf8 } from 'node:buffer';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Lane } from '../work/lane.ts';
import { Refusal } from './refusal.ts';

// Source: decision 0006, rule 18.
const DEPTH_MAX = 32;
/** More than the largest body that is taken has: four megabytes of intents with the shortest rows, 300,000. Source: decision 0120. */
const VALUES_MAX = 400_000;
/** From here on a body takes milliseconds. Source: decision 0067. */
export const LARGE_BYTES = 65_536;
/** Of each organisation; each takes up to a megabyte. */
const LARGE_WAITING_MAX = 64;
/** For so long after a small body others are expected. What one of them asks for takes several turns, and each would meet a step of a large one. */
const OTHERS_FOR_MS = 250;
const PAUSE_MS_MAX = 100;

interface LanePlace {
  /** When its check began, on the clock of `performance.now()`. */
  readonly sinceMs: number;
  /** Lets the next large body in. */
  readonly leave: () => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Of its body, where that is large; 0: it is not. */
    largeBytes: number;
    /** The place of a large body in its lane; null where this one is not large. */
    lanePlace: LanePlace | null;
  }
}

/** Why nothing is made of a text that may be JSON, found without making anything: nested too deep, or of too many values; null: it may be read. */
export function findExcess(text: string, depthMax = DEPTH_MAX, valuesMax = VALUES_MAX): string | null {
  let depth = 0;
  let values = 0;
  for (let i = 0; i < text.length; i++) {
    const c = text.charCodeAt(i);
    if (c === 0x22) {
      for (i++; i < text.length; i++) {
        const s = text.charCodeAt(i);
        if (s === 0x5c) i++;
        else if (s === 0x22) break;
      }
    } else if (c === 0x7b || c === 0x5b) {
      values += 1;
      if (++depth > depthMax) return `Nest at most ${depthMax} levels.`;
    } else if (c === 0x7d || c === 0x5d) depth--;
    else if (c === 0x2c) values += 1;
    if (values > valuesMax) return `Use at most ${valuesMax} values.`;
  }
  return null;
}

const invalid = (message: string): Refusal => new Refusal('INVALID_REQUEST', [{ path: '', message }]);

/** Replaces Fastify's parsers: only JSON, and an empty body is an empty object. `whose`: large bodies of each take turns. */
export function parseJson(app: FastifyInstance, whose: (request: FastifyRequest) => string): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const lane = new Lane(1, LARGE_WAITING_MAX);
  const textOf = (bytes: Buffer): string => {
    if (!isUtf8(bytes)) throw invalid('The body is not UTF-8.');
    return bytes.toString('utf8');
  };
  const checkExcess = (text: string): void => {
    const excess = findExcess(text);
    if (excess !== null) throw invalid(excess);
  };
  const valueIn = (request: FastifyRequest, text: string): unknown => {
    let value: unknown = {};
    if (text.trim() === '') return value;
    parse.call(app, request, text, (error, found) => {
      if (error !== null) throw invalid('The body is not JSON.');
      value = found;
    });
    return value;
  };
  let othersUntilMs = 0;
  /** Others are served after a step of a large body that began then. */
  const giveWay = (sinceMs: number): Promise<void> => {
    const nowMs = performance.now();
    return new Promise((resolve) => {
      if (nowMs < othersUntilMs) setTimeout(resolve, Math.min(nowMs - sinceMs, PAUSE_MS_MAX));
      else setImmediate(resolve);
    });
  };
  const step = async <T>(work: () => T): Promise<T> => {
    const sinceMs = performance.now();
    const done = work();
    await giveWay(sinceMs);
    return done;
  };
  const readLarge = async (request: FastifyRequest, bytes: Buffer): Promise<unknown> => {
    const leave = await lane.enter(whose(request));
    try {
      const text = await step(() => textOf(bytes));
      await step(() => checkExcess(text));
      const value = await step(() => valueIn(request, text));
      request.lanePlace = { sinceMs: performance.now(), leave };
      request.largeBytes = bytes.length;
      return value;
    } catch (error) {
      leave();
      throw error;
    }
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(['application/json', 'application/scim+json'], { parseAs: 'buffer' }, (request, body, done) => {
    const bytes = body as Buffer;
    if (bytes.length >= LARGE_BYTES) {
      readLarge(request, bytes).then((value) => done(null, value), done);
      return;
    }
    othersUntilMs = performance.now() + OTHERS_FOR_MS;
    let value: unknown;
    try {
      const text = textOf(bytes);
      checkExcess(text);
      value = valueIn(request, text);
    } catch (error) {
      done(error as Error);
      return;
    }
    done(null, value);
  });
  app.decorateRequest('lanePlace', null);
  app.decorateRequest('largeBytes', 0);
  // A body that its schema refuses never comes to its handler.
  app.addHook('preValidation', (request, reply, done) => {
    const { lanePlace } = request;
    if (lanePlace !== null) reply.raw.once('close', lanePlace.leave);
    done();
  });
  app.addHook('preHandler', (request, _reply, done) => {
    const { lanePlace } = request;
    if (lanePlace === null) return done();
    void giveWay(lanePlace.sinceMs).then(() => {
      lanePlace.leave();
      done();
    });
  });
}
