import { expect, test } from 'vitest';
import { sharedWord } from './shared-word.ts';

test('the number that both wrote, in any case; the longest of several', () => {
  expect(sharedWord(['SEPA CANAL STREET CSF-20917 DANKE'], 'Payment received, invoice csf-20917.')).toBe('CSF-20917');
  expect(sharedWord(['RUN 4711', 'run-47110'], 'Supplier run-47110 of 4711')).toBe('run-47110');
});

test('no word without a digit, none that is short, none that only one wrote', () => {
  expect(sharedWord(['Invoice 7, payment'], 'Payment of invoice 7')).toBeNull();
  expect(sharedWord(['CSF-20917'], 'CSF-20918')).toBeNull();
  expect(sharedWord([], 'CSF-20917')).toBeNull();
  expect(sharedWord(['BOUGHT EUR 9,101.67 ON 24.11.2026'], 'Bought EUR 9,101.67 on 24.11.2026')).toBeNull();
});
