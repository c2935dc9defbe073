// What the server is asked for beside posting while something is wrong with its database or disk, and what each answer may be. An error of the
// server is none but 503, which says why and when to come again.

import { randomUUID } from 'node:crypto';
import type { Answer } from '@countinghouse/testkit/caller';
import type { Organisation } from '@countinghouse/testkit/world';

interface Other {
  readonly ask: (organisation: Organisation) => Promise<Answer>;
  /** Beside 503. */
  readonly may: readonly number[];
  /** It needs something written. */
  readonly writes: boolean;
  /** For programs that watch, not for callers: 503 is its answer, which needs no code. */
  readonly isProbe?: true;
}

/** A sign-in has a pace of its own. */
const others: readonly Other[] = [
  { ask: ({ caller }) => caller.get('/api/v1/events?limit=1'), may: [200], writes: false },
  { ask: ({ caller }) => caller.get('/api/v1/balances?limit=10'), may: [200], writes: false },
  { ask: ({ caller }) => caller.post('/api/internal/accounts/list', {}), may: [200], writes: false },
  { ask: ({ caller }) => caller.get('/api/v1/notifications'), may: [200], writes: false },
  {
    ask: ({ caller }) => caller.post('/api/v1/saved-views', { list: 'accounts', name: 'Mine', search: {} }),
    may: [200],
    writes: true,
  },
  {
    ask: ({ caller }) =>
      caller.post('/api/auth/sign-in/email', { email: `${randomUUID()}@example.test`, password: 'no matter which it is' }),
    may: [401, 429],
    writes: true,
  },
  { ask: ({ caller }) => caller.get('/readyz'), may: [200], writes: false, isProbe: true },
  { ask: ({ caller }) => caller.get('/metrics'), may: [200], writes: false },
];

/** So many turns ask for each once. */
export const TURNS = others.length;

export interface Asked {
  readonly isRefused: boolean;
  /** Whether what was asked for needs nothing written. */
  readonly isRead: boolean;
  readonly body: Answer['body'];
  readonly faults: readonly string[];
}

/** Asks for the next in turn. */
export async function askOther(organisation: Organisation, turn: number): Promise<Asked> {
  const other = others[turn % others.length] as Other;
  const answer = await other.ask(organisation);
  const { status, body } = answer;
  const isRefused = status === 503;
  const faults = other.may.includes(status) ? [] : faultsOfRefusal(String(other.ask), answer, other.isProbe);
  return { isRefused, isRead: !other.writes && other.isProbe !== true, body, faults };
}

/** What is wrong with an answer that should have been 503 where it is not what was asked for. */
export function faultsOfRefusal(what: string, { status, body, retryAfter }: Answer, isProbe = false): readonly string[] {
  const told = `${what} was answered ${status}: ${JSON.stringify(body)}`;
  if (status !== 503) return [told];
  if (!isProbe && typeof body['code'] !== 'string') return [`without a code, ${told}`];
  return /^\d+$/.test(retryAfter ?? '') ? [] : [`without Retry-After, ${told}`];
}
