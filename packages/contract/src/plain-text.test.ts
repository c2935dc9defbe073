import { describe, expect, test } from 'vitest';
import { Email } from './features/auth.ts';
import { line } from './fields.ts';
import { hasHidden, looksLikeFormula, showHidden } from './plain-text.ts';

describe('a formula', () => {
  test.each([
    '=1',
    '+1',
    '-1',
    '@a',
    '\t1',
    '\r1',
    '\n1',
    ' =1',
    '\u00a0 =1',
    '\u3000=1',
    '＝1',
    '＋1',
    '－1',
    '＠a',
    ' ＝1',
    '\u200b=1',
    '\ufeff-1',
    '﹦1',
  ])('begins with %j', (cell) => expect(looksLikeFormula(cell)).toBe(true));
  test.each(['', 'a', '1', ' a=1', 'a-b', '"=1', '(1)', 'Müller + Co'])('does not begin with %j', (cell) => {
    expect(looksLikeFormula(cell)).toBe(false);
  });
});

describe('characters that nobody sees', () => {
  const refused = [
    'a\u202eb',
    'a\u2066b',
    '\u200eacme',
    'ac\u200bme',
    'ac\u00adme',
    'ac\ufeffme',
    'ac\u2060me',
    'ac\u{e0041}me',
    'a\u200db',
    'آ\u200d',
    'a\u061cb',
    '\u3164',
    'ac\u115fme',
    'ac\u1160me',
    'ac\uffa0me',
    'ac\u034fme',
    'ac\u17b4me',
    '\u2800\u2800',
  ];
  test.each(refused)('%j has some, and no name may', (name) => {
    expect(hasHidden(name)).toBe(true);
    expect(line(80).safeParse(name).success).toBe(false);
  });
  test.each(['Acme', 'Ünïted', 'شرکت', 'می\u200cخواهم', '👩\u200d💼', 'क्\u200dष', 'שלום', '❤\ufe0f', '葛\u{e0100}', 'ᠠ\u180b', '한국'])(
    '%j has none',
    (name) => {
      expect(hasHidden(name)).toBe(false);
      expect(line(80).parse(name)).toBe(name);
      expect(showHidden(name)).toBe(name);
    },
  );
  test('are shown by their number, where they come from elsewhere', () => {
    expect(showHidden('PAY \u202e001 SUBEJER\u202c now\u{e0041}')).toBe('PAY [U+202E]001 SUBEJER[U+202C] now[U+E0041]');
    expect(showHidden('می\u200cخواهم\u200f')).toBe('می\u200cخواهم[U+200F]');
    expect(showHidden('a\u200db')).toBe('a[U+200D]b');
  });
  test('are no part of an e-mail', () => {
    expect(Email.safeParse('pat\u200b@example.test').success).toBe(false);
  });
});
