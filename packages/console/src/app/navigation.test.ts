import { expect, test } from 'vitest';
import { paths, safeNext, screens } from '../lib/screen/paths.ts';
import { menuOf, screenAt } from './navigation.ts';

test('every screen has its own path, and its G-key to itself', () => {
  expect(new Set(screens.map((s) => s.path)).size).toBe(screens.length);
  const letters = screens.flatMap((s) => s.key ?? []);
  expect(new Set(letters).size).toBe(letters.length);
});

test('the menu has no empty section', () => {
  expect(menuOf([]).every((group) => group.screens.length > 0)).toBe(true);
});

test('the menu lists every screen once but for the home of the organisation and other names of a screen', () => {
  const all = menuOf(['tenant:admin', 'tenant:owner']).flatMap((group) => group.screens);
  const apart = screens.filter((s) => !all.includes(s));
  expect(new Set(all).size).toBe(all.length);
  expect(apart.map((s) => s.path).sort()).toEqual([
    '/dashboard',
    '/dashboard/admin/limits',
    '/dashboard/admin/periods',
    '/dashboard/admin/risk-recon',
  ]);
});

test('a trailing slash leads to the same screen', () => {
  expect(screenAt('/dashboard/events/')).toBe(screenAt(paths.events));
  expect(screenAt('/dashboard/nowhere')).toBeUndefined();
});

test('an address of its own is no row of a list', () => {
  expect(screenAt('/dashboard/period-close/years')?.title).toBe('Close the year');
  expect(screenAt('/dashboard/period-close/2026-10')?.title).toBe('Period');
});

test.each([
  ['/dashboard/events?open=3', '/dashboard/events?open=3'],
  ['/dashboard', '/dashboard'],
  ['//evil.example', '/dashboard'],
  ['https://evil.example/dashboard', '/dashboard'],
  ['/dashboardevil', '/dashboard'],
  [undefined, '/dashboard'],
])('after sign-in %j leads to %j', (next, target) => {
  expect(safeNext(next)).toBe(target);
});
