import { fc, test as propertyTest } from '@fast-check/vitest';
import { describe, expect, test } from 'vitest';
import { parseQuery } from './query.ts';

describe('a query', () => {
  test.each([
    ['', {}],
    ['limit=5&q=a+b%20c', { limit: '5', q: 'a b c' }],
    ['q=1&q=2', { q: ['1', '2'] }],
    ['metadata[team]=treasury', { metadata: { team: 'treasury' } }],
    ['metadata%5Bteam%5D=treasury&metadata[cost-centre]=X%201', { metadata: { team: 'treasury', 'cost-centre': 'X 1' } }],
    ['metadata[a]=1&metadata[a]=2', { metadata: { a: ['1', '2'] } }],
    ['metadata[a[b]]=1&metadata[a]b]=2', { metadata: { 'a[b]': '1', 'a]b': '2' } }],
    ['metadata[constructor]=1&metadata[toString]=2', { metadata: { constructor: '1', toString: '2' } }],
    // No member of an object.
    ['metadata=1&metadata[a]=2', { metadata: '1', 'metadata[a]': '2' }],
    ['metadata[a]=2&metadata=1', { metadata: '1' }],
    ['metadata[]=1', { 'metadata[]': '1' }],
    ['metadata[a=1', { 'metadata[a': '1' }],
    ['[a]=1', { '[a]': '1' }],
    ['metadata[__proto__]=1', { 'metadata[__proto__]': '1' }],
  ])('%s', (text, read) => {
    expect({ ...parseQuery(text) }).toEqual(read);
  });
  test('makes nothing of the prototypes of objects', () => {
    parseQuery('__proto__[polluted]=1&constructor[prototype]=1&metadata[__proto__]=1&__proto__=1');
    expect(({} as { readonly polluted?: string }).polluted).toBeUndefined();
  });
  test('loses none of many', () => {
    const text = `${'a=1&'.repeat(2_000)}b=2`;
    expect(parseQuery(text)).toMatchObject({ b: '2' });
    expect(parseQuery(text)['a']).toHaveLength(2_000);
  });
  propertyTest.prop([
    fc.dictionary(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }), fc.string({ unit: 'grapheme' }), { maxKeys: 8 }),
  ])('carries any keys and values', (metadata) => {
    const named = Object.entries(metadata).filter(([key]) => key !== '__proto__');
    const text = named.map(([key, value]) => `${encodeURIComponent(`metadata[${key}]`)}=${encodeURIComponent(value)}`).join('&');
    expect(parseQuery(text)['metadata'] ?? {}).toEqual(Object.fromEntries(named));
  });
});
