// How fast and how sure the system is, held against what it promises.
import * as z from 'zod';
import { Sha256Hex } from '../fields.ts';
import { route } from '../wire.ts';

export type Direction = 'lower' | 'higher';

/** A target of 5 or less means that lower is better, where nothing else is said. Source: specification §9. */
const LOWER_UP_TO = 5;
const directionOf = (target: number): Direction => (target <= LOWER_UP_TO ? 'lower' : 'higher');

interface Objective {
  readonly name: string;
  readonly unit: string;
  readonly target: number;
  readonly direction: Direction;
}

// Source: specification §9; product decisions, "Performance page".
export const objectives = [
  { name: 'validation p95', unit: 'ms', target: 5, direction: directionOf(5) },
  { name: 'execution p95', unit: 'ms', target: 5, direction: directionOf(5) },
  { name: 'projection lag p95', unit: 's', target: 2, direction: directionOf(2) },
  { name: 'replay throughput', unit: 'per min', target: 1_000_000, direction: directionOf(1_000_000) },
  { name: 'evidence write success', unit: 'ratio', target: 0.999, direction: 'higher' },
  { name: 'outbox backlog', unit: 'events', target: 5, direction: directionOf(5) },
] as const satisfies readonly Objective[];

export type MetricName = (typeof objectives)[number]['name'];

const names = objectives.map(({ name }) => name) as [MetricName, ...MetricName[]];

/** Whether a value keeps what is promised: the target itself does. */
export const meets = (value: number, target: number, direction: Direction): boolean =>
  direction === 'lower' ? value <= target : value >= target;

export const PERFORMANCE_HOURS = 24;
/** A replay of a shorter log measures how long it takes to begin. Source: decision 0041. */
export const REPLAY_EVENTS_MIN = 5_000;

export const PerformanceMetric = z.object({
  name: z.enum(names),
  unit: z.string(),
  /** null: nothing was measured yet. */
  value: z.number().nullable(),
  /** Whether it is held against its target: not where nothing was measured, a replayed log is too short to tell, or nothing leaves. */
  judged: z.boolean(),
  target: z.number(),
  /** Which side of the target is the good one. */
  direction: z.enum(['lower', 'higher']),
  /** Over the last 24 hours, the oldest first; of the replay throughput the last runs that are long enough to tell. null: nothing was measured then. */
  history: z.array(z.object({ at: z.string(), value: z.number().nullable() })),
  /** How many measurements stand behind the value. */
  measurements: z.number().int(),
});
export type PerformanceMetric = z.output<typeof PerformanceMetric>;

export const SloViolation = z.object({
  metric: z.enum(names),
  value: z.number(),
  target: z.number(),
  unit: z.string(),
  direction: z.enum(['lower', 'higher']),
});
export type SloViolation = z.output<typeof SloViolation>;

export const PerformanceSummary = z.object({
  /** Whether everything that was measured keeps its target. */
  ok: z.boolean(),
  updated_at: z.string(),
  metrics: z.array(PerformanceMetric),
  anchors: z.array(
    z.object({
      id: z.string(),
      root_hash: Sha256Hex,
      from_seq: z.number().int(),
      to_seq: z.number().int(),
      /** Whether somebody outside of the operator has it. */
      anchored: z.boolean(),
      anchor_ref: z.string().nullable(),
      created_at: z.string(),
    }),
  ),
  slo_violations: z.array(SloViolation),
});
export type PerformanceSummary = z.output<typeof PerformanceSummary>;

export const performance = {
  summary: route({
    method: 'GET',
    path: '/api/internal/performance/summary',
    v1: { path: '/api/v1/performance' },
    summary: 'What was measured over the last 24 hours, held against its targets, and the latest anchors',
    needs: 'member',
    ok: PerformanceSummary,
  }),
} as const;
