import { expect, test } from 'vitest';
import { addressOf, nameOf } from './named-person.ts';

test.each<[unknown, string | null]>([
  [' Ada@Acme.Example ', 'ada@acme.example'],
  ['zoë@acme.example', 'zoë@acme.example'],
  ['ada', null],
  ['ada@acme@example', null],
  ['a da@acme.example', null],
  ['ada\u202e@acme.example', null],
  ['ada\u200b@acme.example', null],
  ['ada\u0000@acme.example', null],
  [`${'a'.repeat(250)}@acme.example`, null],
  [7, null],
])('the address %j is %j', (said, address) => {
  expect(addressOf(said)).toBe(address);
});

test('a name has nothing in it that is not seen', () => {
  expect(nameOf(' Ada\u202e\tLovelace\u0000 ', null)).toBe('Ada Lovelace');
  expect(nameOf('\u200b', 'ada@acme.example')).toBe('ada');
});
