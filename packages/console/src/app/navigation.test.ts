import { expect, test } from 'vitest';
import { innerScreens, paths, safeNext, screens } from '../lib/screen/paths.ts';
import { entryOf, isNamedTwice, menuOf, screenAt } from './navigation.ts';

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

// Specification §2.
test.each([
  ['/dashboard', 'Organisation overview'],
  ['/dashboard/health', 'Kernel Health'],
  ['/dashboard/performance', 'Performance & SLOs'],
  ['/dashboard/intents', 'Signed intents log'],
  ['/dashboard/intents/post', 'Post Kernel Intent'],
  ['/dashboard/balances', 'Accounts & Balances'],
  ['/dashboard/ledger', 'Ledger hub'],
  ['/dashboard/ledger/accounts', 'Ledger accounts'],
  ['/dashboard/ledger/fx', 'Ledger FX overrides'],
  ['/dashboard/ledger/gl-accounts', 'Chart of accounts'],
  ['/dashboard/ledger/reports/balances-by-gl', 'Balances by GL'],
  ['/dashboard/events', 'Events stream'],
  ['/dashboard/snapshots', 'Snapshots'],
  ['/dashboard/evidence', 'Evidence vault'],
  ['/dashboard/policies', 'Policy hooks'],
  ['/dashboard/period-close', 'Period close'],
  ['/dashboard/audit', 'Audit trail'],
  ['/dashboard/directory/parties', 'Parties directory'],
  ['/dashboard/entities', 'Entities'],
  ['/dashboard/risk-recon', 'Risk & reconciliation'],
  ['/dashboard/privacy', 'Privacy (PII & keys)'],
  ['/dashboard/governance/security', 'Security posture'],
  ['/dashboard/portal', 'Client portal'],
  ['/dashboard/admin', 'Admin hub'],
  ['/dashboard/admin/settings', 'Admin settings'],
  ['/dashboard/admin/branding', 'Branding'],
  ['/dashboard/admin/currencies', 'Tenant currencies'],
  ['/dashboard/admin/periods', 'Accounting periods'],
  ['/dashboard/admin/limits', 'Limits'],
  ['/dashboard/admin/approvals', 'Approvals queue'],
  ['/dashboard/admin/risk-recon', 'Risk & reconciliation'],
  ['/dashboard/admin/audit-export', 'Audit export'],
  ['/dashboard/admin/compliance', 'Compliance controls'],
  ['/dashboard/admin/diagnostics', 'Auth diagnostics'],
  ['/dashboard/settings/organisation/profile', 'Organisation profile'],
  ['/dashboard/settings/organisation/people', 'People'],
  ['/dashboard/settings/organisation/interest', 'Interest accrual settings'],
  ['/dashboard/settings/organisation/security', 'Organisation security and privacy'],
  ['/dashboard/settings/organisation/security/signing-keys', 'Signing keys'],
  ['/dashboard/settings/organisation/limits', 'Risk & limits'],
  ['/dashboard/settings/organisation/danger', 'Danger zone'],
  ['/dashboard/admin/recon', 'Risk & reconciliation'],
  ['/dashboard/entities/new', 'New entity'],
  ['/dashboard/entities/members', 'Entity members'],
  ['/dashboard/directory/parties/new', 'Create party'],
  ['/dashboard/directory/parties/detail', 'Party detail'],
  ['/dashboard/directory/parties/4f1c', 'Party detail'],
])('%s is titled %s', (path, title) => {
  expect(screenAt(path)?.title).toBe(title);
});

test('of two names with one title the one that is in the menu is listed', () => {
  expect(screens.filter(isNamedTwice).map((s) => s.path)).toEqual(['/dashboard/admin/risk-recon']);
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

test('a screen filters by the entity under each of its names, or under none', () => {
  const all: readonly { readonly title: string; readonly byEntity?: boolean }[] = [...screens, ...innerScreens];
  for (const { title, byEntity } of all) {
    const others = all.filter((s) => s.title === title).map((s) => s.byEntity === true);
    expect(others, title).toEqual(others.map(() => byEntity === true));
  }
});

test.each([
  ['/dashboard/admin/limits', '/dashboard/settings/organisation/limits'],
  ['/dashboard/admin/periods', '/dashboard/period-close'],
  ['/dashboard/admin/risk-recon', '/dashboard/risk-recon'],
  ['/dashboard/admin/recon', '/dashboard/risk-recon'],
  ['/dashboard/ledger/reports/ageing', '/dashboard/ledger/reports'],
  ['/dashboard/intents', undefined],
])('the menu has %s at %s', (path, entry) => {
  const screen = screenAt(path);
  expect(screen === undefined ? null : entryOf(screen)?.path).toBe(entry);
});
