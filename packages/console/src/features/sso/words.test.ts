import { expect, test } from 'vitest';
import { demandOf, rolesInWords } from './words.ts';

test('says who becomes what', () => {
  expect(rolesInWords({ roles: [], default_role: 'member' })).toBe('Everybody: Member');
  expect(rolesInWords({ roles: [{ group: 'audit', role: 'auditor' }], default_role: null })).toBe('audit: Auditor · others: not let in');
});

test('owners count where a connection is required alone', () => {
  expect(demandOf({ required: false, owners_by_password: false })).toBe('nobody');
  expect(demandOf({ required: true, owners_by_password: true })).toBe('members');
  expect(demandOf({ required: true, owners_by_password: false })).toBe('everybody');
});
