import { expect, test } from 'vitest';
import { importSentence, statementWords } from './import-words.ts';

test.each([
  [0, 1, 'Nothing new: 1 row was there already'],
  [0, 2, 'Nothing new: 2 rows were there already'],
  [1, 0, '1 row imported, 0 duplicates'],
])('%i rows and %i duplicates: %s', (imported, duplicates, sentence) => expect(importSentence(imported, duplicates)).toBe(sentence));

test.each([
  ['7/2026', '7/2026'],
  ['2024-11-02/2024-11-05', '2 Nov 2024 to 5 Nov 2024'],
  ['2024-11-02/2024-11-02', '2 Nov 2024'],
])('the statement %s is called %s', (reference, words) => expect(statementWords(reference)).toBe(words));
