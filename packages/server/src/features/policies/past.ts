// What a policy would have said of the intents that were posted. Nothing is written; each is seen as it was.

import type { JsonObject } from '@countinghouse/kernel/canonical/jcs';
import type { IntentExecuted } from '@countinghouse/kernel/intents/events';
import { BUDGET_UNITS } from '@countinghouse/kernel/policies/compile';
import { readSpec } from '@countinghouse/kernel/policies/spec';
import { neverOverdue, refusalIn, runPolicy } from '@countinghouse/kernel/policies/verdicts';
import { viewIntent } from '@countinghouse/kernel/policies/view';
import { formatInstant, readInstant } from '@countinghouse/kernel/time/instant';
import { findSeqAt } from '@countinghouse/store/features/events/reads';
import { readExecutedIntents } from '@countinghouse/store/features/policies/reads';
import type { Tx } from '@countinghouse/store/reader';
import { loadState } from '@countinghouse/store/writer/load-state';
import { pastIntent, seenBy } from './rules.ts';

export interface PastVerdict {
  readonly seq: number;
  readonly intentId: string;
  readonly at: string;
  readonly useCase: string;
  readonly answer: boolean | number | null;
  readonly allows: boolean;
  /** Why there was no answer. */
  readonly why: string | null;
}

export interface PastReport {
  readonly tested: number;
  readonly refused: number;
  /** Intents that `intent.high_risk` asks approvers for. */
  readonly held: number;
}

const DAY = 'YYYY-MM-DD';
const MINUTE = 'YYYY-MM-DDTHH:MMZ';
/** A day begins at midnight in UTC, a minute with its first second. */
const wholeInstant = (since: string): string =>
  since.length === DAY.length ? `${since}T00:00:00Z` : since.length === MINUTE.length ? since.replace('Z', ':00Z') : since;

/**
 * Asks a policy about every executed intent since a day (`YYYY-MM-DD`), a minute or an instant in UTC (null: since the first), in the order of the log; `onVerdict` hears each that it refuses or holds.
 *
 * The client must see the organisation. Throws Error, for a person, where the spec is no policy of intents.
 */
export async function testOnPast(
  client: Tx,
  tenantId: string,
  spec: JsonObject,
  since: string | null,
  onVerdict: (verdict: PastVerdict) => void,
): Promise<PastReport> {
  const read = readSpec(spec);
  if (read.is === 'fault') throw new Error(`${read.path}: ${read.message}`);
  if (read.is === 'other') throw new Error('a policy has a hook and an expr');
  const { policy } = read;
  if (policy.hook === 'period.lock') throw new Error('period.lock is asked before a period is locked, not of intents');
  const books = await loadState(client, tenantId);
  const after = since === null ? 0 : await findSeqAt(client, tenantId, formatInstant(readInstant(wholeInstant(since)) - 1n));
  let [tested, refused, held] = [0, 0, 0];
  for await (const page of readExecutedIntents(client, tenantId, after)) {
    for (const { seq, event_ts: at, payload } of page) {
      const intent = JSON.parse(payload) as IntentExecuted;
      const { said } = runPolicy(policy, viewIntent(books, seenBy(books, pastIntent(intent, at))), BUDGET_UNITS, neverOverdue);
      const allows = refusalIn([{ control_id: '', version: 1, hook: policy.hook, ...said }]) === null;
      const holds = allows && policy.hook === 'intent.high_risk' && said.answer !== false && said.answer !== 0;
      tested += 1;
      if (!allows) refused += 1;
      if (holds) held += 1;
      if (!allows || holds)
        onVerdict({ seq, intentId: intent.intent_id, at, useCase: intent.use_case, answer: said.answer, allows, why: said.why ?? null });
    }
  }
  return { tested, refused, held };
}
