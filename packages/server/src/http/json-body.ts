// JSON bodies: depth and the number of values are bounded before anything is made of them; prototype poisoning, a member that is named twice, other
// content types, packed bodies and bytes that are not UTF-8 are refused. Large ones are read and checked one at a time, step by step: in between, others are served, and where small ones have
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

/** What can be told of a text that may be JSON without making anything of it. */
interface Measured {
  /** Why nothing is made of it: nested too deep, or of too many values; null: it may be read. */
  readonly excess: string | null;
  /** How many members its objects have together, each as often as it is named. */
  readonly members: number;
}

export function measureJson(text: string, depthMax = DEPTH_MAX, valuesMax = VALUES_MAX): Measured {
  let depth = 0;
  let values = 0;
  let members = 0;
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
      if (++depth > depthMax) return { excess: `Nest at most ${depthMax} levels.`, members };
    } else if (c === 0x7d || c === 0x5d) depth--;
    else if (c === 0x2c) values += 1;
    else if (c === 0x3a) members += 1;
    if (values > valuesMax) return { excess: `Use at most ${valuesMax} values.`, members };
  }
  return { excess: null, members };
}

/** How many members the objects of a value have together: fewer than its text names where one of them is named twice. */
function countMembers(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  const parts = Object.values(value);
  let count = Array.isArray(value) ? 0 : parts.length;
  for (const part of parts) count += countMembers(part);
  return count;
}

/** The first member that a JSON text names twice in one object. */
function findTwice(text: string): string | undefined {
  const open: Set<string>[] = [];
  let name = '';
  for (const [token] of text.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]:]/g)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token !== ':') name = token;
    else {
      const [named, names] = [JSON.parse(name) as string, open.at(-1)];
      if (names?.has(named) === true) return named;
      names?.add(named);
    }
  }
  return undefined;
}

const invalid = (message: string, path = ''): Refusal => new Refusal('INVALID_REQUEST', [{ path, message }]);

/** Replaces Fastify's parsers: only JSON, and an empty body is an empty object. `whose`: large bodies of each take turns. */
export function parseJson(app: FastifyInstance, whose: (request: FastifyRequest) => string): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const lane = new Lane(1, LARGE_WAITING_MAX);
  const textOf = (bytes: Buffer): string => {
    if (!isUtf8(bytes)) throw invalid('The body is not UTF-8.');
    return bytes.toString('utf8');
  };
  /** How many members it names. */
  const checkExcess = (text: string): number => {
    const { excess, members } = measureJson(text);
    if (excess !== null) throw invalid(excess);
    return members;
  };
  // Of two values one would be taken here, and the other perhaps by who signed or looked at it before us. Source: RFC 8785 section 3.1, RFC 7493 section 2.3.
  const checkTwice = (text: string, value: unknown, members: number): void => {
    if (countMembers(value) === members) return;
    throw invalid('Name each member once.', text.length < LARGE_BYTES ? findTwice(text) : undefined);
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
      const members = await step(() => checkExcess(text));
      const value = await step(() => valueIn(request, text));
      await step(() => checkTwice(text, value, members));
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
    const { 'content-encoding': packed = 'identity' } = request.headers;
    if (packed.toLowerCase() !== 'identity') return done(invalid('Send the body as it is, without a content-encoding.'));
    if (bytes.length >= LARGE_BYTES) {
      readLarge(request, bytes).then((value) => done(null, value), done);
      return;
    }
    othersUntilMs = performance.now() + OTHERS_FOR_MS;
    let value: unknown;
    try {
      const text = textOf(bytes);
      const members = checkExcess(text);
      value = valueIn(request, text);
      checkTwice(text, value, members);
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
