import { expect, test } from 'vitest';
import { COMMENT_MENTIONS_MAX, CommentText, mentionOf, mentionsIn, partsOf } from './comments.ts';

const [ann, bob] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'];

test('a text mentions people by id, each once, in its order; an address or a half mention is text', () => {
  const words = `${mentionOf(bob)} please ask ${mentionOf(ann)} or ${mentionOf(bob)}, a@[b.example], @[${ann}`;
  expect(mentionsIn(words)).toEqual([bob, ann]);
  expect(partsOf(words)).toEqual([
    { mentions: bob },
    ' please ask ',
    { mentions: ann },
    ' or ',
    { mentions: bob },
    `, a@[b.example], @[${ann}`,
  ]);
  expect(partsOf('plain')).toEqual(['plain']);
});
test('a text says something, and mentions so many people at most', () => {
  expect(CommentText.parse('  why?\n ')).toBe('why?');
  expect(CommentText.safeParse(' \n ').success).toBe(false);
  const ids = Array.from({ length: COMMENT_MENTIONS_MAX + 1 }, (_, i) => ann.slice(0, -2) + String(i).padStart(2, '0'));
  const mention = (n: number): string => ids.slice(0, n).map(mentionOf).join(' ');
  expect(CommentText.safeParse(mention(COMMENT_MENTIONS_MAX)).success).toBe(true);
  expect(CommentText.safeParse(mention(COMMENT_MENTIONS_MAX + 1)).success).toBe(false);
});
