import { expect, test } from 'vitest';
import { importSentence } from './import-words.ts';

test.each([
  [0, 1, 'Nothing new: 1 row was there already'],
  [0, 2, 'Nothing new: 2 rows were there already'],
  [1, 0, '1 row imported, 0 duplicates'],
])('%i rows and %i duplicates: %s', (imported, duplicates, sentence) => expect(importSentence(imported, duplicates)).toBe(sentence));
