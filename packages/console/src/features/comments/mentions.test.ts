import { mentionOf } from '@countinghouse/contract/features/comments';
import { describe, expect, test } from 'vitest';
import { labelsOf, offered, toSent, toTyped, typedAt } from './mentions.ts';

const person = (n: number, name: string, email = `${name.toLowerCase().replaceAll(' ', '.')}${n}@example.test`) => ({
  id: `${n}${'1'.repeat(7)}-1111-4111-8111-111111111111`,
  name,
  email,
});
const [ann, anna, mo, otherMo, nameless] = [
  person(1, 'Ann'),
  person(2, 'Anna Berg'),
  person(3, 'Mo'),
  person(4, 'mo'),
  person(5, '', 'x@example.test'),
];
const people = [ann, anna, mo, otherMo, nameless];

test('people are called by name; by e-mail where a name is missing or had twice', () => {
  expect([...labelsOf(people).values()]).toEqual(['Ann', 'Anna Berg', 'mo3@example.test', 'mo4@example.test', 'x@example.test']);
});

describe('a typed text', () => {
  test('is sent with ids for names, the longest name first, in any case', () => {
    expect(toSent('@Anna Berg and @ann, ask @mo4@example.test!', people)).toBe(
      `${mentionOf(anna.id)} and ${mentionOf(ann.id)}, ask ${mentionOf(otherMo.id)}!`,
    );
  });
  test('keeps what is no mention: addresses, longer words, names that two have', () => {
    for (const words of ['me@Ann', '@Anneliese', '@Mo', '@', 'plain', '@nobody'] as const) expect(toSent(words, people)).toBe(words);
    expect(toSent('@Ann', [])).toBe('@Ann');
  });
  test('comes back as it was typed; who left stays as an id', () => {
    const sent = toSent('@Anna Berg, see @mo3@example.test', people);
    expect(toTyped(sent, people)).toBe('@Anna Berg, see @mo3@example.test');
    expect(toTyped(sent, [anna])).toBe(`@Anna Berg, see ${mentionOf(mo.id)}`);
  });
});

test('a mention is offered while it is typed before the caret', () => {
  expect(typedAt('hey @An', 7)).toEqual({ start: 4, words: 'An' });
  expect(typedAt('@', 1)).toEqual({ start: 0, words: '' });
  for (const [words, caret] of [
    ['me@An', 5],
    ['hey @An', 3],
    ['@An\n', 4],
  ] as const)
    expect(typedAt(words, caret)).toBeNull();
  expect(offered(people, 'ber', 5)).toEqual([anna]);
  expect(offered(people, 'm', 5)).toEqual([mo, otherMo]);
  expect(offered(people, '', 2)).toHaveLength(2);
});
