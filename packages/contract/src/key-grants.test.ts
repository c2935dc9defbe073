import { describe, expect, test } from 'vitest';
import { grantFor, namedCalls } from './key-grants.ts';
import { routes } from './routes.ts';

const all = Object.values(routes).flatMap((feature) => Object.values(feature));
const nameOf = (r: { readonly method: string; readonly path: string }): string => `${r.method} ${r.path}`;

describe('what an API key may call', () => {
  test('every call that is named is there', () => {
    const there = new Set(all.map(nameOf));
    expect(namedCalls.filter((name) => !there.has(name))).toEqual([]);
  });
  test('reading needs read, but of what belongs to nobody’s organisation', () => {
    for (const r of all.filter((x) => x.method === 'GET' && x.needs !== 'session' && x.path !== '/api/internal/diagnostics'))
      expect([nameOf(r), grantFor(r)]).toEqual([nameOf(r), 'read']);
    expect(grantFor({ method: 'GET', path: '/api/internal/sessions', needs: 'session' })).toBeNull();
  });
  test('whatever changes something and is not named takes a person', () => {
    expect(grantFor({ method: 'POST', path: '/api/internal/to-come', needs: 'member' })).toBeNull();
    expect(grantFor({ method: 'POST', path: '/api/internal/to-come', needs: 'member', reads: true })).toBe('read');
    const never =
      /approv|reject|withdraw|periods|years|tenants|invite|members|signing|limits|controls|attest|polic|schedules|gdpr|crypto|privacy|auth|export|api-keys/;
    const open = all.filter((r) => r.method !== 'GET' && r.reads !== true && grantFor(r) !== null);
    expect(open.map(nameOf).filter((name) => never.test(name.replace('currencies/tenant', '').replace('rates/tenant', '')))).toEqual([]);
    expect(open.length).toBeGreaterThan(20);
  });
});
