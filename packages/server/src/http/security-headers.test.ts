import { expect, test } from 'vitest';
import { securityHeaders } from './security-headers.ts';

test('browsers are asked not to guess types, not to frame, and to tell little of where they come from', () => {
  expect(securityHeaders({ https: false })).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'SAMEORIGIN',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
  });
});

test('only a server behind https asks for https', () => {
  expect(securityHeaders({ https: false })).not.toHaveProperty('strict-transport-security');
  expect(securityHeaders({ https: true })['strict-transport-security']).toMatch(/^max-age=\d{8}/);
});
