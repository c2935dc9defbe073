// What is planted for a fence, and where.

import { expect, test } from 'vitest';
import type { Fence } from './source.ts';

export type Planted = readonly [path: string, text: string];

function breaks(fence: Fence, [path, text]: Planted): boolean {
  return fence({ path, text }).length > 0;
}

export function itFinds(fence: Fence, planted: readonly Planted[]): void {
  test.each(planted)('finds it in %s: %s', (path, text) => expect(breaks(fence, [path, text])).toBe(true));
}

export function itAllows(fence: Fence, fine: readonly Planted[]): void {
  test.each(fine)('allows in %s: %s', (path, text) => expect(fence({ path, text })).toEqual([]));
}

export const KERNEL = 'packages/kernel/src/intents/decide.ts';
export const CONTRACT = 'packages/contract/src/features/intents.ts';
export const STORE = 'packages/store/src/features/intents/reads.ts';
export const SERVER = 'packages/server/src/features/intents/routes.ts';
export const CONSOLE = 'packages/console/src/features/intents/IntentsPage.tsx';
export const CLI = 'packages/cli/src/commands/intents.ts';
export const VERIFIER = 'packages/verifier/src/chain.ts';
