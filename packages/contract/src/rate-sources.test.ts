import { expect, test } from 'vitest';
import { wordOfRateSource } from './rate-sources.ts';

test.each([
  ['TENANT_OVERRIDE', 'Own rate'],
  ['ECB', 'ECB'],
  ['Treasury desk', 'Treasury desk'],
])('the source %s is told as %s', (source, word) => expect(wordOfRateSource(source)).toBe(word));
