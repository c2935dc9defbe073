import { describe, expect, test } from 'vitest';
import { changesBetween, faultOfPair, metadataOf, pairsOf, readMetadataFilter } from './metadata.ts';

const pair = (key: string, value = 'v') => ({ key, value });

describe('metadata that a person writes', () => {
  test('is what its lines say; blanks around a key and empty lines do not count', () => {
    expect(metadataOf([pair(' team ', 'a '), pair('', ''), pair('order', '')])).toEqual({ team: 'a ', order: '' });
    expect(metadataOf([])).toEqual({});
  });
  test.each([
    [[pair('')], 0, 'Name the key.'],
    [[pair('a'), pair(' a')], 1, 'This key is there already.'],
    [[pair('__proto__')], 0, 'Use another key.'],
    [[pair('a\u202eb')], 0, 'Use printable characters only, without blanks around them.'],
  ])('%j cannot be sent', (pairs, at, why) => {
    expect(faultOfPair(pairs, at)).toBe(why);
    expect(metadataOf(pairs)).toBeNull();
  });
  test('is shown in the order of its keys', () => {
    expect(pairsOf({ b: '2', a: '1' })).toEqual([pair('a', '1'), pair('b', '2')]);
  });
});

test('what is sent of a change is what differs; what goes is null', () => {
  expect(changesBetween({ a: '1', b: '2', c: '3' }, { a: '1', b: 'x', d: '4' })).toEqual({ b: 'x', d: '4', c: null });
  expect(changesBetween({ toString: '1' }, {})).toEqual({ toString: null });
  expect(changesBetween({}, { constructor: '1' })).toEqual({ constructor: '1' });
});

test('a filter is a key and a value with a colon between them', () => {
  expect(readMetadataFilter('team: treasury')).toEqual({ team: 'treasury' });
  expect(readMetadataFilter('url:https://example.com')).toEqual({ url: 'https://example.com' });
  for (const none of [undefined, '', 'team', ':x', '__proto__:x']) expect(readMetadataFilter(none)).toBeUndefined();
});
