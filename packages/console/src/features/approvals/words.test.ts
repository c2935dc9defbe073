import { commandRows } from '@countinghouse/kernel/slices';
import { expect, test } from 'vitest';
import { wordOfSubject } from '../../lib/values/approval-subject.ts';
import { decidePermission, wordOfEvent, wordOfReason, wordsOf } from './words.ts';

const allowed = { allowed: true, reason: '' };
const readOnly = { allowed: false, reason: 'Read-only.' };

test('a maker is told that somebody else must decide, whatever their role', () => {
  for (const general of [allowed, readOnly])
    expect(decidePermission({ barred: 'SELF_APPROVAL' }, general)).toMatchObject({
      allowed: false,
      reason: expect.stringContaining('You made'),
    });
});
test('what is decided is decided; who has no right hears which it takes; else the organisation says', () => {
  expect(decidePermission({ barred: 'APPROVAL_ALREADY_DECIDED' }, allowed).allowed).toBe(false);
  expect(decidePermission({ barred: 'FORBIDDEN' }, allowed).reason).toContain('every entity');
  expect(decidePermission({ barred: null }, readOnly)).toBe(readOnly);
  expect(decidePermission({ barred: null }, allowed)).toBe(allowed);
});
test('codes and commands have words; one that is not known is shown as it is', () => {
  expect([wordOfReason('EXPIRED'), wordOfReason('ACCOUNT_CLOSED')]).toEqual(['Not decided in time', 'ACCOUNT_CLOSED']);
  expect(wordOfReason('FORBIDDEN')).toBe('Its maker may not do it any more');
  expect([wordOfSubject({ subject: 'limit.set' }), wordOfSubject({ subject: 'supplier_run' })]).toEqual(['Change a limit', 'supplier run']);
});

test('every change that may wait is called something', () => {
  const may = Object.entries(commandRows).filter(([type, row]) => type !== 'intent.execute' && (row.grant !== 'none' || 'approval' in row));
  expect(may.length).toBeGreaterThan(60);
  expect(may.map(([type]) => type).filter((subject) => wordOfSubject({ subject }).includes('.'))).toEqual([]);
});

test.each([
  ['party.created', 'Party created'],
  ['gl_account.created', 'GL account created'],
  ['fx_rate.set', 'FX rate set'],
])('what a change came to is told in words: %s', (type, said) => {
  expect(wordOfEvent(type)).toBe(said);
});

test.each([
  ['intent', 'manual_post', 'Rent · late fee · OFFICE from BANK', ['Rent · late fee', 'OFFICE from BANK']],
  ['intent', 'reversal', 'Rent · BANK from OFFICE', ['Reversal: Rent', 'BANK from OFFICE']],
  ['intent', 'manual_post', 'OFFICE from BANK', ['OFFICE from BANK', '']],
  ['change', 'limit.set', 'High-risk amount, 1 to 2', ['Change a limit', 'High-risk amount, 1 to 2']],
] as const)('an approval of a %s, %s, that says %j is listed as %j', (kind, subject, summary, words) => {
  expect(wordsOf({ kind, subject, summary })).toEqual(words);
});
