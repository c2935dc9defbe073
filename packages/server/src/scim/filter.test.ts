import { describe, expect, test } from 'vitest';
import { filterOf, narrowed } from './filter.ts';
import { ScimError } from './protocol.ts';

const known = { username: 'userName', 'emails.value': 'address', 'emails[work].value': 'address', 'members.value': 'member' } as const;
const read = (filter: string | null) =>
  filterOf<(typeof known)[keyof typeof known]>(filter, known).map(({ attribute, value }) => [attribute, value]);

describe('a filter', () => {
  test.each<readonly [string, readonly (readonly [string, string])[]]>([
    ['userName eq "ada"', [['userName', 'ada']]],
    ['  USERNAME   EQ   "Ada"  ', [['userName', 'Ada']]],
    ['emails[type eq "work"].value eq "a@b.c"', [['address', 'a@b.c']]],
    ['Emails[ Type EQ "Work" ].Value Eq "a@b.c"', [['address', 'a@b.c']]],
    ['emails.value eq "a@b.c"', [['address', 'a@b.c']]],
    ['members[value eq "1"]', [['member', '1']]],
    [
      'userName eq "a \\"b\\" and c" AND members.value eq "1"',
      [
        ['userName', 'a "b" and c'],
        ['member', '1'],
      ],
    ],
    [
      'members[ value eq "1" ] and userName eq ""',
      [
        ['member', '1'],
        ['userName', ''],
      ],
    ],
  ])('is read as it is meant: %s', (filter, expected) => {
    expect(read(filter)).toEqual(expected);
  });
  test('that there is none asks for nothing', () => {
    expect(read(null)).toEqual([]);
  });
  test.each([
    '',
    'userName',
    'userName eq',
    'userName eq ada',
    'userName eq true',
    'userName eq "ada',
    'userName eq "\\x"',
    'userName eq "a\\u0000"',
    'userName co "ada"',
    'userName eq "a" or members.value eq "1"',
    'userName eq "a" and',
    'userName eq "a"and members.value eq "1"',
    'userName eq "a" and userName eq "b"',
    'emails.value eq "a" and emails[type eq "work"].value eq "a"',
    'userName eq "a" and members.value eq "1" and emails.value eq "x"',
    'not (userName eq "a")',
    '(userName eq "a")',
    'title eq "a"',
    'userName.value eq "a"',
    'userName[type eq "work"] eq "a"',
    'userName[value eq "a"]',
    'emails[type eq "home"].value eq "a"',
    'emails[type eq "work" and value eq "a"]',
    'members[value eq "1"].display eq "a"',
    '__proto__ eq "a"',
    'constructor eq "a"',
  ])('is refused, not half understood: %s', (filter) => {
    expect(() => read(filter)).toThrow(ScimError);
  });
});

test('a search is narrowed until nothing fits', () => {
  const all = { id: null, name: null };
  expect(narrowed(all, 'id', '1')).toEqual({ id: '1', name: null });
  expect(narrowed({ id: '1', name: null }, 'id', '1')).toEqual({ id: '1', name: null });
  expect(narrowed({ id: '1', name: null }, 'id', '2')).toBeNull();
  expect(narrowed(all, 'name', null)).toBeNull();
});
