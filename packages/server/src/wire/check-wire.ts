// How far a check of a whole ledger is, as the wire shows it.
import type { Check } from '@countinghouse/contract/checks';
import type { CheckRow } from '@countinghouse/store/checks';

const SECOND_MS = 1_000;

export function toWireCheck(row: CheckRow): Check {
  const { id, asked_by, asked_at, started_at, ended_at, step, done, total, result } = row;
  const state = ended_at === null ? (started_at === null ? 'waiting' : 'running') : result === null ? 'failed' : 'done';
  const tookMs = started_at === null ? 0 : Date.parse(ended_at ?? new Date().toISOString()) - Date.parse(started_at);
  const events_per_second = started_at === null ? null : Math.round((done * SECOND_MS) / Math.max(tookMs, 1));
  return { id, state, asked_by, asked_at, started_at, ended_at, step, done, total, events_per_second };
}
