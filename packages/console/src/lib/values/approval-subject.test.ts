import { commandRows } from '@countinghouse/kernel/slices';
import { expect, test } from 'vitest';
import { wordOfSubject } from './approval-subject.ts';

test('every change that may wait is called something', () => {
  const may = Object.entries(commandRows).filter(([type, row]) => type !== 'intent.execute' && (row.grant !== 'none' || 'approval' in row));
  expect(may.length).toBeGreaterThan(60);
  expect(may.map(([type]) => type).filter((subject) => wordOfSubject({ subject }).includes('.'))).toEqual([]);
});
