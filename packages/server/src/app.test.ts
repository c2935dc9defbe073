// Each call of the contract has one handler, and no handler is forgotten in the list at the end of its file.

import { readdirSync } from 'node:fs';
import { routes } from '@countinghouse/contract/routes';
import { describe, expect, test } from 'vitest';
import { handlers } from './handlers.ts';
import type { Handler } from './route/route.ts';

const features = new URL('./features/', import.meta.url);
const stems = readdirSync(features).filter((stem) => readdirSync(new URL(`${stem}/`, features)).includes('routes.ts'));

test('every call of the contract is answered by one handler', () => {
  const declared = Object.values(routes).flatMap((group) => Object.values(group).map(({ method, path }) => `${method} ${path}`));
  expect(declared.length).toBeGreaterThan(100);
  expect(handlers.map(({ route: { method, path } }) => `${method} ${path}`).sort()).toEqual(declared.sort());
});

describe.each(stems)('the routes of %s', (stem) => {
  test('end in a list of every handler that is exported', async () => {
    const exported = Object.values((await import(new URL(`${stem}/routes.ts`, features).href)) as Record<string, Handler | Handler[]>);
    const lists = exported.filter((value) => Array.isArray(value));
    expect(lists).toHaveLength(1);
    // A feature with many calls has handlers in files beside this one, too.
    expect(lists[0]).toEqual(expect.arrayContaining(exported.filter((value): value is Handler => !Array.isArray(value))));
    for (const handler of lists[0] ?? []) expect(handlers).toContain(handler);
  });
});
