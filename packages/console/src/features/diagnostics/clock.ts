// How far this browser's clock is from the server's: measured against the middle of the request, so known to half its duration.
import { readInstant } from '../../lib/values/time.ts';

const MS_A_SECOND = 1000;

export interface ClockDifference {
  readonly differenceMs: number;
  readonly uncertaintyMs: number;
}

export const clockDifference = (sentMs: number, receivedMs: number, serverNow: string): ClockDifference => ({
  differenceMs: Math.round((sentMs + receivedMs) / 2 - readInstant(serverNow).getTime()),
  uncertaintyMs: Math.ceil((receivedMs - sentMs) / 2),
});

/** `0.12 s ahead of the server (±0.03 s)`. */
export function showClockDifference({ differenceMs, uncertaintyMs }: ClockDifference): string {
  const seconds = (ms: number): string => `${(Math.abs(ms) / MS_A_SECOND).toFixed(2)} s`;
  const margin = ` (±${seconds(uncertaintyMs)})`;
  if (Math.abs(differenceMs) <= uncertaintyMs) return `In step with the server${margin}`;
  return `${seconds(differenceMs)} ${differenceMs > 0 ? 'ahead of' : 'behind'} the server${margin}`;
}
