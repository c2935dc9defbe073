// Answers with when they were asked for and came: whether two calls really ran at once is measured, never assumed.

import type { Answer } from './test-server.ts';

export interface Timed {
  readonly answer: Answer<unknown>;
  readonly sentMs: number;
  readonly answeredMs: number;
}

export async function timed(ask: () => Promise<Answer<unknown>>): Promise<Timed> {
  const sentMs = performance.now();
  const answer = await ask();
  return { answer, sentMs, answeredMs: performance.now() };
}

export const overlap = (a: Timed, b: Timed): boolean => a.sentMs < b.answeredMs && b.sentMs < a.answeredMs;

/** The code of a refusal, else the status. */
export const codeOf = ({ answer }: Timed): unknown => (answer.body as { readonly code?: unknown }).code ?? answer.status;
